import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { startProcess, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { slow } from "../../support/runs.ts";

const STARTER = "hosts/node/bin/on-node.mjs";
const ROOT = resolve(import.meta.dirname, "../../..");
/** Everything that the lockfile of the clone below wants. */
const WANTED = { "node_modules/left": { version: "1.0.0", integrity: "sha512-left" } };

/**
 * A substitute for npm: it begins to install, writes its process id, and waits for a signal. As npm does, it first
 * completes its work on a signal; `NPM_ENDS` is the exit code, and without it the substitute never ends. `NPM_GOES_ON`
 * lets it finish without a signal.
 */
const NPM = `#!${process.execPath}
const { mkdirSync, rmSync, writeFileSync } = require("node:fs");
const { NPM_ENDS, NPM_GOES_ON } = process.env;
const finish = () => {
  writeFileSync("node_modules/left/package.json", "{}");
  writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: ${JSON.stringify(WANTED)} }));
};
rmSync("node_modules", { recursive: true, force: true });
mkdirSync("node_modules/left", { recursive: true });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    if (NPM_ENDS === undefined) return;
    finish();
    process.exit(Number(NPM_ENDS));
  });
if (NPM_GOES_ON) finish();
else setInterval(() => {}, 1_000);
writeFileSync("npm.pid", String(process.pid));
`;

/** A clone without installed packages, and the processes started in it. */
async function freshClone() {
  const folder = await temporaryFolder();
  const at = (path: string) => join(folder.path, path);
  await mkdir(at(dirname(STARTER)), { recursive: true });
  await mkdir(at("bin"));
  await cp(join(ROOT, STARTER), at(STARTER));
  await writeFile(at("package-lock.json"), JSON.stringify({ packages: WANTED }));
  await writeFile(at("hosts/hello.mjs"), 'console.log("hello");');
  await writeFile(at("bin/npm"), NPM);
  await chmod(at("bin/npm"), 0o755);
  const start = (environment: Readonly<Record<string, string>>, through: readonly string[] = []) => {
    const [command = "", ...words] = [...through, process.execPath, at(STARTER), "hosts/hello.mjs"];
    return startProcess(
      command,
      words,
      { PATH: at("bin") + delimiter + process.env.PATH, ...environment },
      folder.path,
    );
  };
  const npm = async () => {
    await until("npm installs", async () => /^\d+$/.test(await textOf(at("npm.pid"))));
    return Number(await textOf(at("npm.pid")));
  };
  return { ...folder, start, npm };
}

async function textOf(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The caller of npm's scripts: a shell between npm and the script. */
const SHELL = ["sh", "-c", '"$@"; exit', "npm"];

describe.skipIf(process.platform === "win32")("A start that is stopped while npm installs", () => {
  it.each([
    ["SIGTERM", "npm never ends", {}],
    ["SIGINT", "npm ends with an error", { NPM_ENDS: "1" }],
    ["SIGHUP", "npm installs all the same", { NPM_ENDS: "0" }],
  ] as const)("ends by %s, with npm and without a host, where %s", async (signal, _, environment) => {
    await using clone = await freshClone();
    await using runner = clone.start(environment);
    const npm = await clone.npm();
    runner.kill(signal);
    expect(await runner.ended).toEqual({ code: 128 + constants.signals[signal], signal: null });
    expect(runs(npm)).toBe(false);
    expect(runner.output).toMatchObject({ stdout: "", stderr: expect.stringContaining("the next start installs") });
  });

  slow.it("is gone with npm when the npm that started it is gone", async () => {
    await using clone = await freshClone();
    await using caller = clone.start({ npm_lifecycle_event: "start" }, SHELL);
    const npm = await clone.npm();
    caller.kill("SIGKILL");
    await caller.ended;
    expect(runs(npm)).toBe(false);
  });

  slow.it(
    "leaves no partial install that the next start accepts, and the start after that installs nothing",
    async () => {
      await using clone = await freshClone();
      await using stopped = clone.start({});
      await clone.npm();
      stopped.kill("SIGTERM");
      await stopped.ended;
      await using next = clone.start({ NPM_GOES_ON: "1" });
      expect(await next.ended).toEqual({ code: 0, signal: null });
      expect(next.output).toEqual({ stdout: "hello\n", stderr: "Installing what is missing (once)...\n" });
      await using last = clone.start({});
      expect(await last.ended).toEqual({ code: 0, signal: null });
      expect(last.output).toEqual({ stdout: "hello\n", stderr: "" });
    },
  );
});
