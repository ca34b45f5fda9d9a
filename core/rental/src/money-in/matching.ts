import { fold, unmarked } from "@cartulary/kernel";
import type { RentCall, RentCallId } from "../calls/rent-call.ts";
import { type BankTransaction, firstReferences } from "../payments/bank-transaction.ts";
import type { LeaseOfCaf, NamedTenant, TenantOfIban } from "../payments/ports.ts";
import { referencesIn } from "../references/reference.ts";
import { covers } from "../time/interval.ts";
import { bankWords } from "./bank-words.ts";
import type { Brought } from "./brought.ts";
import { type Decided, type Parties, type Paying, payingBy, payingFor } from "./payers.ts";
import type { AllocationInput } from "./transaction-input.ts";

/** An inbound transaction with what its sender says that it is for. */
type Inbound = Pick<Brought, "transaction" | "hints">;

/** What an inbound transaction is for as far as it says so. */
export type Sighted =
  /** So much of these calls, as its sender says, and no other. */
  | { readonly kind: "allocated"; readonly parts: readonly NamedPart[] }
  /** This call first; what it leaves pays whatever else the same tenant owes. */
  | { readonly kind: "call"; readonly call: RentCall }
  /** What is due of whoever pays, and of the leases that he pays for. */
  | Paying;

/** What an inbound transaction is for, once it is known what is due. */
export type Destination = Said | Decided;

/** What a transaction names. */
type Said = Exclude<Sighted, Paying>;

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
  readonly parties: Parties;
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
 * What a transaction is for by what it names: what its sender says, the one reference in its label (rental.md §4). `null` where
 * that names nobody; `"unclear"` where it contradicts itself or what there is,
 * which nothing weaker outweighs.
 */
export function namedDestination(
  { transaction, hints }: Inbound,
  named: Pick<Named, "calls">,
): Said | "unclear" | null {
  const parts = hints.allocations ?? [];
  if (parts.length > 0) return allocatedTo(parts, named);
  if (hints.rentCallReference) return calledBy(hints.rentCallReference, named) ?? "unclear";
  const [reference, other] = firstReferences(transaction, "AP");
  if (other !== undefined) return "unclear";
  return reference === undefined ? null : calledBy(reference, named);
}

/** Whose account a transaction is from. */
export const accountsOf = (
  { counterpartyIban }: Pick<BankTransaction, "counterpartyIban">,
  { ibans }: Pick<Named, "ibans">,
): readonly TenantOfIban[] => ibans.get(counterpartyIban ?? "") ?? [];

function calledBy(reference: string, { calls }: Pick<Named, "calls">): Said | null {
  const call = calls.get(referenceOf(reference));
  return call ? { kind: "call", call } : null;
}

function allocatedTo(parts: readonly AllocationInput[], { calls }: Pick<Named, "calls">): Said | "unclear" {
  const found = parts.flatMap(({ rentCallReference = "", amountCents }): readonly NamedPart[] => {
    const call = calls.get(referenceOf(rentCallReference));
    return call && amountCents !== undefined ? [{ call, amountCents }] : [];
  });
  return found.length === parts.length ? { kind: "allocated", parts: found } : "unclear";
}

/** Characters of the shortest number that is looked for in labels. */
const NUMBER_MIN = 5;

/** What may be a number of the family fund in a label: words of letters and digits, and two that stand together. */
export function numbersIn(label: string | null): readonly string[] {
  const words = (label ?? "").toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const pairs = words.map((word, index) => word + (words[index + 1] ?? ""));
  return [...new Set([...words, ...pairs])].filter((word) => word.length >= NUMBER_MIN && /[0-9]/.test(word));
}

/** The leases that a label names by the number of the family fund. */
export function destinationOfCaf(
  { label, bookedOn }: Pick<BankTransaction, "label" | "bookedOn">,
  numbers: readonly LeaseOfCaf[],
  parties: Parties,
): Paying | null {
  const words = new Set(numbersIn(label));
  return payingFor(
    numbers.filter(({ number }) => words.has(number)),
    bookedOn,
    parties,
  );
}

/**
 * Of the calls of exactly its amount the one whose tenant the transaction names, or another tenant of its lease, by name or by
 * an account that several share. Of several calls of one tenant the first in their order.
 */
export function destinationOfAmount(
  transaction: BankTransaction,
  calls: readonly RentCall[],
  named: Pick<Named, "ibans" | "parties">,
): Destination | null {
  const found = callsOfPayers([payerOf(transaction, named)], calls, named.parties);
  const [call] = found;
  return call && found.every(({ tenantId }) => tenantId === call.tenantId) ? { kind: "call", call } : null;
}

/** Whom a transaction may be from: tenants whose account it is, of which several may share one, and words. */
export interface Payer {
  readonly tenants: ReadonlySet<NamedTenant["tenantId"] | null>;
  readonly words: ReadonlySet<string>;
  /** Leases that they are parties of. */
  readonly leases: ReadonlySet<RentCall["leaseId"]>;
  /** When the bank booked it. */
  readonly day: BankTransaction["bookedOn"];
}

/** Whom a transaction may be from, as far as it says so. */
export function payerOf(transaction: BankTransaction, named: Pick<Named, "ibans" | "parties">): Payer {
  const { counterpartyName, label, bookedOn: day } = transaction;
  const accounts = accountsOf(transaction, named);
  return {
    day,
    tenants: new Set(accounts.map(({ tenantId }) => tenantId)),
    leases: new Set(payingBy(accounts, day, named.parties)?.leases.map(({ leaseId }) => leaseId)),
    words: new Set(wordsOf(`${counterpartyName ?? ""} ${label ?? ""}`)),
  };
}

/**
 * Those of these calls whose tenant one of the payers names, or another tenant of its lease, by an account or by all words of
 * his name.
 */
export function callsOfPayers(
  payers: readonly Payer[],
  calls: readonly RentCall[],
  { tenantsOfLeases }: Pick<Parties, "tenantsOfLeases">,
): readonly RentCall[] {
  return calls.filter(({ tenantId, tenantName, leaseId }) => {
    const called = { tenantId, name: wordsOf(tenantName ?? ""), validFrom: null, validTo: null };
    const others = (leaseId === null ? [] : (tenantsOfLeases.get(leaseId) ?? [])).map((each) => ({
      ...each,
      name: wordsOf(each.tenantName),
    }));
    if (leaseId !== null && payers.some(({ leases }) => leases.has(leaseId))) return true;
    return [called, ...others].some(({ name, validFrom: from, validTo: to, ...tenant }) =>
      payers.some(
        ({ tenants, words, day }) =>
          covers({ from, to }, day) &&
          (tenants.has(tenant.tenantId) || (name.length > 0 && name.every((word) => words.has(word)))),
      ),
    );
  });
}

/** Words of a name as banks write them: without case and accents. */
const wordsOf = (text: string): readonly string[] => unmarked(fold(text)).match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** The ids of the tenants that a destination is about; `null` stands for nobody known. */
export function tenantsOf(destination: Sighted): readonly (NamedTenant["tenantId"] | null)[] {
  if (destination.kind === "payer")
    return [...destination.payers, ...destination.leases.map(({ tenant }) => tenant)].map(({ tenantId }) => tenantId);
  const calls = destination.kind === "call" ? [destination.call] : destination.parts.map(({ call }) => call);
  return [...new Set(calls.map(({ tenantId }) => tenantId))];
}

/** The ids of the calls that it names. */
export function callsNamedBy(destination: Destination | Sighted): readonly RentCallId[] {
  if (destination.kind === "payer" || destination.kind === "due") return [];
  return destination.kind === "call" ? [destination.call.id] : destination.parts.map(({ call }) => call.id);
}
