import {
  authStoresContract,
  blobRecordsContract,
  listingContract,
  sampleListing,
  samples,
  transactContract,
  userStoreContract,
} from "@cartulary/ports";
import { authModule, blobsModule, directoryModule } from "@cartulary/sql";
import { sampleModule } from "@cartulary/sql/testkit";
import { onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

async function create() {
  const database = await openTestSqlite([blobsModule, directoryModule, authModule, sampleModule]);
  onTestFinished(() => database.close());
  return database;
}

const harness = { meet: create, writesAtOnce: false };

transactContract("SQLite", harness);
blobRecordsContract("SQLite", harness);
userStoreContract("SQLite", harness);
authStoresContract("SQLite", { create });
listingContract("SQLite", {
  listing: sampleListing,
  records: samples(60),
  async create(records) {
    const { transact } = await create();
    await transact.write((stores) => stores.samples.insert(records));
    return (query) => transact.read((stores) => stores.samples.list(sampleListing, query));
  },
});
