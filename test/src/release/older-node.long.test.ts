import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../release/packages.ts";
import { temporaryFolder } from "../../support/cartulary-process.ts";
import { NODE } from "../../support/runtimes.ts";

const run = promisify(execFile);

/** Runs Node.js, which says that it is of another version. Answers how that ended. */
async function runAs(version: string, words: readonly string[]) {
  const disguise = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  const all = [...NODE.options, `--import=data:text/javascript,${disguise}`, ...words];
  return run(process.execPath, all, { cwd: import.meta.dirname }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

async function loadOn(version: string, door: string) {
  const code = `await import(${JSON.stringify(door)}); console.log("loaded");`;
  return runAs(version, ["--input-type=module", `--eval=${code}`]);
}

/** `npm run release:check` tries every door, as npm gets it. */
const LIBRARIES = ["@cartulary/ledger", "@cartulary/sqlite", "@cartulary/content-types"];
const needs = (least: string, version: string) => ({
  ...{ code: 1, stdout: "" },
  stderr: `Cartulary needs Node.js ${least} or newer; this is ${version}\n`,
});

describe("An older Node.js prints one line with the required version", () => {
  it.each(LIBRARIES)("by %s", async (door) => {
    expect(await loadOn("20.19.5", door)).toEqual(needs("22.0.0", "20.19.5"));
  });

  it("and by the whole server, which needs more than a library does", async () => {
    const isPinned = ["linux-arm64", "linux-x64", "win32-x64"].includes(`${process.platform}-${process.arch}`);
    const least = isPinned ? "24.21.0" : "22.18.0";
    expect(await loadOn("22.17.1", "@cartulary/node")).toEqual(needs(least, "22.17.1"));
  });

  it("also in a clone without a Node.js of its own, since optional packages were left out", async () => {
    await using folder = await temporaryFolder();
    const starter = join(folder.path, "hosts/node/bin/on-node.mjs");
    const pinned = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
    await mkdir(dirname(starter), { recursive: true });
    await mkdir(join(folder.path, "node_modules"));
    await cp(join(ROOT, "hosts/node/bin/on-node.mjs"), starter);
    const packages = { [`node_modules/${pinned}`]: { version: "24.21.0", optional: true } };
    await writeFile(join(folder.path, "package-lock.json"), JSON.stringify({ packages }));
    await writeFile(join(folder.path, "node_modules/.package-lock.json"), JSON.stringify({ packages: {} }));
    expect(await runAs("20.19.5", [starter, "hosts/none.mjs"])).toEqual({
      ...{ code: 1, stdout: "" },
      stderr:
        "cartulary: Cartulary needs Node.js 24.21 or newer; this is 20.19.5 (npm ci --include=optional installs one)\n",
    });
  });

  it("and a library prints nothing on a supported Node.js", async () => {
    expect(await loadOn("22.0.0", "@cartulary/ledger")).toEqual({ code: 0, stdout: "loaded\n", stderr: "" });
  });
});
