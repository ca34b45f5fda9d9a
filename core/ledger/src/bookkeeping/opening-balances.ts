import { type Caller, conflict, type Day, existing, type FieldError, refused, requireSound } from "@cartulary/kernel";
import type { Auxiliary } from "../accounts/account.ts";
import type { Plan } from "../accounts/chart.ts";
import type { SealedEntry } from "../entries/entry.ts";
import { auxiliaryErrors, type NewLine } from "../entries/entry-input.ts";
import { isBalanceSheet, openingHeading } from "../entries/opening.ts";
import type { LedgerStores } from "../stores/ports.ts";
import type { Dependencies } from "./dependencies.ts";
import { sealed, written } from "./posting.ts";

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
  const book = existing(await stores.books.lock());
  requireSound(classErrors(lines, dependencies.plan));
  await requireFirst(stores, societyCode, date);
  for (const auxiliary of await unknownAuxiliaries(stores, dependencies.plan, lines))
    await stores.accounts.saveAuxiliary(auxiliary);
  const { sourceType, ...heading } = openingHeading(dependencies.plan, date);
  const [content] = await written(stores, dependencies, [{ ...heading, societyCode, lines }], () => FIELDS);
  const opening = { ...existing(content), sourceType };
  const [entry] = await sealed(stores, dependencies, { book, caller, contents: [opening] });
  return existing(entry);
}

/** What fields of the entry are told under, as of one that is posted alone. */
const FIELDS = "entries[0].";

/** Classes 6 and 7 begin each year with nothing: their balances would count in a year that they are not of. */
function classErrors(lines: readonly NewLine[], { accountsByCode, resultAccounts }: Plan): readonly FieldError[] {
  const message = `is of class 6 or 7, which no year begins with: enter their result on ${resultAccounts.profit} when it is a profit, on ${resultAccounts.loss} when it is a loss`;
  return lines.flatMap(({ accountCode }, index) =>
    isBalanceSheet(accountCode) || !accountsByCode.has(accountCode)
      ? []
      : [{ field: `${FIELDS}lines[${index}].accountCode`, code: "invalid", message } as const],
  );
}

/** Beside another opening, or what an earlier year carried forward, the same money would be there twice. */
async function requireFirst({ entries }: LedgerStores, societyCode: string, date: Day): Promise<void> {
  const opened = await entries.openingDay(societyCode);
  if (opened !== null)
    throw conflict("opening_exists", `The book has opening balances of ${opened} already: reverse that entry first`);
  if (await entries.anyBefore(societyCode, date))
    throw refused(
      "not_the_beginning",
      `The book has entries before ${date}, whose balances are in it: opening balances begin a book; date them before its first entry`,
    );
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
