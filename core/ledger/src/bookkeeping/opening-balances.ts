import {
  type Caller,
  conflict,
  type Day,
  type FieldError,
  orNotFound,
  throwIfInvalid,
  unprocessable,
} from "@cartulary/kernel";
import type { Auxiliary } from "../accounts/account.ts";
import type { ValidatedPlan } from "../accounts/ledger-plan.ts";
import type { SealedEntry } from "../entries/entry.ts";
import { auxiliaryErrors, type NewLine } from "../entries/entry-input.ts";
import { isBalanceSheet, openingHeading } from "../entries/opening.ts";
import type { LedgerStores } from "../stores/ports.ts";
import type { Dependencies } from "./dependencies.ts";
import { buildEntries, sealAndInsert } from "./post-entries.ts";

/** Balances of a society's accounts in another system, before this book began. */
export interface OpeningBalances {
  readonly societyCode: string;
  readonly date: Day;
  /** One line per subaccount; they must balance. */
  readonly lines: readonly NewLine[];
}

/** {@link Ledger.enterOpening} */
export async function enterOpening(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  { societyCode, date, lines }: OpeningBalances,
): Promise<SealedEntry> {
  // Locks the book exclusively: of two concurrent openings, neither would see the other.
  const book = orNotFound(await stores.books.lock());
  throwIfInvalid(classErrors(lines, dependencies.plan));
  await requireFirst(stores, societyCode, date);
  for (const auxiliary of await unknownAuxiliaries(stores, dependencies.plan, lines))
    await stores.accounts.saveAuxiliary(auxiliary);
  const { sourceType, ...heading } = openingHeading(dependencies.plan, date);
  const [content] = await buildEntries(stores, dependencies, [{ ...heading, societyCode, lines }], () => FIELDS);
  const opening = { ...orNotFound(content), sourceType };
  const [entry] = await sealAndInsert(stores, dependencies, { book, caller, contents: [opening] });
  return orNotFound(entry);
}

/** Prefix of field errors, as in a posting of one entry. */
const FIELDS = "entries[0].";

/** Rejects accounts of classes 6 and 7, whose balances belong to the year before. */
function classErrors(
  lines: readonly NewLine[],
  { accountsByCode, resultAccounts }: ValidatedPlan,
): readonly FieldError[] {
  const message = `is of class 6 or 7, which no year begins with: enter their result on ${resultAccounts.profit} when it is a profit, on ${resultAccounts.loss} when it is a loss`;
  return lines.flatMap(({ accountCode }, index) =>
    isBalanceSheet(accountCode) || !accountsByCode.has(accountCode)
      ? []
      : [{ field: `${FIELDS}lines[${index}].accountCode`, code: "invalid", message } as const],
  );
}

/** Rejects a second opening or an opening after existing entries, which would count the same balances twice. */
async function requireFirst({ entries }: LedgerStores, societyCode: string, date: Day): Promise<void> {
  const opened = await entries.openingDay(societyCode);
  if (opened !== null)
    throw conflict("opening_exists", `The book has opening balances of ${opened} already: reverse that entry first`);
  if (await entries.anyBefore(societyCode, date))
    throw unprocessable(
      "not_the_beginning",
      `The book has entries before ${date}, whose balances are in it: opening balances begin a book; date them before its first entry`,
    );
}

/**
 * Returns new auxiliaries named by lines, with the kind of their account and their line's label as name. Invalid codes
 * are left to the validation of the lines.
 */
async function unknownAuxiliaries(
  { accounts }: LedgerStores,
  plan: ValidatedPlan,
  lines: readonly NewLine[],
): Promise<readonly Auxiliary[]> {
  const created = new Map<string, Auxiliary>();
  for (const { accountCode, auxiliaryCode, label } of lines) {
    const kind = plan.accountsByCode.get(accountCode)?.auxiliaries;
    if (!kind || !auxiliaryCode || created.has(auxiliaryCode)) continue;
    const auxiliary = { kind, code: auxiliaryCode, name: label, entityType: null, entityId: null };
    if (auxiliaryErrors(auxiliary, plan).some(({ field }) => field === "code")) continue;
    created.set(auxiliaryCode, auxiliary);
  }
  const existing = await accounts.auxiliaries([...created.keys()]);
  for (const { code } of existing) created.delete(code);
  return [...created.values()];
}
