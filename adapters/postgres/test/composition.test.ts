import { compositionStoresContract } from "@cartulary/ports/composition";
import { blobsModule } from "@cartulary/sql/blobs";
import { compositionModule } from "@cartulary/sql/composition";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { createReusableDatabases, createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const modules = [blobsModule, directoryModule, documentsModule, replaysModule, compositionModule] as const;
  const databases = createReusableDatabases(createTestDatabases(url ?? "", modules));
  afterAll(() => databases.close());

  compositionStoresContract("Postgres", {
    async openDatabase() {
      const database = await databases.open();
      onTestFinished(() => database.close());
      return database;
    },
  });
});
