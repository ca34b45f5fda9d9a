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
import type { Accounting, FeeWithdrawals, MandataireId } from "@cartulary/rental";
import type { accountingEntryOperations, accountingOperations, feeWithdrawalOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";
import type { Text } from "../transport/negotiation.ts";
import { type Cell, csvOf } from "./csv.ts";

/** Accounting entries over HTTP. */
export const accountingEntryHandlers = (accounting: Accounting): Handlers<typeof accountingEntryOperations> => ({
  listAccountingEntries: async ({ mandataireId, query: { journal }, list, caller }) => {
    const conditions = journal === undefined ? list.conditions : [...list.conditions, inJournal(journal)];
    return listed(await accounting(mandataireId).list(caller, { ...list, conditions }));
  },
  getAccountingEntry: async ({ mandataireId, params, caller }) =>
    ok(shownEntry(await accounting(mandataireId).get(caller, params.id))),
});

const inJournal = (journal: string): Condition<EntryField> => ({
  fields: ["journal"],
  join: "or",
  predicate: "eq",
  values: [journal],
});

const shownEntry = ({ lines, ...entry }: EntryView) => ({ ...entry, lines: lines.map(shownLine) });

const shownLine = ({ debitCents, creditCents, lettering, ...line }: LineView) => ({
  ...line,
  debit: debitCents,
  credit: creditCents,
  letteringCode: lettering.code,
  letteringStatus: lettering.status,
});

/** Withdrawals of fees over HTTP. */
export function feeWithdrawalHandlers(
  feeWithdrawals: (mandataireId: MandataireId) => FeeWithdrawals,
): Handlers<typeof feeWithdrawalOperations> {
  return {
    createFeeWithdrawal: async ({ mandataireId, body, caller }) =>
      created(shownEntry(await feeWithdrawals(mandataireId).create(caller, body))),
  };
}

/** Periods, ledger and trial balance over HTTP. */
export const accountingHandlers = (accounting: Accounting): Handlers<typeof accountingOperations> => ({
  listAccountingPeriods: async ({ mandataireId, caller }) => ok(await accounting(mandataireId).periods(caller)),
  closeAccountingPeriod: async ({ mandataireId, params, caller }) =>
    ok(await accounting(mandataireId).closeMonth(caller, params.period)),
  getLedgerAccount: async ({ mandataireId, query, caller }) => {
    const { account: accountCode, auxiliary: auxiliaryCode = null, from = null, to = null } = query;
    const ledger = await accounting(mandataireId).accountLedger(caller, { accountCode, auxiliaryCode, from, to });
    return { ...ok(shownLedger(ledger)), alternatives: { "text/csv": () => ledgerAsCsv(ledger) } };
  },
  getTrialBalance: async ({ mandataireId, query: { from = null, to = null }, caller }) => {
    const { accounts, totalDebitCents, totalCreditCents } = await accounting(mandataireId).trialBalance(caller, {
      from,
      to,
    });
    const totals = { totalDebit: totalDebitCents, totalCredit: totalCreditCents };
    return ok({ from, to, accounts: accounts.map(shownBalance), ...totals });
  },
});

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

/** The opening balance is the first row, so that the last one has the closing balance whatever moved. */
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
