import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { type ChildRuntime, nodeChildren } from "@cartulary/containment";

/** The first Node.js of which children can be walled in, and which runs their sources as they are. */
const LEAST_NODE = { major: 22, minor: 18 };

/**
 * Children of a host on Bun, which has no walls: they run on the Node.js that npm installed, or one of the PATH where npm
 * has none for this platform. Throws where there is neither, unless children without walls are `weak` enough.
 */
export function bunChildren({ containment, path = process.env.PATH }: BunChildrenOptions): ChildRuntime {
  const node = installedNode() ?? nodeOnPath(path);
  if (node !== null) return nodeChildren(node);
  if (containment === "weak") return CHILDREN_ON_BUN;
  throw new Error(
    "Bun has no walls around contained children: install the project's Node.js (npm ci --include=optional), or set CARTULARY_CONTAINMENT=weak",
  );
}

export interface BunChildrenOptions {
  readonly containment: "strict" | "weak";
  /** Where programs are. */
  readonly path?: string | undefined;
}

const CHILDREN_ON_BUN: ChildRuntime = {
  program: process.execPath,
  hasWalls: false,
  words: ({ entry }) => [
    ...(entry.endsWith(".ts") ? ["--conditions=@cartulary/source"] : []),
    "--no-install",
    "--no-env-file",
    "--smol",
    entry,
  ],
};

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
