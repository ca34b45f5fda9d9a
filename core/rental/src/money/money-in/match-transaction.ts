import { referencesIn, SERIES } from "../../agency/reference.ts";
import { covers } from "../../agency/time/interval.ts";
import { nameWords } from "../../billing/rent-calls/name-words.ts";
import type { RentCall, RentCallId } from "../../billing/rent-calls/rent-call.ts";
import { type BankTransaction, firstReferences } from "../payments/bank-transaction.ts";
import type { LeaseOfCaf, NamedTenant, TenantOfIban } from "../payments/ports.ts";
import { bankWords } from "./bank-words.ts";
import type { IncomingTransaction } from "./incoming-transaction.ts";
import { type Decided, type Parties, type Paying, payingBy, payingFor } from "./payers.ts";
import type { AllocationInput } from "./transaction-input.ts";

/** An inbound transaction with its sender's hints. */
type Inbound = Pick<IncomingTransaction, "transaction" | "hints">;

/** The target of an inbound transaction, as far as it names one. */
export type Sighted =
  /** These amounts of these calls, as its sender says, and no others. */
  | { readonly kind: "allocated"; readonly parts: readonly NamedPart[] }
  /** This call first; the rest pays other calls of its tenant. */
  | { readonly kind: "call"; readonly call: RentCall }
  /** Calls of the payer and of the leases the payer is a party of. */
  | Paying;

/** The target of an inbound transaction, once the amounts due are known. */
export type MatchTarget = NamedTarget | Decided;

/** The target named by a transaction. */
type NamedTarget = Exclude<Sighted, Paying>;

/** The amount of a transaction for one call. */
interface NamedPart {
  readonly call: RentCall;
  readonly amountCents: NonNullable<AllocationInput["amountCents"]>;
}

/** The records that transactions refer to. */
export interface ReferencedRecords {
  /** By reference. */
  readonly calls: ReadonlyMap<string, RentCall>;
  /** By account. */
  readonly ibans: ReadonlyMap<string, readonly TenantOfIban[]>;
  readonly parties: Parties;
}

/** Returns the reference of a call in its normal form, however it is written. */
const referenceOf = (text: string): string => referencesIn(text, SERIES.rentCall)[0] ?? bankWords(text).toUpperCase();

/** Returns all call references in a transaction, to look them up. */
export function callReferencesIn({ transaction, hints }: Inbound): readonly string[] {
  const explicit = [hints.rentCallReference, ...(hints.allocations ?? []).map((part) => part.rentCallReference)];
  const references = explicit.flatMap((text) => (text ? [referenceOf(text)] : []));
  return references.length > 0 ? references : firstReferences(transaction, SERIES.rentCall);
}

/**
 * Returns the target named by a transaction: by its sender's hints, otherwise by the only reference in its label
 * (rental.md §4). Returns `null` without a reference, and `"unclear"` if references contradict each other or do not
 * exist; weaker evidence must not override that.
 */
export function targetByReference(
  { transaction, hints }: Inbound,
  named: Pick<ReferencedRecords, "calls">,
): NamedTarget | "unclear" | null {
  const parts = hints.allocations ?? [];
  if (parts.length > 0) return targetOfParts(parts, named);
  if (hints.rentCallReference) return targetOfReference(hints.rentCallReference, named) ?? "unclear";
  const [reference, other] = firstReferences(transaction, SERIES.rentCall);
  if (other !== undefined) return "unclear";
  return reference === undefined ? null : targetOfReference(reference, named);
}

/** Returns the tenants with the account of a transaction. */
export const accountsOf = (
  { counterpartyIban }: Pick<BankTransaction, "counterpartyIban">,
  { ibans }: Pick<ReferencedRecords, "ibans">,
): readonly TenantOfIban[] => ibans.get(counterpartyIban ?? "") ?? [];

function targetOfReference(reference: string, { calls }: Pick<ReferencedRecords, "calls">): NamedTarget | null {
  const call = calls.get(referenceOf(reference));
  return call ? { kind: "call", call } : null;
}

function targetOfParts(
  parts: readonly AllocationInput[],
  { calls }: Pick<ReferencedRecords, "calls">,
): NamedTarget | "unclear" {
  const found = parts.flatMap(({ rentCallReference = "", amountCents }): readonly NamedPart[] => {
    const call = calls.get(referenceOf(rentCallReference));
    return call && amountCents !== undefined ? [{ call, amountCents }] : [];
  });
  return found.length === parts.length ? { kind: "allocated", parts: found } : "unclear";
}

/** The shortest number that is searched for in labels. */
const NUMBER_MIN = 5;

/** Returns the possible CAF numbers in a label: words with digits, also two adjacent words joined. */
export function numbersIn(label: string | null): readonly string[] {
  const words = (label ?? "").toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const pairs = words.map((word, index) => word + (words[index + 1] ?? ""));
  return [...new Set([...words, ...pairs])].filter((word) => word.length >= NUMBER_MIN && /[0-9]/.test(word));
}

/** Returns the payers of leases whose CAF number is in the label. */
export function targetByCafNumber(
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
 * Among calls of exactly this amount, returns the call whose tenant, or another tenant of its lease, the transaction
 * names by name or by a shared account. Of several calls of one tenant, returns the first; of several tenants, `null`.
 */
export function targetByAmount(
  transaction: BankTransaction,
  calls: readonly RentCall[],
  named: Pick<ReferencedRecords, "ibans" | "parties">,
): MatchTarget | null {
  const found = callsOfPayers([payerOf(transaction, named)], calls, named.parties);
  const [call] = found;
  return call && found.every(({ tenantId }) => tenantId === call.tenantId) ? { kind: "call", call } : null;
}

/** The possible payers of a transaction: the tenants of its account, and the words of its texts. */
export interface Payer {
  readonly tenants: ReadonlySet<NamedTenant["tenantId"] | null>;
  readonly words: ReadonlySet<string>;
  /** The leases that they are parties of. */
  readonly leases: ReadonlySet<RentCall["leaseId"]>;
  /** The bank's booking day. */
  readonly day: BankTransaction["bookedOn"];
}

/** Returns the possible payers of a transaction. */
export function payerOf(transaction: BankTransaction, named: Pick<ReferencedRecords, "ibans" | "parties">): Payer {
  const { counterpartyName, label, bookedOn: day } = transaction;
  const accounts = accountsOf(transaction, named);
  return {
    day,
    tenants: new Set(accounts.map(({ tenantId }) => tenantId)),
    leases: new Set(payingBy(accounts, day, named.parties)?.leases.map(({ leaseId }) => leaseId)),
    words: new Set(nameWords(`${counterpartyName ?? ""} ${label ?? ""}`)),
  };
}

/** Returns the calls of which a tenant of the lease matches a payer by account or all words of the name. */
export function callsOfPayers(
  payers: readonly Payer[],
  calls: readonly RentCall[],
  { tenantsOfLeases }: Pick<Parties, "tenantsOfLeases">,
): readonly RentCall[] {
  return calls.filter(({ tenantId, tenantName, leaseId }) => {
    const called = { tenantId, name: nameWords(tenantName ?? ""), validFrom: null, validTo: null };
    const others = (leaseId === null ? [] : (tenantsOfLeases.get(leaseId) ?? [])).map((each) => ({
      ...each,
      name: nameWords(each.tenantName),
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

/** Returns the tenant ids of a target; `null` means an unknown tenant. */
export function tenantsOf(destination: Sighted): readonly (NamedTenant["tenantId"] | null)[] {
  if (destination.kind === "payer")
    return [...destination.payers, ...destination.leases.map(({ tenant }) => tenant)].map(({ tenantId }) => tenantId);
  const calls = destination.kind === "call" ? [destination.call] : destination.parts.map(({ call }) => call);
  return [...new Set(calls.map(({ tenantId }) => tenantId))];
}

/** Returns the call ids that a target names. */
export function callsNamedBy(destination: MatchTarget | Sighted): readonly RentCallId[] {
  if (destination.kind === "payer" || destination.kind === "due") return [];
  return destination.kind === "call" ? [destination.call.id] : destination.parts.map(({ call }) => call.id);
}
