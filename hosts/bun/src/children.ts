import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { type ChildRuntime, nodeChildren, SOURCE_OPTIONS } from "@cartulary/containment";

/** The first Node.js version that supports the permission model used here and runs TypeScript sources. */
const LEAST_NODE = { major: 22, minor: 18 };

export interface BunChildrenOptions {
  /** `weak` also allows children without a sandbox. */
  readonly containment: "strict" | "weak";
  /** Path of the Node.js for the children; searched by default, `null` for none. */
  readonly node?: string | null;
}

/**
 * Runs the child processes of a host on Bun, which has no sandbox, on Node.js: the one that npm installed, or else one
 * in PATH. Throws without any, unless `containment` is weak.
 */
export function bunChildren({ containment, node = findNode() }: BunChildrenOptions): ChildRuntime {
  if (node !== null) return nodeChildren(node);
  if (containment === "weak") return childrenWithoutWalls();
  throw new Error(
    "Bun cannot sandbox child processes: install the project's Node.js (npm ci --include=optional), or set CARTULARY_CONTAINMENT=weak",
  );
}

/** Runs children on Bun itself, with the same limits on time and memory but no sandbox. */
export function childrenWithoutWalls(program: string = process.execPath): ChildRuntime {
  return {
    program,
    hasWalls: false,
    words: ({ entry }) => [...SOURCE_OPTIONS, ...["--no-install", "--no-env-file", "--smol"], entry],
  };
}

function findNode(): string | null {
  return installedNode() ?? nodeOnPath(process.env.PATH);
}

const PROGRAM = process.platform === "win32" ? "node.exe" : "node";

function installedNode(): string | null {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  try {
    const program = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "bin", PROGRAM);
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

function nodeOnPath(path = ""): string | null {
  const found = path.split(delimiter).map((directory) => join(directory, PROGRAM));
  return found.find((program) => existsSync(program) && isNewEnough(program)) ?? null;
}

function isNewEnough(program: string): boolean {
  try {
    const version = execFileSync(program, ["--version"], { encoding: "utf8" });
    const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
    return major > LEAST_NODE.major || (major === LEAST_NODE.major && minor >= LEAST_NODE.minor);
  } catch {
    return false;
  }
}
