import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { stateDirectory } from "../account/directories.ts";
import { readJson, writePrivately } from "../account/private-file.ts";

/** What later commands may go on with, by what it is about. */
export interface ResumeStore<Value> {
  /** `null` where there is nothing to go on with. */
  find(key: readonly unknown[]): Promise<Value | null>;
  save(key: readonly unknown[], value: Value): Promise<void>;
  remove(key: readonly unknown[]): Promise<void>;
}

/** What a state is about. */
type Kind = "upload" | "bulk" | "download";

const DAY_MS = 86_400_000;
/** Nothing older can be gone on with: a server keeps sessions and answers for a day, and bytes as long as a document. */
const AGE_MS_MAX: Readonly<Record<Kind, number>> = { upload: 2 * DAY_MS, bulk: 2 * DAY_MS, download: 30 * DAY_MS };
const NAME = /^(upload|bulk|download)-[0-9a-f]{64}\.json/;

/** Below the state directory, one file each, so that commands that run at once are not in each other's way. */
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

/** Removes what is too old to be gone on with. */
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
