import { searchIndexContract, textReadingsContract } from "@cartulary/ports/search";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { searchModule, searchModuleWithin } from "@cartulary/sql/search";
import { searchModuleWithInterruption } from "@cartulary/sql/testkit";
import { onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

const documents = [blobsModule, directoryModule, documentsModule, replaysModule] as const;

const LOW = {
  SQLite: {},
  "SQLite, where few hits are many,": { judgedMax: 1, lookedUpMax: 2, comparedMax: 3, orderedMax: 1 },
  "SQLite, where it is looked whether few are hits,": { judgedMax: 0, lookedUpMax: 1 },
};

for (const [name, low] of Object.entries(LOW)) {
  searchIndexContract(name, {
    async open(limits = {}) {
      const modules = [...documents, searchModuleWithin({ ...low, ...limits }), searchModuleWithInterruption] as const;
      const database = await openTestSqlite(modules);
      onTestFinished(() => database.close());
      return database;
    },
  });
}

textReadingsContract("SQLite", {
  async open() {
    const database = await openTestSqlite([...documents, searchModule]);
    onTestFinished(() => database.close());
    return database;
  },
});
