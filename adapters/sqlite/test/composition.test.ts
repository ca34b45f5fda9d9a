import { compositionStoresContract } from "@cartulary/ports/composition";
import { blobsModule } from "@cartulary/sql/blobs";
import { compositionModule } from "@cartulary/sql/composition";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

compositionStoresContract("SQLite", {
  async openDatabase() {
    const database = await openTestSqlite([
      blobsModule,
      directoryModule,
      documentsModule,
      replaysModule,
      compositionModule,
    ]);
    onTestFinished(() => database.close());
    return database;
  },
});
