import { type Mutant, mutantsOf } from "./mutant.ts";

const STATEMENTS = "http/owner-statements";
const RECEIPTS = "http/run-application";
const FILES = "adapters/bank-files/test/bank-file";
const SUMS = "adapters/sqlite/test/ledger-reading";

/** Bugs of what people read of money, and of the files in which banks tell of it. */
export const moneyReadMutants: readonly Mutant[] = mutantsOf({
  "core/ledger/src/bookkeeping/balances.ts": [
    [
      "what is entered meanwhile is in the next page",
      "number <= (numbers.get(",
      "true || number <= (numbers.get(",
      STATEMENTS,
    ],
    [
      "a statement ends with its first page",
      "next: lines.length < PAGE ? null :",
      "next: lines.length <= PAGE ? null :",
      STATEMENTS,
    ],
    [
      "a statement begins a year with nothing",
      "const openingBalanceCents = account.from === null ?",
      'const openingBalanceCents = account.from === null || account.from.endsWith("-01-01") ?',
      STATEMENTS,
    ],
    [
      "the day it begins is counted twice",
      "const to = dayBefore(from);\n  const since",
      "const to = from;\n  const since",
      STATEMENTS,
    ],
  ],
  "adapters/sql/src/ledger/file-store.ts": [
    [
      "entries stand before openings of their day",
      "mergeSorted([openings, others]",
      "mergeSorted([others, openings]",
      SUMS,
    ],
    [
      "the rest of a long day is lost",
      "accounting_date >= ${last.accountingDate} and",
      "accounting_date > ${last.accountingDate} and",
      SUMS,
    ],
  ],
  "adapters/sql/src/ledger/balance-store.ts": [
    [
      "what was carried forward is a movement",
      "and entry.carries_forward = ${dialect.boolean(false)}",
      "",
      STATEMENTS,
      SUMS,
    ],
    [
      "lines of one day are read again and again",
      "sql`line.accounting_date >= ${date}\n    and",
      "sql`line.accounting_date >= ${date}\n    or",
      STATEMENTS,
      SUMS,
    ],
  ],
  "core/rental/src/accounting/statements/owner-statement.ts": [
    [
      "an owner has what the agency has",
      "openingBalanceCents: negate(openingBalanceCents)",
      "openingBalanceCents",
      STATEMENTS,
    ],
    [
      "what an owner has grows with what he owes",
      "minus(creditCents, debitCents)",
      "minus(debitCents, creditCents)",
      STATEMENTS,
    ],
  ],
  "core/rental/src/accounting/statements/owner-statements.ts": [
    ["a page forgets what came before it", "balance = lines.at(-1)?.balanceCents ?? balance;", "", STATEMENTS],
    ["a statement is of all owners", "auxiliaryCode: owner.accountingCode", "auxiliaryCode: null", STATEMENTS],
    ["a statement is printed however long", "if (lines.length > PRINTED_LINES_MAX)", "if (false)", STATEMENTS],
  ],
  "core/rental/src/billing/rent-calls/receipt.ts": [
    ["a receipt is made of nothing", "if (call.paidAmountCents <= 0)", "if (false)", RECEIPTS],
    ["a part is a quittance", "const isWhole = isQuittance(call);", "const isWhole = true;", RECEIPTS],
    ["charges are paid before the rent", "remainder = minus(remainder, paid);", "", RECEIPTS],
  ],
  "adapters/bank-files/src/camt/xml.ts": [
    [
      "a document type is passed over",
      'parser.on("doctype", rejectDoctype);',
      'parser.on("doctype", () => {});',
      FILES,
    ],
    ["nesting has no end", "if (path.length > DEPTH_MAX)", "if (false)", FILES],
    ["a token has no end", "if (parser.position - tokenStart > TOKEN_MAX)", "if (false)", FILES],
  ],
  "adapters/bank-files/src/camt/entry.ts": [
    ["what is pending is booked", 'if (status !== "BOOK") return null;', "", FILES],
    ["dollars are euros", 'if (attributes.Ccy !== EUROS) throw new CamtEntryError("Amt/Ccy", "inclusion");', "", FILES],
    ["parts of cents are dropped", "|| /[^0]/.test(fraction.slice(2))", "", FILES],
    [
      "details may differ from the sum of the entry",
      "complete.length < details.length || total !== signed(whole)",
      "sound.length < details.length",
      FILES,
    ],
    [
      "a returned payment is a payment",
      'booked.isReturn || elementsAt(detail, "RtrInf").length > 0',
      "booked.isReturn",
      FILES,
    ],
  ],
  "adapters/bank-files/src/camt/camt-file.ts": [
    ["entries alike are one", "occurrences.set(content, before + 1);", "", FILES],
    ["any XML file is a statement", 'if (name !== "Document" || !NAMESPACE.test(namespace))', "if (false)", FILES],
  ],
  "adapters/bank-files/src/encoding.ts": [
    [
      "a file in another encoding than it declares is read",
      'if (!isWide && encoding !== "utf-8" && isUtf8(bytes))',
      "if (false)",
      FILES,
    ],
    ["what is no text is replaced", "new TextDecoder(label, { fatal: true })", "new TextDecoder(label)", FILES],
  ],
  "adapters/bank-files/src/camt/statement.ts": [
    ["a page has no opening balance", "(interim === closing ? undefined : interim)", "undefined", FILES],
    ["an overdrawn account is full", 'side === "CRDT" || cents === 0 ? cents : negate(cents)', "cents", FILES],
  ],
  "adapters/bank-files/src/camt/returns.ts": [["an unpaid direct debit is paid", '"UPDD", ', "", FILES]],
  "adapters/bank-files/src/csv-file.ts": [
    ["what was paid out came in", 'amount < 0 ? "outbound" : "inbound"', '"inbound"', FILES],
    [
      "a short line is made up for",
      "if (!isWellFormed || values.length !== header.length)",
      "if (!isWellFormed)",
      FILES,
    ],
  ],
  "adapters/bank-files/src/bank-file-errors.ts": [
    [
      "what is sound in a wrong file is taken in",
      "faults.length > 0\n    ? { transactions: [], statements: [], errors: faults }",
      "errors.length > 1e9\n    ? { transactions: [], statements: [], errors: errors }",
      FILES,
    ],
  ],
  "contracts/wire/src/json-writer.ts": [
    [
      "pages run into each other",
      'yield before + writeJson(schema, page).slice(1, -1);\n    before = ",";',
      "yield before + writeJson(schema, page).slice(1, -1);",
      STATEMENTS,
    ],
  ],
});
