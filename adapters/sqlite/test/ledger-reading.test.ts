import { ledgerReadingContract } from "@cartulary/ports/ledger";
import { ledgerModule } from "@cartulary/sql/ledger";
import { afterAll } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

const opening = openTestSqlite([ledgerModule]);

ledgerReadingContract("SQLite", { writesAtOnce: false, openDatabase: () => opening });

afterAll(async () => (await opening).close());
