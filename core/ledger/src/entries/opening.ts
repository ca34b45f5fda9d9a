import type { Day, Instant, NewId } from "@cartulary/kernel";
import type { Plan } from "../accounts/chart.ts";
import { yearOf } from "../accounts/journal.ts";
import { negated, sum, ZERO } from "../accounts/money.ts";
import type { SubaccountBalance } from "./balance.ts";
import { type EntryContent, type Line, type LineId, OPENING } from "./entry.ts";

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
export function openingOf(balances: readonly SubaccountBalance[], context: OpeningContext): EntryContent | null {
  const carried = balances.filter(({ accountCode }) => isBalanceSheet(accountCode));
  const lines = [...carried, resultOf(balances, context.plan)].filter(({ balanceCents }) => balanceCents !== 0);
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

/** A profit is what credits of classes 6 and 7 exceed debits by; it stays a credit on its account. */
function resultOf(balances: readonly SubaccountBalance[], { resultAccounts, accountsByCode }: Plan): SubaccountBalance {
  const ended = balances.filter(({ accountCode }) => !isBalanceSheet(accountCode));
  const balanceCents = sum(ended.map((each) => each.balanceCents));
  const accountCode = balanceCents < 0 ? resultAccounts.profit : resultAccounts.loss;
  const accountName = accountsByCode.get(accountCode)?.name ?? accountCode;
  return { accountCode, accountName, auxiliaryCode: null, auxiliaryName: null, balanceCents };
}

function openingLine(
  { balanceCents, ...subaccount }: SubaccountBalance,
  label: string,
  lineNumber: number,
  newId: NewId,
): Line {
  return {
    id: newId<"Line">() as LineId,
    lineNumber,
    accountCode: subaccount.accountCode,
    accountName: subaccount.accountName,
    auxiliaryCode: subaccount.auxiliaryCode,
    auxiliaryName: subaccount.auxiliaryName,
    label,
    debitCents: balanceCents > 0 ? balanceCents : ZERO,
    creditCents: balanceCents < 0 ? negated(balanceCents) : ZERO,
  };
}

/** Whether an account's balance goes on from year to year: classes 1 to 5. Those of 6 and 7 end in the year's result. */
export const isBalanceSheet = (accountCode: string): boolean => /^[1-5]/.test(accountCode);
