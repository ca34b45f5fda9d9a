import { type FieldError, invalid, refused } from "@cartulary/kernel";
import type { Auxiliary } from "@cartulary/ledger";
import { fault } from "../estate/fields.ts";
import type { EstateStores } from "../ports.ts";

/** Whom accounts are kept for: owners (mandants) and tenants, and what the ledger calls them. */
const ACCOUNT_KINDS = { PRO: "OwnerActor", LOC: "TenantActor" } as const;
/** A kind of the chart whose accounts are kept for people. */
export type AccountKind = keyof typeof ACCOUNT_KINDS;

/** Digits of the longest code that somebody may bring along. */
const DIGITS_MAX = 15;

/** What is wrong with a code that somebody brings along; `null` when nothing is. */
export function codeError(kind: AccountKind, code: string | undefined): FieldError | null {
  if (code === undefined) return null;
  const digits = code.startsWith(kind) ? code.slice(kind.length) : "";
  if (digits.length >= 4 && digits.length <= DIGITS_MAX && /^[0-9]+$/.test(digits)) return null;
  return fault("accountingCode", "invalid", `is not ${kind} and 4 digits or more`);
}

/**
 * The code of somebody new (estate.md 3.1): the one that is brought along, which an opening may have made and nobody has;
 * else the next of the mandataire's counter that the book does not know and nobody ever had. The counter stays locked until
 * the transaction ends, so that what is rolled back leaves no gap.
 */
export async function allottedCode(
  { accounts, codes }: EstateStores,
  kind: AccountKind,
  wanted: string | undefined,
): Promise<string> {
  const last = await codes.lock(kind);
  if (wanted !== undefined) {
    const [known] = await accounts.auxiliaries([wanted]);
    if (known?.entityId || (await codes.retired([wanted])).length > 0)
      throw invalid(fault("accountingCode", "taken", "is or was somebody else's"));
    return wanted;
  }
  return nextCode({ accounts, codes }, kind, last);
}

/** The next code of a counter, which is locked, that the book does not know and nobody ever had: counted. */
export async function nextCode(
  { accounts, codes }: Pick<EstateStores, "accounts" | "codes">,
  kind: string,
  from: number,
): Promise<string> {
  for (let last = from; ; ) {
    const next = Array.from({ length: CODES_AT_ONCE }, (_, index) => codeOf(kind, last + index + 1));
    const known = new Set([
      ...(await accounts.auxiliaries(next)).map(({ code }) => code),
      ...(await codes.retired(next)),
    ]);
    const free = next.findIndex((code) => !known.has(code));
    last += free < 0 ? CODES_AT_ONCE : free + 1;
    if (free < 0) continue;
    await codes.set(kind, last);
    return codeOf(kind, last);
  }
}

/** Codes that the book is asked about at once. */
const CODES_AT_ONCE = 50;

const codeOf = (kind: string, number: number): string => kind + String(number).padStart(4, "0");

/** The codes that come behind one, as the counter goes. */
export function codesBehind(code: string, count: number): readonly string[] {
  const [, kind = "", digits = "0"] = /^([A-Z]+)(\d{1,15})$/.exec(code) ?? [];
  if (kind === "") return [];
  return Array.from({ length: count }, (_, index) => codeOf(kind, Number(digits) + index + 1));
}

/** Somebody whom accounts are kept for. */
interface Holder {
  readonly id: string;
  readonly displayName: string;
  readonly accountingCode: string;
}

/** Keeps somebody's account under his present name. */
export async function saveAccount({ accounts }: EstateStores, kind: AccountKind, holder: Holder): Promise<void> {
  const { id, displayName, accountingCode } = holder;
  const auxiliary: Auxiliary = {
    kind,
    code: accountingCode,
    name: displayName,
    entityType: ACCOUNT_KINDS[kind],
    entityId: id,
  };
  await accounts.saveAuxiliary(auxiliary);
}

/** Removes somebody's account for good; refuses (`has_dependents`) where a line of the book names it. */
export async function removeAccount(
  { books, accounts, codes }: EstateStores,
  { accountingCode }: Holder,
): Promise<void> {
  // Whoever writes an entry holds the book.
  await books.lock();
  if (!(await accounts.removeAuxiliary(accountingCode)))
    throw refused("has_dependents", "The book has lines of this account: who it is kept for stays");
  await codes.retire(accountingCode);
}
