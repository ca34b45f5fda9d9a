import { existsSync, globSync } from "node:fs";
import { join, resolve } from "node:path";

const modules = resolve(import.meta.dirname, "../../node_modules");

/** A runtime that hosts run on. */
export interface TestRuntime {
  readonly name: "node" | "bun" | "deno";
  readonly program: string;
  /** Its arguments before the file to run, as in on-node.mjs. */
  readonly options: readonly string[];
}

const SOURCES = "--conditions=@cartulary/source";
const HEAP = ["--max-semi-space-size=16", "--no-allocation-site-pretenuring"];

const node: TestRuntime = { name: "node", program: process.execPath, options: [SOURCES, ...HEAP] };

/** Node.js alone: what hosts run on where a test says nothing else. */
export const NODE: TestRuntime = node;

const others: readonly TestRuntime[] = [
  { name: "bun", program: programIn("@oven/bun-*/bin/bun*"), options: [SOURCES, "--no-install"] },
  {
    name: "deno",
    program: programIn("@deno/*/deno*"),
    options: ["run", "-A", "--quiet", "--no-remote", "--no-lock", SOURCES, `--v8-flags=${HEAP.join(",")}`],
  },
];

/** The runtimes besides Node.js that this machine has. */
export const otherRuntimes: readonly TestRuntime[] = others.filter(({ program }) => existsSync(program));

/** The runtimes that npm has not installed here: their tests count as skipped. */
export const missingRuntimes: readonly TestRuntime[] = others.filter((each) => !otherRuntimes.includes(each));

for (const { name } of missingRuntimes) {
  process.stderr.write(`\nNOT TRIED ON ${name.toUpperCase()}: npm has not installed it here (npm ci brings it)\n`);
}

/** npm installs the package of this machine's platform and no other. */
function programIn(pattern: string): string {
  return join(modules, globSync(pattern, { cwd: modules }).toSorted()[0] ?? "none");
}
