import { createBackup, createRestore } from "@cartulary/blobs";
import { ContainerModule } from "inversify";
import { tokens } from "../tokens.ts";
import { version } from "../version.ts";

/** Backup and restore, over the database and blob store of other modules. A restore opens no database. */
export const backupModule: ContainerModule = new ContainerModule(({ bind }) => {
  bind(tokens.backup).toResolvedValue(
    ({ transact }, machine, timer, database, blobStore) =>
      createBackup({ ...machine, ...{ transact, timer, database, blobStore, version: version() } }),
    [tokens.database, tokens.machine, tokens.timer, tokens.databaseBackup, tokens.blobStore],
  );
  bind(tokens.restore).toResolvedValue(
    (database, blobStore, digests) => createRestore({ database, blobStore, digests }),
    [tokens.databaseBackup, tokens.blobStore, tokens.digests],
  );
});
