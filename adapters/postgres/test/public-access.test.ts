import { publicAccessContract } from "@cartulary/ports/public-access";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { publicAccessModule } from "@cartulary/sql/public-access";
import { replaysModule } from "@cartulary/sql/replays";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { createReusableDatabases, createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const modules = [blobsModule, directoryModule, documentsModule, replaysModule, publicAccessModule] as const;
  const databases = createReusableDatabases(createTestDatabases(url ?? "", modules));
  afterAll(() => databases.close());

  publicAccessContract("Postgres", {
    async openDatabase() {
      const database = await databases.open();
      onTestFinished(() => database.close());
      return database;
    },
  });
});
