// A book of accounts from its first entry to its accounting file. What this prints is in main.out.
import { Readable } from "node:stream";
import { createDigests, newId } from "@cartulary/crypto";
import type { Caller, Day, Instant, Month } from "@cartulary/kernel";
import * as accounting from "@cartulary/ledger";
import { ledgerModule } from "@cartulary/sql/ledger";
import { openSqlite } from "@cartulary/sqlite";

// What you decide once: the accounts, the journals, where a year's result goes.
const accounts = { 120000: "Profit", 129000: "Loss", 411000: "Customers", 512000: "Bank", 706000: "Services" };
const plan: accounting.LedgerPlan = {
  chart: Object.entries(accounts).map(([code, name]) => ({ code, name, auxiliaries: null, lettering: "by_hand" })),
  journals: Object.entries({ VT: "Sales", OD: "Others" }).map(([code, name]) => ({ code, name, prefix: code })),
  generalJournal: "OD",
  resultAccounts: { profit: "120000", loss: "129000" },
};

// A database with one book and its bookkeeper. The clock has a fixed time, so that this prints the same every day.
const database = await openSqlite({ path: ":memory:", modules: [ledgerModule] });
const bookId = newId<"Book">();
const transact = database.transactFor(bookId);
const clock = { now: () => "2027-01-15T09:00:00.000Z" as Instant };
const ledger = accounting.createLedger({ ...plan, transact, clock, newId, digests: createDigests() });
const caller: Caller = { userId: newId<"User">(), role: "user", scopes: ["write"], groupIds: [] };
await ledger.open(caller, bookId);

// An entry balances, or is refused. Amounts are whole cents. Posting seals it: it has its number, and never changes.
const entry = (day: string, documentReference: string, debit: string, credit: string, euros: number) => ({
  ...{ societyCode: "1", journal: "VT", accountingDate: day as Day, documentDate: day as Day, documentReference },
  lines: [
    { accountCode: debit, label: documentReference, debitCents: accounting.cents(euros * 100) },
    { accountCode: credit, label: documentReference, creditCents: accounting.cents(euros * 100) },
  ],
});
const [invoice, payment, mistake] = await ledger.post(caller, [
  entry("2026-12-01", "Invoice 1", "411000", "706000", 120),
  entry("2026-12-08", "Transfer 1", "512000", "411000", 120),
  entry("2026-12-09", "Invoice 2", "411000", "706000", 99),
]);
if (!invoice || !payment || !mistake) throw new Error("Three were posted");
console.log("posted", invoice.reference, payment.reference, mistake.reference);
console.log("taken back by", (await ledger.reverse(caller, { id: mistake.id })).reference);

// The invoice and its payment clear each other: their lines on 411000 get the same letters.
const cleared = [...invoice.lines, ...payment.lines].filter(({ accountCode }) => accountCode === "411000");
await ledger.letter(caller, { lineIds: cleared.map(({ id }) => id) });
const { period, entriesPosted } = await ledger.closeMonth(caller, "2026-12" as Month);
console.log("closed", period, "with", entriesPosted, "entries");

// The accounting file of the year, as the tax office reads it (order of 29 July 2013), and what our checker says of it.
const chunks: Uint8Array[] = [];
await accounting.exportFec({ transact, plan }, { societyCode: "1", year: 2026 }, async (file) => {
  for await (const chunk of file) chunks.push(chunk);
});
console.log(Buffer.concat(chunks).toString());
for await (const finding of accounting.checkFec(Readable.from(chunks), "123456782FEC20261231.txt"))
  console.log(finding);
console.log("checked");
await database.close();
