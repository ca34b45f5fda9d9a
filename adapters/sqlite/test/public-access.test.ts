import { publicAccessContract } from "@cartulary/ports";
import { blobsModule, directoryModule, documentsModule, publicAccessModule, replaysModule } from "@cartulary/sql";
import { onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

publicAccessContract("SQLite", {
  async meet() {
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
