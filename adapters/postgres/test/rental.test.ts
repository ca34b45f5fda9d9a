import { rentalStoresContract } from "@cartulary/ports/rental";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { rentalModule } from "@cartulary/sql/rental";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { administer, createReusableDatabases, createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const databases = createReusableDatabases(
    createTestDatabases(url ?? "", [blobsModule, directoryModule, rentalModule]),
  );
  const open = async () => {
    const database = await databases.open();
    return { ...database, executeSql: (statement: string) => administer(database.url, statement).then(() => {}) };
  };
  const staying: Awaited<ReturnType<typeof open>>[] = [];
  afterAll(async () => {
    for (const database of staying) await database.close();
    await databases.close();
  });

  rentalStoresContract("Postgres", {
    writesAtOnce: true,
    async openDatabase() {
      const database = await open();
      onTestFinished(() => database.close());
      return database;
    },
    async openSharedDatabase() {
      const database = await open();
      staying.push(database);
      return database;
    },
  });
});
