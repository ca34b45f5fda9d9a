import { documentStoresContract } from "@cartulary/ports/documents";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { afterAll, onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

const open = () => openTestSqlite([blobsModule, directoryModule, documentsModule, replaysModule]);
const staying: Awaited<ReturnType<typeof open>>[] = [];

documentStoresContract("SQLite", {
  writesAtOnce: false,
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

afterAll(async () => {
  for (const database of staying) await database.close();
});
