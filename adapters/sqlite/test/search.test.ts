import { searchIndexContract, textReadingsContract } from "@cartulary/ports/search";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { searchModule } from "@cartulary/sql/search";
import { interruptedSearchModule } from "@cartulary/sql/testkit";
import { onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

const numbered = {
  SQLite: 0,
  "SQLite, with so many segments that the sets of a word are looked up and not gone through,": 1_000,
};

for (const [name, segments] of Object.entries(numbered)) {
  searchIndexContract(name, {
    async open() {
      const documents = [blobsModule, directoryModule, documentsModule, replaysModule] as const;
      const database = await openTestSqlite([...documents, searchModule, interruptedSearchModule]);
      onTestFinished(() => database.close());
      if (segments > 0) await database.damage(`insert into search_sealing (id, segments) values (1, ${segments})`);
      return database;
    },
  });
}

textReadingsContract("SQLite", {
  async open() {
    const modules = [blobsModule, directoryModule, documentsModule, replaysModule, searchModule] as const;
    const database = await openTestSqlite(modules);
    onTestFinished(() => database.close());
    return database;
  },
});
