import { searchIndexContract, textReadingsContract } from "@cartulary/ports/search";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { searchModule } from "@cartulary/sql/search";
import { interruptedSearchModule } from "@cartulary/sql/testkit";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const documents = [blobsModule, directoryModule, documentsModule, replaysModule] as const;
  const modules = [...documents, searchModule, interruptedSearchModule] as const;
  const databases = createTestDatabases(url ?? "", modules);
  afterAll(() => databases.close());

  const harness = {
    async open() {
      const database = await databases.open();
      onTestFinished(() => database.close());
      return database;
    },
  };
  searchIndexContract("Postgres", harness);
  textReadingsContract("Postgres", harness);
});
