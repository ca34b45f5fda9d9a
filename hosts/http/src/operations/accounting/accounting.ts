import type { Condition } from "@cartulary/kernel";
import {
  type AccountLedger,
  type AccountLine,
  type Balance,
  decimal,
  type EntryField,
  type EntryView,
  type LineView,
} from "@cartulary/ledger";
import type { Accounting } from "@cartulary/rental/accounting";
import type { accountingEntryOperations, accountingOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";
import type { Text } from "../../transport/negotiation.ts";
import { type Cell, csvOf } from "../csv.ts";

export const accountingEntryHandlers: Handlers<typeof accountingEntryOperations, { readonly accounting: Accounting }> =
  {
    listAccountingEntries: async ({ mandataireId, query: { journal }, list, caller }, { accounting }) => {
      const conditions = journal === undefined ? list.conditions : [...list.conditions, inJournal(journal)];
      return listReply(await accounting(mandataireId).list(caller, { ...list, conditions }));
    },
    getAccountingEntry: async ({ mandataireId, params, caller }, { accounting }) =>
      ok(toWireEntry(await accounting(mandataireId).get(caller, params.id))),
  };

const inJournal = (journal: string): Condition<EntryField> => ({
  fields: ["journal"],
  join: "or",
  predicate: "eq",
  values: [journal],
});

/** An entry with the names of its lines' fields on the wire. */
export const toWireEntry = ({ lines, ...entry }: EntryView): ShownEntry => ({ ...entry, lines: lines.map(shownLine) });

interface ShownEntry extends Omit<EntryView, "lines"> {
  readonly lines: readonly ShownLine[];
}

interface ShownLine extends Omit<LineView, "debitCents" | "creditCents" | "lettering"> {
  readonly debit: LineView["debitCents"];
  readonly credit: LineView["creditCents"];
  readonly letteringCode: LineView["lettering"]["code"];
  readonly letteringStatus: LineView["lettering"]["status"];
}

const shownLine = ({ debitCents, creditCents, lettering, ...line }: LineView): ShownLine => ({
  ...line,
  debit: debitCents,
  credit: creditCents,
  letteringCode: lettering.code,
  letteringStatus: lettering.status,
});

/** Periods, ledger and trial balance over HTTP. */
export const accountingHandlers: Handlers<typeof accountingOperations, { readonly accounting: Accounting }> = {
  listAccountingPeriods: async ({ mandataireId, caller }, { accounting }) =>
    ok(await accounting(mandataireId).periods(caller)),
  closeAccountingPeriod: async ({ mandataireId, params, caller }, { accounting }) =>
    ok(await accounting(mandataireId).closeMonth(caller, params.period)),
  getLedgerAccount: async ({ mandataireId, query, caller }, { accounting }) => {
    const { account: accountCode, auxiliary: auxiliaryCode = null, from = null, to = null } = query;
    const ledger = await accounting(mandataireId).accountLedger(caller, { accountCode, auxiliaryCode, from, to });
    return { ...ok(shownLedger(ledger)), alternatives: { "text/csv": () => ledgerAsCsv(ledger) } };
  },
  getTrialBalance: async ({ mandataireId, query: { from = null, to = null }, caller }, { accounting }) => {
    const { accounts, totalDebitCents, totalCreditCents } = await accounting(mandataireId).trialBalance(caller, {
      from,
      to,
    });
    const totals = { totalDebit: totalDebitCents, totalCredit: totalCreditCents };
    return ok({ from, to, accounts: accounts.map(shownBalance), ...totals });
  },
};

const shownBalance = ({ debitCents, creditCents, balanceCents, ...account }: Balance) => ({
  ...account,
  debit: debitCents,
  credit: creditCents,
  balance: balanceCents,
});

const shownLedger = ({ openingBalanceCents, closingBalanceCents, lines, ...account }: AccountLedger) => ({
  ...account,
  openingBalance: openingBalanceCents,
  lines: lines.map(({ debitCents, creditCents, balanceCents, ...line }) => ({
    ...line,
    debit: debitCents,
    credit: creditCents,
    balance: balanceCents,
  })),
  closingBalance: closingBalanceCents,
});

const COLUMNS = ["date", "journal", "reference", "label", "debit", "credit", "balance", "lettering_code"] as const;

/** The opening balance is the first row, so that the last row always has the closing balance. */
function ledgerAsCsv(ledger: AccountLedger): Text {
  const { accountCode, auxiliaryCode } = ledger;
  return {
    name: `${["ledger", accountCode, auxiliaryCode].filter(Boolean).join("-")}.csv`,
    pieces: csvOf(COLUMNS, rowsOf(ledger)),
  };
}

function* rowsOf({ from, openingBalanceCents, lines }: AccountLedger): Generator<readonly Cell[]> {
  yield [from, null, null, "Opening balance", null, null, decimal(openingBalanceCents), null];
  for (const line of lines) yield rowOf(line);
}

function rowOf({
  date,
  journal,
  reference,
  label,
  debitCents,
  creditCents,
  balanceCents,
  letteringCode,
}: AccountLine & Pick<Balance, "balanceCents">): readonly Cell[] {
  const amounts = [debitCents, creditCents, balanceCents].map((cents) => decimal(cents));
  return [date, journal, reference, label, ...amounts, letteringCode];
}
