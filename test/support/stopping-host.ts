import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type HostProcess, until } from "./cartulary-process.ts";
import { type SlowUpload, slowUpload } from "./slow-upload.ts";

/** A piece of an upload. */
export const PIECE: Uint8Array = Buffer.alloc(100_000, "x");

/** An upload of which the host has begun to store the bytes. */
export async function underWay(
  { url, token }: HostProcess,
  data: string,
  options: { readonly keepAlive?: boolean } = {},
): Promise<SlowUpload> {
  const upload = slowUpload({ url, token: await token(), ...options });
  await upload.write(PIECE);
  await until("the host stores what comes", async () => (await filesIn(join(data, "blobs"))).length === 1);
  return upload;
}

/** Resolves when the host has logged that it stops. */
export function isStopping({ output }: HostProcess): Promise<void> {
  return until("the host says that it stops", () => output.stderr.includes('"event":"stopping"'));
}

/** The names of all files of a folder and of those in it; none where it is not there. */
export async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
