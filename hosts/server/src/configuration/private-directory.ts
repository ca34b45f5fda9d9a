import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "./config.ts";

/** Makes a directory, and what is missing above it, for the host's own user alone whatever the umask. */
export async function makePrivateDirectory(path: string): Promise<void> {
  // Not `recursive`: Node.js never comes back from it where nothing can be made, as below /proc.
  if ((await madeOne(path)) || dirname(path) === path) return;
  await makePrivateDirectory(dirname(path));
  if (!(await madeOne(path))) throw new Error(`no directory can be made at ${path}`);
}

/** False where the directory above is missing too. */
async function madeOne(path: string): Promise<boolean> {
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

/** Any access of others, and writing by the group: a group that may read, for backups, was let in on purpose. */
const LOOSE = 0o027;

/**
 * Those of the host's files and directories that were there before it and let in more than its own user and a group that
 * reads. Whoever made them decides; nothing is changed.
 */
export async function openToOthers({ database, blobs }: Config): Promise<readonly string[]> {
  const paths = [
    ...(database.kind === "sqlite" ? withDirectory(database.path, database.variable) : []),
    ...(blobs.kind === "file" ? withDirectory(blobs.directory, blobs.variable) : []),
  ];
  const loose = [...new Set(paths)].map(async (path) => ((await modeOf(path)) & LOOSE ? [path] : []));
  return (await Promise.all(loose)).flat();
}

/** What lies in CARTULARY_DATA, and that directory itself; what somebody put elsewhere stands alone. */
function withDirectory(path: string, variable: string): readonly string[] {
  return variable === "CARTULARY_DATA" ? [dirname(path), path] : [path];
}

/** Nothing is open of what is not there, nor on Windows, where modes say nothing. */
async function modeOf(path: string): Promise<number> {
  if (process.platform === "win32") return 0;
  return stat(path).then(
    ({ mode }) => mode,
    () => 0,
  );
}
