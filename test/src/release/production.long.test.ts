import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { npm } from "../../release/npm.ts";
import { manifestOf, ROOT } from "../../release/packages.ts";
import { announced, startProcess, temporaryFolder } from "../../support/cartulary-process.ts";

const PATIENCE_MS = 900_000;
const MIB = 1_048_576;
/** The unit of `du`. */
const BLOCK_BYTES = 512;
const PACKAGES_MIB = 200;
const WITH_NODE_MIB = 400;
const STARTER = "hosts/node/bin/on-node.mjs";
/** No server listens there: an installed package cannot have come from a registry. */
const NO_REGISTRY = { npm_config_registry: "http://127.0.0.1:9/" };

/** A fresh clone of today's sources with what `npm ci` installs into it. */
async function cloneWith(...omitted: readonly string[]) {
  const folder = await temporaryFolder();
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  for (const path of listed.toString().split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder.path, path));
  }
  npm(["ci", "--prefer-offline", "--no-audit", "--no-fund", ...omitted.map((kind) => `--omit=${kind}`)], folder.path);
  return folder;
}

/** Starts what `npm start` starts, and stops it. */
async function serveIn(folder: string, node: string): Promise<string> {
  const environment = { ...NO_REGISTRY, PORT: "0", LOG_FORMAT: "json", CARTULARY_DATA: join(folder, "data") };
  await using host = startProcess(
    node,
    [join(folder, STARTER), "hosts/cli/src/cartulary.ts", "serve"],
    environment,
    folder,
  );
  const { url, runtime } = await announced(host);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  host.kill("SIGTERM");
  expect(await host.ended).toEqual({ code: 0, signal: null });
  expect(host.output.stderr).not.toContain("Installing");
  return runtime;
}

function pinnedNodes(modules: string): readonly string[] {
  return readdirSync(modules).filter((name) => /^node-(?:linux|win)-/.test(name));
}

/** As `du` has it: what links lead to, such as our own packages, is not in it. */
function mibOf(path: string): number {
  const found = lstatSync(path);
  const inside = found.isDirectory() ? readdirSync(path).map((name) => mibOf(join(path, name))) : [];
  return inside.reduce((sum, each) => sum + each, (found.blocks * BLOCK_BYTES) / MIB);
}

it(
  "A production install starts without the network, and is small",
  async () => {
    expect(manifestOf(".").scripts?.start).toBe(`node ${STARTER} hosts/cli/src/cartulary.ts serve`);
    await using clone = await cloneWith("dev");
    const modules = join(clone.path, "node_modules");
    const nodeMib = pinnedNodes(modules).reduce((sum, name) => sum + mibOf(join(modules, name)), 0);
    const allMib = mibOf(modules);
    expect(allMib - nodeMib).toBeLessThanOrEqual(PACKAGES_MIB);
    expect(allMib).toBeLessThanOrEqual(WITH_NODE_MIB);
    await serveIn(clone.path, process.execPath);
  },
  PATIENCE_MS,
);

it(
  "An install without optional packages starts on the present Node.js",
  async () => {
    await using clone = await cloneWith("dev", "optional");
    expect(pinnedNodes(join(clone.path, "node_modules"))).toEqual([]);
    expect(await serveIn(clone.path, process.execPath)).toBe(`node ${process.versions.node}`);
  },
  PATIENCE_MS,
);
