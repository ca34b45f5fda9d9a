import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "./config.ts";

/** Creates a directory and its missing parents for the host's own user only, under any umask. */
export async function makePrivateDirectory(path: string): Promise<void> {
  // Not `recursive`: Node.js hangs where nothing can be created, as below /proc.
  if ((await createDirectory(path)) || dirname(path) === path) return;
  await makePrivateDirectory(dirname(path));
  if (!(await createDirectory(path))) throw new Error(`cannot create directory ${path}`);
}

/** Returns false when the parent is missing. */
async function createDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return true;
    if (code === "ENOENT") return false;
    throw error;
  }
}

/** Any access of others, and write access of the group. A group that may read, for backups, is allowed. */
const LOOSE = 0o027;

/**
 * Returns existing files and directories of the host that other users may access, or the group may write. Changes
 * nothing.
 */
export async function findWorldReadable({ database, blobs }: Config): Promise<readonly string[]> {
  const paths = [
    ...(database.kind === "sqlite" ? withDirectory(database.path, database.variable) : []),
    ...(blobs.kind === "file" ? withDirectory(blobs.directory, blobs.variable) : []),
  ];
  const loose = [...new Set(paths)].map(async (path) => ((await modeOf(path)) & LOOSE ? [path] : []));
  return (await Promise.all(loose)).flat();
}

/** Includes the directory only if it is CARTULARY_DATA. */
function withDirectory(path: string, variable: string): readonly string[] {
  return variable === "CARTULARY_DATA" ? [dirname(path), path] : [path];
}

/** Returns 0 for missing files and on Windows, where modes mean nothing. */
async function modeOf(path: string): Promise<number> {
  if (process.platform === "win32") return 0;
  return stat(path).then(
    ({ mode }) => mode,
    () => 0,
  );
}
