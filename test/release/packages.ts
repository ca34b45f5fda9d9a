import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of this checkout. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** The fields of a package.json that we read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly type?: string;
  readonly sideEffects?: boolean;
  readonly repository?: unknown;
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly engines?: Versions;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly optionalDependencies?: Versions;
  readonly devDependencies?: Versions;
}

/** Names of packages with the versions that are wanted of them. */
export type Versions = Readonly<Record<string, string>>;

/** A package of this checkout: its folder, relative to the root, and its package.json. */
export interface Package {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Reads a package.json of this checkout. */
export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
}

/** The packages that npm gets: each of `core`, `contracts`, `adapters` and `hosts` that is not private. */
export function publishedPackages(): readonly Package[] {
  return ["core", "contracts", "adapters", "hosts"]
    .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(join(ROOT, folder, "package.json")))
    .map((folder) => ({ folder, manifest: manifestOf(folder) }))
    .filter(({ manifest }) => manifest.private !== true);
}
