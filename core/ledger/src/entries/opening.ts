import type { Day, Instant, NewId } from "@cartulary/kernel";
import { yearOf } from "../accounts/journal.ts";
import type { ValidatedPlan } from "../accounts/ledger-plan.ts";
import { negate, sum, ZERO } from "../accounts/money.ts";
import type { SubaccountBalance } from "./balance.ts";
import { type EntryContent, type Line, type LineId, OPENING } from "./entry.ts";

export interface OpeningContext {
  readonly plan: ValidatedPlan;
  readonly societyCode: string;
  /** 1 January of the new year. */
  readonly day: Day;
  readonly now: Instant;
  readonly newId: NewId;
}

/**
 * Builds the opening entry (à-nouveaux) of a year (fec.md 1.4): the balances of classes 1 to 5, one line per
 * subaccount, and the result, which is the sum of classes 6 and 7. `null` when there is nothing to carry forward.
 */
export function openingEntry(balances: readonly SubaccountBalance[], context: OpeningContext): EntryContent | null {
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

/** Returns the common fields of opening entries; they identify them in the accounting file (fec.md 1.4). */
export function openingHeading({ generalJournal }: ValidatedPlan, day: Day): OpeningHeading {
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

/** Returns the result of the year. A profit is a credit balance. */
function resultOf(
  balances: readonly SubaccountBalance[],
  { resultAccounts, accountsByCode }: ValidatedPlan,
): SubaccountBalance {
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
    creditCents: balanceCents < 0 ? negate(balanceCents) : ZERO,
  };
}

/** True for accounts of classes 1 to 5, whose balances are carried forward; classes 6 and 7 form the result. */
export const isBalanceSheet = (accountCode: string): boolean => /^[1-5]/.test(accountCode);
