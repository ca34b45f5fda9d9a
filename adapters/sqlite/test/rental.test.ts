import { rentalStoresContract } from "@cartulary/ports/rental";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { rentalModule } from "@cartulary/sql/rental";
import Database from "better-sqlite3";
import { afterAll, onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

const open = async () => {
  const { path, ...database } = await openTestSqlite([blobsModule, directoryModule, rentalModule]);
  const executeSql = async (statement: string) => {
    const file = new Database(path);
    try {
      file.exec(statement);
    } finally {
      file.close();
    }
  };
  return { ...database, executeSql };
};
const staying: Awaited<ReturnType<typeof open>>[] = [];
afterAll(async () => {
  for (const database of staying) await database.close();
});

rentalStoresContract("SQLite", {
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
