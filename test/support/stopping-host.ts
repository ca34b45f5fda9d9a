import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { announced, FIRST, type HostProcess, startProcess, until } from "./cartulary-process.ts";
import { dataFolder } from "./data-folder.ts";
import { type SlowUpload, slowUpload } from "./slow-upload.ts";

/** The program of `npm start`. */
export const RUNNER: readonly string[] = ["hosts/node/bin/on-node.mjs", "hosts/cli/src/cartulary.ts", "serve"];

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
  await until("the host stores the upload", async () => (await filesIn(join(data, "blobs"))).length === 1);
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

/** A host is started by a command, and stops when that is gone. */
export async function expectStoppedAlone(command: string, words: readonly string[]): Promise<void> {
  await using folder = await dataFolder();
  const environment = { ...FIRST, PORT: "0", CARTULARY_DATA: folder.path, npm_lifecycle_event: "start" };
  await using started = startProcess(command, words, environment);
  const { url, pid } = await announced(started);
  try {
    started.kill("SIGKILL");
    await started.ended;
    expect(started.output.stderr).toContain('"event":"stopping"');
    await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
  } finally {
    killIfThere(pid);
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended as it should.
  }
}
