import { type FieldError, invalid, unprocessable } from "@cartulary/kernel";
import type { Auxiliary } from "@cartulary/ledger";
import { fieldError } from "../../agency/field-rules.ts";
import type { EstateStores } from "../ports.ts";

/** Kinds of auxiliary accounts for owners (mandants), tenants and suppliers, with their entity types in the ledger. */
const ACCOUNT_KINDS = { PRO: "OwnerActor", LOC: "TenantActor", FOU: "ServiceProvider" } as const;
export type AccountKind = keyof typeof ACCOUNT_KINDS;

/** Digits of the longest code that a request may choose. */
const DIGITS_MAX = 15;

/** Returns an error if the requested code is invalid. */
export function codeError(kind: AccountKind, code: string | undefined): FieldError | null {
  if (code === undefined) return null;
  const digits = code.startsWith(kind) ? code.slice(kind.length) : "";
  if (digits.length >= 4 && digits.length <= DIGITS_MAX && /^[0-9]+$/.test(digits)) return null;
  return fieldError("accountingCode", "invalid", `is not ${kind} and 4 digits or more`);
}

/**
 * Returns the code of a new person (estate.md 3.1). A requested code may exist in the book from an opening, but must be
 * unassigned and not retired. Otherwise returns the next code of the counter that is new to the book and not retired.
 * The counter stays locked until the transaction ends, so that a rollback leaves no gap.
 */
export async function assignCode(
  { accounts, codes }: EstateStores,
  kind: AccountKind,
  requestedCode: string | undefined,
): Promise<string> {
  const last = await codes.lock(kind);
  if (requestedCode !== undefined) {
    const [known] = await accounts.auxiliaries([requestedCode]);
    if (known?.entityId || (await codes.findRetired([requestedCode])).length > 0)
      throw invalid(fieldError("accountingCode", "taken", "is or was used by another record"));
    return requestedCode;
  }
  return nextCode({ accounts, codes }, kind, last);
}

/**
 * Returns the next code after `from` that is new to the book and not retired, and advances the counter, which the
 * caller has locked.
 */
export async function nextCode(
  { accounts, codes }: Pick<EstateStores, "accounts" | "codes">,
  kind: string,
  from: number,
): Promise<string> {
  for (let last = from; ; ) {
    const next = Array.from({ length: CODES_PER_QUERY }, (_, index) => codeOf(kind, last + index + 1));
    const known = new Set([
      ...(await accounts.auxiliaries(next)).map(({ code }) => code),
      ...(await codes.findRetired(next)),
    ]);
    const firstFree = next.findIndex((code) => !known.has(code));
    last += firstFree < 0 ? CODES_PER_QUERY : firstFree + 1;
    if (firstFree < 0) continue;
    await codes.set(kind, last);
    return codeOf(kind, last);
  }
}

/** Codes checked per statement. */
const CODES_PER_QUERY = 50;

const codeOf = (kind: string, number: number): string => kind + String(number).padStart(4, "0");

/** Returns the next `count` codes after a code. */
export function codesBehind(code: string, count: number): readonly string[] {
  const [, kind = "", digits = "0"] = /^([A-Z]+)(\d{1,15})$/.exec(code) ?? [];
  if (kind === "") return [];
  return Array.from({ length: count }, (_, index) => codeOf(kind, Number(digits) + index + 1));
}

/** A person with an account in the book. */
interface Holder {
  readonly id: string;
  readonly displayName: string;
  readonly accountingCode: string;
}

/** Stores a person's account under the present name. */
export async function saveAccount(
  { accounts }: Pick<EstateStores, "accounts">,
  kind: AccountKind,
  holder: Holder,
): Promise<void> {
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

/** Removes a person's account; throws `has_dependents` if the book has lines of it. */
export async function removeAccount(
  { books, accounts, codes }: EstateStores,
  { accountingCode }: Holder,
): Promise<void> {
  // Every write of an entry locks the book as well.
  await books.lock();
  if (!(await accounts.removeAuxiliary(accountingCode)))
    throw unprocessable("has_dependents", "The book has lines of this account; its holder cannot be removed");
  await codes.retire(accountingCode);
}
