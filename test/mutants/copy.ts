import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** The sources of the tests. */
const PARTS = [
  "core",
  "contracts",
  "adapters",
  "hosts",
  "test",
  "examples",
  "README.md",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.base.json",
  "vitest.config.ts",
];
/** Folders of installed or built files: a copy links them, so that it takes a moment. */
const LEFT = new Set(["node_modules", "dist", "tsconfig.tsbuildinfo"]);
/** The folder of the packages that are in the repository itself. */
const OWN = "@cartulary";

/** A copy of the sources in which bugs can be planted, with all installed packages; removed on disposal. */
export function copyOf(root: string): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "cartulary-mutants-"));
  for (const part of PARTS)
    cpSync(join(root, part), join(path, part), { recursive: true, filter: (each) => !LEFT.has(basename(each)) });
  linkInstalled(join(root, "node_modules"), join(path, "node_modules"));
  for (const own of globSync("{test,examples,*/*}/node_modules", { cwd: root, exclude: ["node_modules"] }))
    symlinkSync(join(root, own), join(path, own));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Links to installed packages; those to packages of the repository lead from the copy to the copy. */
function linkInstalled(from: string, to: string): void {
  mkdirSync(join(to, OWN), { recursive: true });
  for (const name of readdirSync(from)) if (name !== OWN) symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, OWN)))
    symlinkSync(readlinkSync(join(from, OWN, name)), join(to, OWN, name));
}
