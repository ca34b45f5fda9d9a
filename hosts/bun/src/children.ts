import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { type ChildRuntime, nodeChildren, SOURCE_OPTIONS } from "@cartulary/containment";

/** The first Node.js of which children can be walled in, and which runs their sources as they are. */
const LEAST_NODE = { major: 22, minor: 18 };

export interface BunChildrenOptions {
  /** `weak` where children without walls are better than none. */
  readonly containment: "strict" | "weak";
  /** The Node.js that they run on; where none is named, the one that is found. */
  readonly node?: string | null;
}

/**
 * Children of a host on Bun, which has no walls: they run on the Node.js that npm installed, or one of the PATH where npm
 * has none for this platform. Throws where there is neither, unless the containment may be weak.
 */
export function bunChildren({ containment, node = findNode() }: BunChildrenOptions): ChildRuntime {
  if (node !== null) return nodeChildren(node);
  if (containment === "weak") return childrenWithoutWalls();
  throw new Error(
    "Bun has no walls around contained children: install the project's Node.js (npm ci --include=optional), or set CARTULARY_CONTAINMENT=weak",
  );
}

/** Children on Bun itself. Their bounds on time and memory are the same; nothing is between them and the machine. */
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
