import { fileURLToPath } from "node:url";
import { type ChildRuntime, SOURCE_OPTIONS, siblingModule } from "@cartulary/containment";

const MIB = 1_048_576;

/**
 * Runs children on Deno, without permissions for files, sockets and processes. They get only our environment, and
 * modules from node_modules, never from a registry.
 */
export function denoChildren(program: string = process.execPath): ChildRuntime {
  return {
    program,
    hasWalls: true,
    words: ({ entry, directories, addonFiles, memoryBytes }) => [
      "run",
      ...["--quiet", "--no-prompt", "--no-remote", "--no-lock", "--cached-only"],
      `--allow-read=${pathList(directories)}`,
      "--allow-env",
      // A child lowers its own priority.
      "--allow-sys=setPriority",
      ...(addonFiles.length > 0 ? [`--allow-ffi=${pathList(addonFiles)}`] : []),
      ...SOURCE_OPTIONS,
      `--preload=${fileURLToPath(siblingModule(import.meta.url, "without-report"))}`,
      `--v8-flags=--max-old-space-size=${Math.ceil(memoryBytes / MIB)}`,
      entry,
    ],
    env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
  };
}

/** Joins paths for a Deno permission: separated by commas, with commas inside a path doubled. */
function pathList(paths: readonly string[]): string {
  return paths.map((path) => path.replaceAll(",", ",,")).join(",");
}
