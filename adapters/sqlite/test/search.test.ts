import { searchIndexContract } from "@cartulary/ports/search";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { searchModule } from "@cartulary/sql/search";
import { onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

searchIndexContract("SQLite", {
  async create() {
    const database = await openTestSqlite([blobsModule, directoryModule, documentsModule, replaysModule, searchModule]);
    onTestFinished(() => database.close());
    return database.transact;
  },
});
