import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryNpm } from "./npm.ts";
import type { Tarball } from "./pack.ts";
import { type Manifest, manifestOf, ROOT, type Versions } from "./packages.ts";

const INSTALL = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** A folder of a user of our packages: it is outside of the checkout, and has only the packages that npm installed. */
export interface Consumer {
  readonly folder: string;
  /** The names of all packages that npm installed. */
  readonly installed: readonly string[];
}

/**
 * Installs tarballs and further packages into a new folder without the network. Packages that npm's cache lacks are
 * fetched first, by an install that is discarded.
 */
export function consumerOf(folder: string, tarballs: readonly Tarball[], wishes: Versions = {}): Consumer {
  const dependencies = Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`]));
  const begin = () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const manifest = { private: true, type: "module", dependencies: { ...dependencies, ...wishes } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  };
  begin();
  if (tryNpm([...INSTALL, "--offline"], folder).code !== 0) {
    tryNpm([...INSTALL, "--prefer-offline"], folder);
    begin();
    const { code, stderr } = tryNpm([...INSTALL, "--offline"], folder);
    if (code !== 0) throw new Error(`npm could not install the tarballs into ${folder}\n${stderr}`);
  }
  return { folder, installed: installedIn(folder) };
}

function installedIn(folder: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  return Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
}

/** Every door of an installed package, as a program names it. */
export function doorsOf({ folder }: Consumer, name: string): readonly string[] {
  const own = join(folder, "node_modules", name);
  const { exports }: Manifest = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  return Object.keys(exports ?? {}).flatMap((door) => {
    if (!door.includes("*")) return [name + door.slice(1)];
    const files = readdirSync(join(own, "dist"), { recursive: true, encoding: "utf8" });
    const behind = files.filter((file) => /^[^/\\]+[/\\]index\.js$/.test(file));
    return behind.map((file) => `${name}/${file.slice(0, -"/index.js".length)}`);
  });
}

/** The examples with their dependencies besides our packages, in the versions of the checkout. */
export function exampleWishes(): Versions {
  const wishes = Object.entries(manifestOf("examples").devDependencies ?? {});
  return Object.fromEntries(wishes.filter(([name]) => !name.startsWith("@cartulary/")));
}

/** Copies the examples into a consumer's folder. */
export function copyExamples({ folder }: Consumer): void {
  for (const entry of readdirSync(join(ROOT, "examples"), { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === "node_modules") continue;
    cpSync(join(ROOT, "examples", entry.name), join(folder, entry.name), { recursive: true });
  }
}
