// Runs a file of this checkout on the project's own Node.js, after installing what is missing.
//
//   node hosts/node/bin/on-node.mjs FILE [ARGUMENT...]       FILE is relative to the root of the checkout
//
// Plain JavaScript for Node.js 20: it is what a fresh clone runs before anything is installed. No stamp file says
// "installed": the lockfile is compared with what npm wrote, so an install made by hand counts as well as ours.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const lock = join(root, ".installing");
const LOCK_TOUCH_MS = 1_000;
const LOCK_POLL_MS = 300;
const LOCK_STALE_MS = 10_000;
const PARENT_POLL_MS = 500;
const LEAST_NODE = [24, 21];
/**
 * What is young is half of what V8 would let it grow to: 100 MB less, at the same cost. And everything is made young,
 * whatever became of its like, so that it is soon gone (docs/decisions/0066).
 */
const NODE_OPTIONS = ["--conditions=@cartulary/source", "--max-semi-space-size=16", "--no-allocation-site-pretenuring"];

/**
 * What a statement of SQLite needed it gives back when it ends. The system, to which glibc would pass that on, is asked for
 * it again at the next statement: that took longer than the statement (docs/decisions/0066).
 */
const MALLOC = { MALLOC_TRIM_THRESHOLD_: "4194304" };

const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const wanted = read("package-lock.json").packages;
const nodeIsPinned = Object.hasOwn(wanted, `node_modules/${nodePackage}`);

const [file, ...rest] = process.argv.slice(2);
if (file === undefined) stop("usage: on-node.mjs FILE [ARGUMENT...]", 2);
if (!isInstalled()) await installOnce();
process.exit(await runFile(join(root, file), rest));

/** True when every package of the lockfile that this machine can have is there, in the version that it names. */
function isInstalled() {
  const found = installedPackages();
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes("node_modules/")) return true;
    const there = found[path];
    if (!there) return entry.optional === true && path !== `node_modules/${nodePackage}`;
    const same = entry.link
      ? there.resolved === entry.resolved
      : there.version === entry.version && there.integrity === entry.integrity;
    return same && existsSync(join(root, path, "package.json"));
  });
}

/** npm writes this file last: an install that was cut short has none, or that of the one before. */
function installedPackages() {
  try {
    return read("node_modules/.package-lock.json").packages;
  } catch {
    return {};
  }
}

/** Of several starts on a fresh clone one installs; the others wait for it and find nothing left to do. */
async function installOnce() {
  while (!takeLock()) {
    await wait(LOCK_POLL_MS);
    if (!existsSync(lock) && isInstalled()) return;
  }
  const touch = setInterval(() => utimesSync(lock, new Date(), new Date()), LOCK_TOUCH_MS);
  try {
    if (!isInstalled()) await install();
  } finally {
    clearInterval(touch);
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Takes the lock when it is free, or when its holder has not touched it for so long that it must be dead. */
function takeLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") stop(`cannot install into ${root} (${error.code})`);
  }
  try {
    const { mtimeMs } = statSync(lock);
    if (Date.now() - mtimeMs < LOCK_STALE_MS) return false;
    // Of several that wait, one alone can make the folder named for this moment, and making it touches the lock.
    mkdirSync(join(lock, String(mtimeMs)));
    return true;
  } catch {
    return false;
  }
}

async function install() {
  process.stderr.write("Installing what is missing (once)...\n");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const [command, args] = npm(["ci", ...options, "--include=dev", "--include=optional"]);
  const code = await run(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (code === 0 && isInstalled()) return;
  rmSync(lock, { recursive: true, force: true });
  stop(`npm ci did not install everything into ${root} (exit code ${code})`, code || 1);
}

/** The npm that called us, else the one of PATH. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script?.endsWith("npm-cli.js")) return [node ?? process.execPath, [script, ...args]];
  return process.platform === "win32" ? ["cmd.exe", ["/d", "/s", "/c", "npm", ...args]] : ["npm", args];
}

/** The pinned Node.js; where npm has none for this platform, the one that runs this script if it is new enough. */
function projectNode() {
  const program = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  if (nodeIsPinned) return join(root, "node_modules", nodePackage, program);
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return process.execPath;
  stop(`Cartulary needs Node.js ${LEAST_NODE.join(".")} or newer; this is ${process.versions.node}`);
}

/** Runs a source file in the caller's folder; `node` in what it starts is the project's Node.js too. */
function runFile(path, args) {
  const node = projectNode();
  const env = {
    ...MALLOC,
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules/.cache/compiled"),
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`,
  };
  return run(node, [...NODE_OPTIONS, path, ...args], { env, stdio: "inherit" });
}

/** Runs a program, passes the signals that ask to stop on to it, and answers its exit code. */
function run(command, args, options) {
  const child = spawn(command, args, options);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) whenOrphaned(() => child.kill("SIGTERM"));
  return new Promise((settle) => {
    child.once("error", (error) => stop(`cannot run ${command} (${error.code})`));
    child.once("exit", (code, signal) => settle(code ?? 128 + constants.signals[signal]));
  });
}

/** npm that is killed cannot pass anything on: what it started would live on without it. */
function whenOrphaned(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, PARENT_POLL_MS).unref();
}

function stop(message, code = 1) {
  process.stderr.write(`cartulary: ${message}\n`);
  process.exit(code);
}
