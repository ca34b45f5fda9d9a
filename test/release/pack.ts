import { join } from "node:path";
import { npm } from "./npm.ts";
import { type Package, ROOT } from "./packages.ts";

/** A package as npm would get it. */
export interface Tarball {
  readonly name: string;
  readonly path: string;
  /** The files in it, by their path in the package. */
  readonly files: readonly string[];
}

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs packages that are built into a folder. What builds them before npm packs one is not run again. */
export function pack(packages: readonly Package[], into: string): readonly Tarball[] {
  const chosen = packages.map(({ folder }) => `--workspace=${folder}`);
  const printed = npm(["pack", "--json", "--ignore-scripts", `--pack-destination=${into}`, ...chosen], ROOT);
  return readPacked(printed).map(({ name, filename, files }) => ({
    name,
    path: join(into, filename),
    files: files.map(({ path }) => path),
  }));
}

/** npm prints a list, and since its version 12 an object by name. */
function readPacked(printed: string): readonly Packed[] {
  return Object.values(JSON.parse(printed));
}
