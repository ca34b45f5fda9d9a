import { auditStoreContract } from "@cartulary/ports/audit";
import {
  authGrantsContract,
  authStoresContract,
  connectorStoreContract,
  rateLimitContract,
} from "@cartulary/ports/auth";
import { blobRecordsContract } from "@cartulary/ports/blobs";
import { directoryStoresContract } from "@cartulary/ports/directory";
import {
  listingContract,
  sampleListing,
  samples,
  tenantTransactContract,
  transactContract,
} from "@cartulary/ports/kernel";
import { bulkUploadStoresContract, chunkedUploadStoresContract } from "@cartulary/ports/uploads";
import { auditModule } from "@cartulary/sql/audit";
import { authModule } from "@cartulary/sql/auth";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { noteModule, sampleModule } from "@cartulary/sql/testkit";
import { uploadsModule } from "@cartulary/sql/uploads";
import { Client } from "pg";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { createReusableDatabases, createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const databases = createReusableDatabases(
    createTestDatabases(url ?? "", [
      blobsModule,
      auditModule,
      directoryModule,
      authModule,
      uploadsModule,
      sampleModule,
      noteModule,
    ]),
  );
  const staying: Awaited<ReturnType<typeof databases.open>>[] = [];
  afterAll(async () => {
    for (const database of staying) await database.close();
    await databases.close();
  });

  const create = async () => {
    const database = await databases.open();
    onTestFinished(() => database.close());
    return database;
  };
  const harness = { openDatabase: create, writesAtOnce: true };

  transactContract("Postgres", harness);
  tenantTransactContract("Postgres", harness);
  blobRecordsContract("Postgres", harness);
  bulkUploadStoresContract("Postgres", harness);
  chunkedUploadStoresContract("Postgres", harness);
  directoryStoresContract("Postgres", harness);
  auditStoreContract("Postgres", {
    async create() {
      const { url: own, transact } = await create();
      return {
        transact,
        async executeSql(statement) {
          const client = new Client({ connectionString: own });
          await client.connect();
          await client.query(statement).finally(() => client.end());
        },
      };
    },
  });
  authStoresContract("Postgres", { create });
  connectorStoreContract("Postgres", { create });
  authGrantsContract("Postgres", { create });
  rateLimitContract("Postgres", { create });
  listingContract("Postgres", {
    listing: sampleListing,
    records: samples(60),
    async create(records) {
      const database = await databases.open();
      staying.push(database);
      const { transact } = database;
      await transact.write((stores) => stores.samples.insert(records));
      return (query) => transact.read((stores) => stores.samples.list(sampleListing, query));
    },
  });
});
