// A script that files documents without any HTTP: services are called like functions. What this prints is in main.out.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import { createContentTypes } from "@cartulary/content-types";
import { systemClock as clock, createDigests, createSecrets, newId, systemTimer as timer } from "@cartulary/crypto";
import type { Caller } from "@cartulary/kernel";
import { ARCHIVE_QUEUES, createArchive } from "@cartulary/products/archive";
import { sqlModules } from "@cartulary/sql/modules";
import { openSqlite } from "@cartulary/sqlite";
import { jobsModule } from "@cartulary/sqlite/jobs";

const directory = await mkdtemp(join(tmpdir(), "cartulary-script-"));
const database = await openSqlite({
  path: join(directory, "estate.db"),
  modules: [...sqlModules, jobsModule({ clock, newId, queues: ARCHIVE_QUEUES })],
});
const archive = createArchive({
  ...database,
  blobStore: createFsBlobStore({ directory: join(directory, "blobs") }),
  contentTypes: createContentTypes(),
  ...{ digests: createDigests(), secrets: createSecrets(), clock, timer, newId },
  ...{ blobGraceSeconds: 604_800, trashSeconds: 2_592_000 },
});
await archive.prepare();

// A script answers for the caller that it makes.
const caller: Caller = { userId: newId<"User">(), role: "manager", scopes: ["write"], groupIds: [] };
const leases = await archive.folders.create(caller, { name: "Leases" });
for (const name of ["Flat 3", "Flat 7"]) {
  await archive.folders.create(caller, { name, documentsFolderId: leases.id });
}
const NEWEST = { page: 1, perPage: 20, sort: "deletedAt", direction: "desc", conditions: [] } as const;
const { name, items } = await archive.folders.get(caller, leases.id);
console.log(name, "holds", items.folders.map((folder) => folder.name).join(" and "));

// What is deleted can be taken back for the thirty days of trashSeconds.
await archive.folders.remove(caller, leases.id);
const { items: deleted } = await archive.trash.list(caller, NEWEST);
for (const { id, documentsCount } of deleted) {
  const back = await archive.trash.restore(caller, { id });
  console.log("label" in back ? back.label : back.name, "is back, with", documentsCount, "documents");
}

// What is wrong comes out as a DomainError, with a code that stays.
await archive.folders.create(caller, { name: "" }).catch(({ code, message }) => console.log(code, "-", message));

await database.close();
await rm(directory, { recursive: true });
