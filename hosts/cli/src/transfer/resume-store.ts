import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { stateDirectory } from "../account/directories.ts";
import { readJson, writePrivately } from "../account/private-file.ts";

/** Saved states of interrupted commands, by key. */
export interface ResumeStore<Value> {
  /** Returns `null` without a state. */
  find(key: readonly unknown[]): Promise<Value | null>;
  save(key: readonly unknown[], value: Value): Promise<void>;
  remove(key: readonly unknown[]): Promise<void>;
}

type Kind = "upload" | "bulk" | "download" | "import";

const DAY_MS = 86_400_000;
/** Maximum age of a state: servers keep uploads and replies for a day, and content as long as the document. */
const AGE_MS_MAX: Readonly<Record<Kind, number>> = {
  upload: 2 * DAY_MS,
  bulk: 2 * DAY_MS,
  import: 2 * DAY_MS,
  download: 30 * DAY_MS,
};
const NAME = /^(upload|bulk|import|download)-[0-9a-f]{64}\.json/;

/** Stores states in the state directory, one file each, so that concurrent commands do not conflict. */
export function createResumeStore<Value>(kind: Kind, isValue: (value: unknown) => value is Value): ResumeStore<Value> {
  const pathOf = (key: readonly unknown[]) =>
    join(stateDirectory(), `${kind}-${createHash("sha256").update(JSON.stringify(key)).digest("hex")}.json`);
  return {
    async find(key) {
      const value = await readJson(pathOf(key));
      return isValue(value) ? value : null;
    },
    save: (key, value) => writePrivately(pathOf(key), value),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** Deletes expired states. */
export async function removeOldStates(now: number): Promise<void> {
  const directory = stateDirectory();
  for (const name of await readdir(directory).catch(() => [])) {
    const kind = NAME.exec(name)?.[1] as Kind | undefined;
    if (!kind) continue;
    const path = join(directory, name);
    const stats = await stat(path).catch(() => null);
    if (stats && stats.mtimeMs < now - AGE_MS_MAX[kind]) await rm(path, { force: true });
  }
}
