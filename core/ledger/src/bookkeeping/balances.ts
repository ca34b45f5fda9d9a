import { type Day, dayBefore, existing } from "@cartulary/kernel";
import { type Cents, minus, sum, ZERO } from "../accounts/money.ts";
import {
  type AccountLedger,
  type AccountQuery,
  type Balances,
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
