import { type Day, dayBefore, existing } from "@cartulary/kernel";
import { type Series, yearOf } from "../accounts/journal.ts";
import { type Cents, minus, negated, sum, ZERO } from "../accounts/money.ts";
import {
  type AccountLedger,
  type AccountQuery,
  type AccountStatement,
  type Balances,
  type LinePlace,
  type LinesPage,
  type Range,
  runningBalances,
} from "../entries/balance.ts";
import { carriedSince } from "../entries/period.ts";
import type { AccountRange, LedgerStores } from "../stores/ports.ts";
import type { Dependencies } from "./dependencies.ts";

/** {@link Ledger.trialBalance} */
export async function trialBalance({ balances }: LedgerStores, range: Range): Promise<Balances> {
  const accounts = (await balances.movements(range)).map((movement) => ({
    ...movement,
    balanceCents: minus(movement.debitCents, movement.creditCents),
  }));
  return {
    from: range.from,
    to: range.to,
    accounts,
    totalDebitCents: sum(accounts.map(({ debitCents }) => debitCents)),
    totalCreditCents: sum(accounts.map(({ creditCents }) => creditCents)),
  };
}

/**
 * {@link Ledger.accountLedger}. What a closed year carried forward is the first line of a range that begins on that
 * 1 January, is in the opening balance of one that begins later, and in no other: those count what it repeats.
 */
export async function accountLedger(
  stores: LedgerStores,
  { plan }: Pick<Dependencies, "plan">,
  { accountCode, auxiliaryCode = null, ...range }: AccountQuery,
): Promise<AccountLedger> {
  const account = existing(plan.accountsByCode.get(accountCode));
  const accountRange: AccountRange = { ...range, accountCode, auxiliaryCode };
  const opening = range.from === null ? ZERO : await openingBalance(stores, { ...accountRange, from: range.from });
  const lines = runningBalances(opening, await stores.balances.lines(accountRange));
  return {
    accountCode,
    accountName: account.name,
    auxiliaryCode,
    from: range.from,
    to: range.to,
    openingBalanceCents: opening,
    lines,
    closingBalanceCents: lines.at(-1)?.balanceCents ?? opening,
  };
}

/** What was on the account before a day. */
async function openingBalance(
  { balances, books }: LedgerStores,
  { from, ...range }: AccountRange & { readonly from: Day },
): Promise<Cents> {
  const since = carriedSince(existing(await books.find()), from);
  if (since === from) return ZERO;
  return balances.balance({ ...range, from: since, to: dayBefore(from) });
}

/** Lines of a statement that are read at once. */
const PAGE = 1000;

/**
 * One account over a range, as somebody is told of it: what there was before is in the opening balance, also what a closed
 * year carried forward, and the lines are what moved. They may be many: the first page is here, the next ones are
 * {@link statementPage}'s, in transactions of their own.
 */
export async function accountStatement(stores: LedgerStores, account: AccountRange): Promise<AccountStatement> {
  const { balances, ledgerInspection } = stores;
  const openingBalanceCents = account.from === null ? ZERO : await balanceBefore(stores, account, account.from);
  const { debitCents, creditCents } = await balances.turnover(account);
  const heads = await ledgerInspection.series();
  return {
    openingBalanceCents,
    debitCents,
    creditCents,
    closingBalanceCents: sum([openingBalanceCents, debitCents, negated(creditCents)]),
    firstPage: await statementPage(stores, account, { heads }, null),
    heads,
  };
}

/** A page of a statement that was begun: what was entered since then is left out. */
export async function statementPage(
  { balances }: LedgerStores,
  account: AccountRange,
  { heads }: Pick<AccountStatement, "heads">,
  after: LinePlace | null,
): Promise<LinesPage> {
  const numbers = new Map(heads.map((series) => [seriesName(series), series.number]));
  const lines = await balances.page(account, after, PAGE);
  return {
    lines: lines.filter(
      ({ number, date, ...series }) => number <= (numbers.get(seriesName({ ...series, year: yearOf(date) })) ?? 0),
    ),
    next: lines.length < PAGE ? null : (lines.at(-1) ?? null),
  };
}

const seriesName = ({ societyCode, journal, year }: Pick<Series, "societyCode" | "journal" | "year">): string =>
  `${year} ${journal} ${societyCode}`;

/** What was on an account before a day, in whatever year. */
async function balanceBefore({ balances, books }: LedgerStores, account: AccountRange, from: Day): Promise<Cents> {
  const to = dayBefore(from);
  const since = carriedSince(existing(await books.find()), to);
  return balances.balance({ ...account, from: since, to });
}
