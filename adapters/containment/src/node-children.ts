import type { ChildRuntime } from "./child-runtime.ts";
import { SOURCE_OPTIONS, siblingModule } from "./sibling-module.ts";

const MIB = 1_048_576;

/**
 * Children on Node.js: its permission model keeps files and processes from them. It knows nothing of sockets before
 * Node.js 25, so those are taken away before any other code runs, in each thread. Workers are for the watchdog.
 */
export function nodeChildren(program: string = process.execPath): ChildRuntime {
  return {
    program,
    hasWalls: true,
    words: ({ entry, directories, addonFiles, memoryBytes }) => [
      "--permission",
      ...directories.map((directory) => `--allow-fs-read=${directory}`),
      "--allow-worker",
      ...(addonFiles.length > 0 ? ["--allow-addons"] : []),
      ...SOURCE_OPTIONS,
      `--import=${siblingModule(import.meta.url, "child/without-network")}`,
      `--max-old-space-size=${Math.ceil(memoryBytes / MIB)}`,
      "--no-warnings",
      "--disable-proto=delete",
      entry,
    ],
  };
}
