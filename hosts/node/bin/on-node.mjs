// Runs a file of this checkout on the project's own Node.js, Bun or Deno, after installing what is missing.
//
//   node hosts/node/bin/on-node.mjs [--on=bun|deno] FILE [ARGUMENT...]     FILE is relative to the root of the checkout
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
/** After SIGTERM npm first unpacks the remaining packages, for minutes. The next start repairs an incomplete installation. */
const NPM_GRACE_MS = 1_000;
/** Where npm has the pinned Node.js for this platform, and where it has none: the first that runs the sources as they are. */
const LEAST_NODE = { pinned: [24, 21], elsewhere: [22, 18] };
/**
 * What is young is half of what V8 would let it grow to: 100 MB less, at the same cost. And everything is made young,
 * whatever became of its like, so that it is soon gone (docs/decisions/0065).
 */
const HEAP_OPTIONS = ["--max-semi-space-size=16", "--no-allocation-site-pretenuring"];
const SOURCES = "--conditions=@cartulary/source";

/**
 * The other runtimes: one package a platform, what the program in it is called, and what it is told. Their own packages
 * hold a script that npm would have to run, and it runs none (.npmrc).
 */
const RUNTIMES = {
  bun: {
    packages: "node_modules/@oven/bun-",
    program: process.platform === "win32" ? "bin/bun.exe" : "bin/bun",
    options: [SOURCES, "--no-install"],
  },
  deno: {
    packages: "node_modules/@deno/",
    program: process.platform === "win32" ? "deno.exe" : "deno",
    options: ["run", "-A", "--quiet", "--no-remote", "--no-lock", SOURCES, `--v8-flags=${HEAP_OPTIONS.join(",")}`],
  },
};

/**
 * What a statement of SQLite needed it gives back when it ends. The system, to which glibc would pass that on, is asked for
 * it again at the next statement: that took longer than the statement (docs/decisions/0065).
 */
const MALLOC = { MALLOC_TRIM_THRESHOLD_: "4194304" };

const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const wanted = read("package-lock.json").packages;
const nodeIsPinned = Object.hasOwn(wanted, `node_modules/${nodePackage}`);

/** Stops the program that runs now; undefined when none runs. */
let stopProgram;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopBy(signal));
if (process.env.npm_lifecycle_event) whenOrphaned(() => stopBy("SIGTERM"));

const words = process.argv.slice(2);
const runtime = words[0]?.startsWith("--on=") ? words.shift().slice("--on=".length) : "node";
const [file, ...rest] = words;
if (file === undefined || !(runtime === "node" || Object.hasOwn(RUNTIMES, runtime)))
  stop("usage: on-node.mjs [--on=bun|deno] FILE [ARGUMENT...]", 2);
/** What serves needs nothing that is there for those who change it: `npm ci --omit=dev` is enough. */
const needsTools = !file.startsWith("hosts/");
if (!isInstalled()) await installOnce(isInstalled, install);
process.exit(await runFile(join(root, file), rest));

/**
 * True when every package of the lockfile that has to be there is, in the version that it names. What is optional may have
 * been left out (`npm ci --omit=optional`), the pinned Node.js too: then there must be one that is new enough.
 */
function isInstalled() {
  const found = installedPackages();
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes("node_modules/")) return true;
    const there = found[path];
    if (!there && entry.dev === true && !needsTools) return true;
    if (!there) return entry.optional === true;
    const same = entry.link
      ? there.resolved === entry.resolved
      : there.version === entry.version && there.integrity === entry.integrity;
    return same && existsSync(join(root, path, "package.json"));
  });
}

/** npm writes this file last: an install that was cut short has none, or that of the one before. */
function installedPackages() {
  return lockIn(root);
}

function lockIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")).packages;
  } catch {
    return {};
  }
}

/** Of several starts on a fresh clone one installs; the others wait for it and find nothing left to do. */
async function installOnce(isThere, install) {
  while (!takeLock()) {
    await wait(LOCK_POLL_MS);
    if (!existsSync(lock) && isThere()) return;
  }
  const touch = setInterval(() => utimesSync(lock, new Date(), new Date()), LOCK_TOUCH_MS);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once("exit", release);
  if (!isThere()) await install();
  clearInterval(touch);
  process.off("exit", release);
  release();
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
  const code = await runNpm(["ci", ...options, "--include=dev", "--include=optional"], root);
  if (code === 0 && isInstalled()) return;
  stop(`npm ci did not install everything into ${root} (exit code ${code})`, code || 1);
}

/** The npm that called us, else the one of PATH. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script?.endsWith("npm-cli.js")) return [node ?? process.execPath, [script, ...args]];
  return process.platform === "win32" ? ["cmd.exe", ["/d", "/s", "/c", "npm", ...args]] : ["npm", args];
}

/** The pinned Node.js; where that is not there, the one that runs this script if it is new enough. */
function projectNode() {
  const program = join(root, "node_modules", nodePackage, process.platform === "win32" ? "bin/node.exe" : "bin/node");
  if (nodeIsPinned && existsSync(program)) return program;
  const least = nodeIsPinned ? LEAST_NODE.pinned : LEAST_NODE.elsewhere;
  if (isNewEnough(least)) return process.execPath;
  const remedy = nodeIsPinned ? " (npm ci --include=optional installs one)" : "";
  stop(`Cartulary needs Node.js ${least.join(".")} or newer; this is ${process.versions.node}${remedy}`);
}

function isNewEnough([leastMajor, leastMinor]) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** The program of another runtime, and what it is told. It is installed where npm has not put it beside the others. */
async function programOf(name) {
  const { packages, program, options } = RUNTIMES[name];
  const found = Object.entries(wanted).find(([path, entry]) => path.startsWith(packages) && isForThisMachine(entry));
  if (!found) stop(`npm has no ${name} for ${process.platform} on ${process.arch}`);
  const [path, { version, integrity }] = found;
  if (existsSync(join(root, path, program))) return [join(root, path, program), options];
  // In a folder of its own: npm would bring, or take away, others of ours with it.
  const folder = join(root, "node_modules/.cache/runtimes", name);
  const isThere = () => {
    const there = lockIn(folder)[path];
    return there?.version === version && there.integrity === integrity && existsSync(join(folder, path, program));
  };
  const wish = `${path.slice("node_modules/".length)}@${version}`;
  if (!isThere()) await installOnce(isThere, () => installRuntime(folder, wish, isThere));
  return [join(folder, path, program), options];
}

async function installRuntime(folder, wish, isThere) {
  process.stderr.write(`Installing ${wish} (once)...\n`);
  mkdirSync(folder, { recursive: true });
  const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await runNpm(["install", "--prefix", folder, ...options, wish], folder);
  if (code === 0 && isThere()) return;
  stop(`npm could not install ${wish}: is this machine offline? npm ci brings it too, where it can be had`, code || 1);
}

/** As npm decides which optional packages it installs. */
function isForThisMachine({ os, cpu, libc }) {
  const allows = (list, value) => list === undefined || [list].flat().includes(value);
  return allows(os, process.platform) && allows(cpu, process.arch) && (libc === undefined || allows(libc, ownLibc()));
}

function ownLibc() {
  if (process.platform !== "linux") return undefined;
  return process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
}

/** Runs a source file in the caller's folder; `node` in what it starts is the project's Node.js too. */
async function runFile(path, args) {
  const node = projectNode();
  const [program, options] = runtime === "node" ? [node, [SOURCES, ...HEAP_OPTIONS]] : await programOf(runtime);
  const env = {
    ...MALLOC,
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules/.cache/compiled"),
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`,
  };
  return run(program, [...options, path, ...args], { env, stdio: "inherit" });
}

/** Runs a program to its end and answers its exit code. `askToStop` is called for each signal that asks us to stop. */
function run(command, args, options, askToStop = (child, signal) => child.kill(signal)) {
  const child = spawn(command, args, options);
  stopProgram = (signal) => askToStop(child, signal);
  return new Promise((settle) => {
    child.once("error", (error) => stop(`cannot run ${command} (${error.code})`));
    child.once("exit", (code, signal) => {
      stopProgram = undefined;
      settle(code ?? codeOf(signal));
    });
  });
}

/** Runs npm. After a signal it waits for the end of npm, then exits and starts nothing else. */
async function runNpm(words, folder) {
  let stoppedBy;
  const [command, args] = npm(words);
  const code = await run(command, args, { cwd: folder, stdio: ["ignore", 2, 2] }, (child, signal) => {
    stoppedBy ??= signal;
    child.kill(signal);
    setTimeout(() => child.kill("SIGKILL"), NPM_GRACE_MS);
  });
  if (stoppedBy) stop("stopped while npm was installing; the next start installs what is missing", codeOf(stoppedBy));
  return code;
}

/** Passes a signal on to the program that runs. Where none runs there is nothing to wait for. */
function stopBy(signal) {
  if (stopProgram) stopProgram(signal);
  else process.exit(codeOf(signal));
}

/** What a shell answers for a program that a signal ended. */
function codeOf(signal) {
  return 128 + constants.signals[signal];
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
