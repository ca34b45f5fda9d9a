import { searchIndexContract } from "@cartulary/ports/search";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { searchModule } from "@cartulary/sql/search";
import { interruptedSearchModule } from "@cartulary/sql/testkit";
import { onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

searchIndexContract("SQLite", {
  async open() {
    const documents = [blobsModule, directoryModule, documentsModule, replaysModule] as const;
    const database = await openTestSqlite([...documents, searchModule, interruptedSearchModule]);
    onTestFinished(() => database.close());
    return database;
  },
});
