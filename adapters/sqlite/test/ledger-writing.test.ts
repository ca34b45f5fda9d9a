import { ledgerGuardsContract, ledgerWritingContract } from "@cartulary/ports/ledger";
import { ledgerModule } from "@cartulary/sql/ledger";
import Database from "better-sqlite3";
import { afterAll } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

const opening = openTestSqlite([ledgerModule]);
afterAll(async () => (await opening).close());

ledgerWritingContract("SQLite", { writesAtOnce: false, openDatabase: () => opening });
ledgerGuardsContract("SQLite", {
  writesAtOnce: false,
  async openDatabase() {
    const { path, ...database } = await opening;
    return {
      ...database,
      schema: "main",
      executeSql: (...statements) =>
        connected(path, (file) => void file.exec(`begin; ${statements.join("; ")}; commit`)),
      columns: (table) =>
        connected(path, (file) =>
          (file.pragma(`table_info(${table})`) as { readonly name: string }[]).map(({ name }) => name),
        ),
    };
  },
});

/**
 * By the library that the store itself uses: where two have one file open in one process, the one that closes it first
 * takes the locks of the other away.
 */
async function connected<Result>(path: string, work: (file: Database.Database) => Result): Promise<Result> {
  const file = new Database(path);
  try {
    return work(file);
  } finally {
    file.close();
  }
}
