import { type Day, dayBefore, orNotFound } from "@cartulary/kernel";
import { type Series, yearOf } from "../accounts/journal.ts";
import { type Cents, minus, negate, sum, ZERO } from "../accounts/money.ts";
import {
  type AccountLedger,
  type AccountQuery,
  type AccountStatement,
  type Balances,
  type LineCursor,
  type LinesPage,
  type Range,
  runningBalances,
} from "../entries/balance.ts";
import { balanceStartDay } from "../entries/period.ts";
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
 * {@link Ledger.accountLedger}. The amount carried forward from a closed year is the first line of a range that begins
 * on that 1 January, part of the opening balance of a range that begins later, and absent from other ranges, which
 * contain the original lines.
 */
export async function accountLedger(
  stores: LedgerStores,
  { plan }: Pick<Dependencies, "plan">,
  { accountCode, auxiliaryCode = null, ...range }: AccountQuery,
): Promise<AccountLedger> {
  const account = orNotFound(plan.accountsByCode.get(accountCode));
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

/** Returns the balance before a day of the same year. */
async function openingBalance(
  { balances, books }: LedgerStores,
  { from, ...range }: AccountRange & { readonly from: Day },
): Promise<Cents> {
  const since = balanceStartDay(orNotFound(await books.find()), from);
  if (since === from) return ZERO;
  return balances.balance({ ...range, from: since, to: dayBefore(from) });
}

const PAGE = 1000;

/**
 * Returns the statement of an account over a range: opening balance (including amounts carried forward), turnover, and
 * the first page of lines. Read further pages with {@link statementPage}, each in its own transaction.
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
    closingBalanceCents: sum([openingBalanceCents, debitCents, negate(creditCents)]),
    firstPage: await statementPage(stores, account, { heads }, null),
    heads,
  };
}

/** Returns a page of the statement without entries sealed after the statement was started. */
export async function statementPage(
  { balances }: LedgerStores,
  account: AccountRange,
  { heads }: Pick<AccountStatement, "heads">,
  after: LineCursor | null,
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

/** Returns the balance before a day of any year. */
async function balanceBefore({ balances, books }: LedgerStores, account: AccountRange, from: Day): Promise<Cents> {
  const to = dayBefore(from);
  const since = balanceStartDay(orNotFound(await books.find()), to);
  return balances.balance({ ...account, from: since, to });
}
