import {
  type Caller,
  conflict,
  type Day,
  existing,
  firstDayOfYear,
  type ListQuery,
  lastDayOfYear,
} from "@cartulary/kernel";
import type { Auxiliary } from "./account.ts";
import type { Plan } from "./chart.ts";
import type { Dependencies } from "./dependencies.ts";
import { OPENING, REVERSAL, type SealedEntry } from "./entry.ts";
import { auxiliaryErrors, type NewLine } from "./entry-input.ts";
import type { EntryField } from "./entry-view.ts";
import { yearOf } from "./journal.ts";
import { openingHeading } from "./opening.ts";
import type { LedgerStores } from "./ports.ts";
import { post } from "./posting.ts";

/** What the accounts of a society stood at elsewhere, before this book was kept. */
export interface OpeningBalances {
  readonly societyCode: string;
  readonly date: Day;
  /** One a subaccount; they balance. */
  readonly lines: readonly NewLine[];
}

/** {@link Ledger.enterOpening} */
export async function enterOpening(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  { societyCode, date, lines }: OpeningBalances,
): Promise<SealedEntry> {
  // Alone, not beside others who post: two at once would each see no opening.
  existing(await stores.books.lock());
  await requireUnopened(stores, societyCode, yearOf(date));
  for (const auxiliary of await unknownAuxiliaries(stores, dependencies.plan, lines))
    await stores.accounts.saveAuxiliary(auxiliary);
  const opening = { ...openingHeading(dependencies.plan, date), societyCode, lines };
  const [entry] = await post(stores, dependencies, caller, [opening]);
  return existing(entry);
}

/** Twice the same balances would be twice the money. */
async function requireUnopened({ entries }: LedgerStores, societyCode: string, year: number): Promise<void> {
  const openings = await entries.list(
    first(100, [
      ["sourceType", "eq", OPENING],
      ["societyCode", "eq", societyCode],
      ["accountingDate", "gteq", firstDayOfYear(year)],
      ["accountingDate", "lteq", lastDayOfYear(year)],
    ]),
  );
  if (openings.total === 0) return;
  const ids = openings.items.map(({ id }) => id);
  const reversals = await entries.list(
    first(1, [
      ["sourceType", "eq", REVERSAL],
      ["sourceId", "in", ...ids],
    ]),
  );
  if (reversals.total < openings.total)
    throw conflict("opening_exists", `The year ${year} has an opening entry already: reverse that one first`);
}

type Asked = readonly [field: EntryField, predicate: "eq" | "in" | "gteq" | "lteq", ...values: readonly string[]];

function first(perPage: number, asked: readonly Asked[]): ListQuery<EntryField> {
  const conditions = asked.map(([field, predicate, ...values]) => ({
    fields: [field] as const,
    join: "and" as const,
    predicate,
    values,
  }));
  return { page: 1, perPage, sort: "createdAt", direction: "asc", conditions };
}

/**
 * Those whom lines name and nobody knows yet, each of the kind that its account takes, named as its line is labelled. Codes
 * that cannot be kept are left to the judgement of their line.
 */
async function unknownAuxiliaries(
  { accounts }: LedgerStores,
  plan: Plan,
  lines: readonly NewLine[],
): Promise<readonly Auxiliary[]> {
  const named = new Map<string, Auxiliary>();
  for (const { accountCode, auxiliaryCode, label } of lines) {
    const kind = plan.accountsByCode.get(accountCode)?.auxiliaries;
    if (!kind || !auxiliaryCode || named.has(auxiliaryCode)) continue;
    const auxiliary = { kind, code: auxiliaryCode, name: label, entityType: null, entityId: null };
    if (auxiliaryErrors(auxiliary, plan).some(({ field }) => field === "code")) continue;
    named.set(auxiliaryCode, auxiliary);
  }
  const known = await accounts.auxiliaries([...named.keys()]);
  for (const { code } of known) named.delete(code);
  return [...named.values()];
}
