import { fileURLToPath } from "node:url";
import { type ChildRuntime, SOURCE_OPTIONS, siblingModule } from "@cartulary/containment";

const MIB = 1_048_576;

/**
 * Children on Deno, whose permissions keep files, sockets and processes from them. All of their environment is ours. Their
 * modules come from where npm put them, never from a registry.
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
      // The priority of the process, which a child lowers.
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

/** Paths as one permission takes them, where a comma parts them and two of them are one of a path. */
function pathList(paths: readonly string[]): string {
  return paths.map((path) => path.replaceAll(",", ",,")).join(",");
}
