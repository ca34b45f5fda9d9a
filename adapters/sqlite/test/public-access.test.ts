import { publicAccessContract } from "@cartulary/ports/public-access";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { publicAccessModule } from "@cartulary/sql/public-access";
import { replaysModule } from "@cartulary/sql/replays";
import { onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

publicAccessContract("SQLite", {
  async openDatabase() {
    const database = await openTestSqlite([
      blobsModule,
      directoryModule,
      documentsModule,
      replaysModule,
      publicAccessModule,
    ]);
    onTestFinished(() => database.close());
    return database;
  },
});
