import type { ChildRuntime } from "./child-runtime.ts";
import { SOURCE_OPTIONS, siblingModule } from "./sibling-module.ts";

const MIB = 1_048_576;

/**
 * Runs children on Node.js. Its permission model denies files and processes, but covers sockets only from Node.js 25
 * on, so these are disabled before any other code runs, in each thread. Workers are allowed for the watchdog.
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
