import type { Day, Instant, NewId } from "@cartulary/kernel";
import type { Movement } from "./balance.ts";
import type { Plan } from "./chart.ts";
import { type EntryContent, type Line, type LineId, OPENING } from "./entry.ts";
import { yearOf } from "./journal.ts";
import { type Cents, minus, negated, sum, ZERO } from "./money.ts";

/** What an opening entry is made of. */
export interface OpeningContext {
  readonly plan: Plan;
  readonly societyCode: string;
  /** 1 January of the year that it opens. */
  readonly day: Day;
  readonly now: Instant;
  readonly newId: NewId;
}

/**
 * The à-nouveaux of a year (fec.md 1.4): the balances of classes 1 to 5 of the year before, one line a subaccount, and
 * its result, which is what classes 6 and 7 sum to. `null` where there is nothing to carry.
 */
export function openingOf(movements: readonly Movement[], context: OpeningContext): EntryContent | null {
  const carried = movements
    .filter(({ accountCode }) => isBalanceSheet(accountCode))
    .map((movement) => ({ ...movement, balance: minus(movement.debitCents, movement.creditCents) }));
  const lines = [...carried, ...resultOf(movements, context.plan)].filter(({ balance }) => balance !== 0);
  if (lines.length === 0) return null;
  const heading = openingHeading(context.plan, context.day);
  return {
    ...heading,
    id: context.newId<"Entry">(),
    societyCode: context.societyCode,
    entryDate: context.now,
    periodStart: null,
    periodEnd: null,
    sourceId: null,
    sourceSeq: 0,
    lines: lines.map((line, index) => openingLine(line, heading.description, index + 1, context.newId)),
  };
}

interface OpeningHeading
  extends Pick<EntryContent, "journal" | "accountingDate" | "documentDate" | "documentReference" | "sourceType"> {
  readonly description: string;
}

/** What every opening entry of a year says of itself: by these it is known in the accounting file (fec.md 1.4). */
export function openingHeading({ generalJournal }: Plan, day: Day): OpeningHeading {
  const year = yearOf(day);
  return {
    journal: generalJournal,
    accountingDate: day,
    documentDate: day,
    documentReference: `AN-${year}`,
    description: `À-nouveaux ${year}`,
    sourceType: OPENING,
  };
}

/** A subaccount and what is on it, positive on the debit side. */
type Balance = Omit<Movement, "debitCents" | "creditCents"> & { readonly balance: Cents };

/** A profit is what credits of classes 6 and 7 exceed debits by; it stays a credit on its account. */
function resultOf(movements: readonly Movement[], { resultAccounts, accountsByCode }: Plan): readonly Balance[] {
  const balance = sum(
    movements
      .filter(({ accountCode }) => !isBalanceSheet(accountCode))
      .map(({ debitCents, creditCents }) => minus(debitCents, creditCents)),
  );
  const accountCode = balance < 0 ? resultAccounts.profit : resultAccounts.loss;
  const accountName = accountsByCode.get(accountCode)?.name ?? accountCode;
  return [{ accountCode, accountName, auxiliaryCode: null, auxiliaryName: null, balance }];
}

function openingLine({ balance, ...subaccount }: Balance, label: string, lineNumber: number, newId: NewId): Line {
  return {
    id: newId<"Line">() as LineId,
    lineNumber,
    accountCode: subaccount.accountCode,
    accountName: subaccount.accountName,
    auxiliaryCode: subaccount.auxiliaryCode,
    auxiliaryName: subaccount.auxiliaryName,
    label,
    debitCents: balance > 0 ? balance : ZERO,
    creditCents: balance < 0 ? negated(balance) : ZERO,
  };
}

/** Whether an account's balance goes on from year to year: classes 1 to 5. Those of 6 and 7 end in the year's result. */
export const isBalanceSheet = (accountCode: string): boolean => /^[1-5]/.test(accountCode);
