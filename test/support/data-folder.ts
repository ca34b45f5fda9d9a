import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSqlite } from "@cartulary/sqlite";
import { type TemporaryFolder, temporaryFolder } from "./cartulary-process.ts";
import { modulesOnSqlite } from "./databases.ts";

let migrated: Promise<Uint8Array> | undefined;

/**
 * A `CARTULARY_DATA` with the empty tables of a host, for tests of anything but a first start: migrating an empty
 * database is nine tenths of a host's start.
 */
export async function dataFolder(): Promise<TemporaryFolder> {
  migrated ??= migratedFile();
  const folder = await temporaryFolder();
  await writeFile(join(folder.path, "cartulary.db"), await migrated, { mode: 0o600 });
  return folder;
}

async function migratedFile(): Promise<Uint8Array> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "template.db");
  await (await openSqlite({ path, modules: modulesOnSqlite(), synchronous: "off" })).close();
  return await readFile(path);
}
