import { fold, unmarked } from "@cartulary/kernel";
import type { RentCall, RentCallId } from "../calls/rent-call.ts";
import { type BankTransaction, firstReferences } from "../payments/bank-transaction.ts";
import type { NamedTenant, TenantOfCaf, TenantOfIban } from "../payments/ports.ts";
import { referencesIn } from "../references/reference.ts";
import { bankWords } from "./bank-words.ts";
import type { Brought } from "./brought.ts";
import type { AllocationInput } from "./transaction-input.ts";

/** An inbound transaction with what its sender says that it is for. */
type Inbound = Pick<Brought, "transaction" | "hints">;

/** What an inbound transaction is for. */
export type Destination =
  /** So much of these calls, as its sender says, and no other. */
  | { readonly kind: "allocated"; readonly parts: readonly NamedPart[] }
  /** This call first; what it leaves pays whatever else the same tenant owes. */
  | { readonly kind: "call"; readonly call: RentCall }
  /** What this tenant owes; of a lease first, where one is known. */
  | { readonly kind: "tenant"; readonly tenant: NamedTenant; readonly lease: NamedLease | null };

/** The lease that a transaction names. */
type NamedLease = Pick<TenantOfCaf, "leaseId" | "leaseReference">;

/** What of a transaction pays which call. */
interface NamedPart {
  readonly call: RentCall;
  readonly amountCents: NonNullable<AllocationInput["amountCents"]>;
}

/** What matching knows of whoever transactions name. */
export interface Named {
  /** By reference. */
  readonly calls: ReadonlyMap<string, RentCall>;
  /** By account. */
  readonly ibans: ReadonlyMap<string, readonly TenantOfIban[]>;
}

/** The reference of a call as its sender writes it, in whatever way a label might. */
const referenceOf = (text: string): string => referencesIn(text, "AP")[0] ?? bankWords(text).toUpperCase();

/** All references of calls that transactions name, to be looked up. */
export function namedReferences({ transaction, hints }: Inbound): readonly string[] {
  const explicit = [hints.rentCallReference, ...(hints.allocations ?? []).map((part) => part.rentCallReference)];
  const references = explicit.flatMap((text) => (text ? [referenceOf(text)] : []));
  return references.length > 0 ? references : firstReferences(transaction, "AP");
}

/**
 * What a transaction is for by what it names: what its sender says, the one reference in its label, the account that it
 * comes from (rental.md §4). `null` where that names nobody; `"unclear"` where it contradicts itself or what there is,
 * which nothing weaker outweighs.
 */
export function namedDestination({ transaction, hints }: Inbound, named: Named): Destination | "unclear" | null {
  const parts = hints.allocations ?? [];
  if (parts.length > 0) return allocatedTo(parts, named);
  if (hints.rentCallReference) return calledBy(hints.rentCallReference, named) ?? "unclear";
  const [reference, other] = firstReferences(transaction, "AP");
  if (other !== undefined) return "unclear";
  const called = reference === undefined ? null : calledBy(reference, named);
  if (called) return called;
  const tenant = onlyOne(named.ibans.get(transaction.counterpartyIban ?? "") ?? []);
  return tenant && { kind: "tenant", tenant, lease: null };
}

function calledBy(reference: string, { calls }: Named): Destination | null {
  const call = calls.get(referenceOf(reference));
  return call ? { kind: "call", call } : null;
}

function allocatedTo(parts: readonly AllocationInput[], { calls }: Named): Destination | "unclear" {
  const found = parts.flatMap(({ rentCallReference = "", amountCents }): readonly NamedPart[] => {
    const call = calls.get(referenceOf(rentCallReference));
    return call && amountCents !== undefined ? [{ call, amountCents }] : [];
  });
  return found.length === parts.length ? { kind: "allocated", parts: found } : "unclear";
}

/** The one tenant among these, however often he is named. */
function onlyOne<Tenant extends NamedTenant>(tenants: readonly Tenant[]): Tenant | null {
  const [first] = tenants;
  return first && tenants.every(({ tenantId }) => tenantId === first.tenantId) ? first : null;
}

/** Characters of the shortest number that is looked for in labels. */
const NUMBER_MIN = 5;

/** What may be a number of the family fund in a label: words of letters and digits, and two that stand together. */
export function numbersIn(label: string | null): readonly string[] {
  const words = (label ?? "").toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const pairs = words.map((word, index) => word + (words[index + 1] ?? ""));
  return [...new Set([...words, ...pairs])].filter((word) => word.length >= NUMBER_MIN && /[0-9]/.test(word));
}

/** The lease that a label names by the number of the family fund. */
export function destinationOfCaf(
  { label }: Pick<BankTransaction, "label">,
  numbers: readonly TenantOfCaf[],
): Destination | null {
  const words = new Set(numbersIn(label));
  const found = numbers.filter(({ number }) => words.has(number));
  const tenant = onlyOne(found);
  if (!tenant) return null;
  const isOfOneLease = found.every(({ leaseId }) => leaseId === tenant.leaseId);
  return { kind: "tenant", tenant, lease: isOfOneLease ? tenant : null };
}

/**
 * Of the calls of exactly its amount the one whose tenant the transaction names, by name or by an account that several share. Of
 * several calls of one tenant the first in their order.
 */
export function destinationOfAmount(
  transaction: BankTransaction,
  calls: readonly RentCall[],
  named: Pick<Named, "ibans">,
): Destination | null {
  const found = callsOfPayers([payerOf(transaction, named)], calls);
  const [call] = found;
  return call && found.every(({ tenantId }) => tenantId === call.tenantId) ? { kind: "call", call } : null;
}

/** Whom a transaction may be from: tenants whose account it is, of which several may share one, and words. */
export interface Payer {
  readonly tenants: ReadonlySet<NamedTenant["tenantId"] | null>;
  readonly words: ReadonlySet<string>;
}

/** Whom a transaction may be from, as far as it says so. */
export function payerOf(
  { counterpartyIban, counterpartyName, label }: BankTransaction,
  { ibans }: Pick<Named, "ibans">,
): Payer {
  return {
    tenants: new Set((ibans.get(counterpartyIban ?? "") ?? []).map(({ tenantId }) => tenantId)),
    words: new Set(wordsOf(`${counterpartyName ?? ""} ${label ?? ""}`)),
  };
}

/** Those of these calls whose tenant one of the payers names, by an account or by all words of his name. */
export function callsOfPayers(payers: readonly Payer[], calls: readonly RentCall[]): readonly RentCall[] {
  return calls.filter(({ tenantId, tenantName }) => {
    const name = wordsOf(tenantName ?? "");
    const isNamedBy = (words: Payer["words"]) => name.length > 0 && name.every((word) => words.has(word));
    return payers.some(({ tenants, words }) => tenants.has(tenantId) || isNamedBy(words));
  });
}

/** Words of a name as banks write them: without case and accents. */
const wordsOf = (text: string): readonly string[] => unmarked(fold(text)).match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** The ids of the tenants that a destination is about; `null` stands for nobody known. */
export function tenantsOf(destination: Destination): readonly (NamedTenant["tenantId"] | null)[] {
  if (destination.kind === "tenant") return [destination.tenant.tenantId];
  const calls = destination.kind === "call" ? [destination.call] : destination.parts.map(({ call }) => call);
  return [...new Set(calls.map(({ tenantId }) => tenantId))];
}

/** The ids of the calls that it names. */
export function callsNamedBy(destination: Destination): readonly RentCallId[] {
  if (destination.kind === "tenant") return [];
  return destination.kind === "call" ? [destination.call.id] : destination.parts.map(({ call }) => call.id);
}
