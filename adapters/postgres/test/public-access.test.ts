import { publicAccessContract } from "@cartulary/ports";
import { blobsModule, directoryModule, documentsModule, publicAccessModule, replaysModule } from "@cartulary/sql";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const modules = [blobsModule, directoryModule, documentsModule, replaysModule, publicAccessModule] as const;
  const databases = createTestDatabases(url ?? "", modules);
  afterAll(() => databases.close());

  publicAccessContract("Postgres", {
    async meet() {
      const database = await databases.open();
      onTestFinished(() => database.close());
      return database;
    },
  });
});
