import { documentStoresContract } from "@cartulary/ports/documents";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { createReusableDatabases, createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const databases = createReusableDatabases(
    createTestDatabases(url ?? "", [blobsModule, directoryModule, documentsModule, replaysModule]),
  );
  const staying: Awaited<ReturnType<typeof databases.open>>[] = [];

  documentStoresContract("Postgres", {
    writesAtOnce: true,
    async openDatabase() {
      const database = await databases.open();
      onTestFinished(() => database.close());
      return database;
    },
    async openSharedDatabase() {
      const database = await databases.open();
      staying.push(database);
      return database;
    },
  });

  afterAll(async () => {
    for (const database of staying) await database.close();
    await databases.close();
  });
});
