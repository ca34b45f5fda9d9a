import { searchIndexContract, textReadingsContract } from "@cartulary/ports/search";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { searchModuleWithin } from "@cartulary/sql/search";
import { searchModuleWithInterruption } from "@cartulary/sql/testkit";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { createReusableDatabases, createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const documents = [blobsModule, directoryModule, documentsModule, replaysModule] as const;
  const modulesWithin = (limits: Parameters<typeof searchModuleWithin>[0]) =>
    [...documents, searchModuleWithin(limits), searchModuleWithInterruption] as const;
  const databasesWithin = (limits: Parameters<typeof searchModuleWithin>[0]) => {
    const databases = createReusableDatabases(createTestDatabases(url ?? "", modulesWithin(limits)));
    afterAll(() => databases.close());
    return databases;
  };
  const all = databasesWithin({});
  const counting = databasesWithin({ countedMax: 10 });
  const low = { judgedMax: 1, lookedUpMax: 2, comparedMax: 3, orderedMax: 1, passedMax: 10 };
  const [few, countingFew] = [databasesWithin(low), databasesWithin({ ...low, countedMax: 10 })];

  const harness = (databases: typeof all, counted: typeof all) => ({
    async open(limits?: object) {
      const database = await (limits === undefined ? databases : counted).open();
      onTestFinished(() => database.close());
      return database;
    },
  });
  searchIndexContract("Postgres", harness(all, counting));
  searchIndexContract("Postgres, where few hits are many,", harness(few, countingFew));
  textReadingsContract("Postgres", harness(all, counting));
});
