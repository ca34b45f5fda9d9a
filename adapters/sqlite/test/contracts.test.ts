import { DatabaseSync } from "node:sqlite";
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
import { afterAll, onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

const open = () =>
  openTestSqlite([blobsModule, auditModule, directoryModule, authModule, uploadsModule, sampleModule, noteModule]);
const staying: Awaited<ReturnType<typeof open>>[] = [];
afterAll(async () => {
  for (const database of staying) await database.close();
});

async function create() {
  const database = await open();
  onTestFinished(() => database.close());
  return database;
}

const harness = { openDatabase: create, writesAtOnce: false };

transactContract("SQLite", harness);
tenantTransactContract("SQLite", harness);
blobRecordsContract("SQLite", harness);
bulkUploadStoresContract("SQLite", harness);
chunkedUploadStoresContract("SQLite", harness);
directoryStoresContract("SQLite", harness);
auditStoreContract("SQLite", {
  async create() {
    const { path, transact } = await create();
    return {
      transact,
      async executeSql(statement) {
        using file = new DatabaseSync(path);
        file.exec(statement);
      },
    };
  },
});
authStoresContract("SQLite", { create });
connectorStoreContract("SQLite", { create });
authGrantsContract("SQLite", { create });
rateLimitContract("SQLite", { create });
listingContract("SQLite", {
  listing: sampleListing,
  records: samples(60),
  async create(records) {
    const database = await open();
    staying.push(database);
    const { transact } = database;
    await transact.write((stores) => stores.samples.insert(records));
    return (query) => transact.read((stores) => stores.samples.list(sampleListing, query));
  },
});
