import type { Day } from "@cartulary/kernel";
import { cents, type NewLine } from "@cartulary/ledger";
import { expect } from "vitest";
import type { Letter } from "../../../src/agency/printing/letter.ts";
import type { PrintedDocument } from "../../../src/agency/printing/print-letter.ts";
import type { Payee } from "../../../src/billing/payouts/ports.ts";
import { type RentCall, withRemaining } from "../../../src/billing/rent-calls/rent-call.ts";
import type { LeaseToBill } from "../../../src/billing/runs/billed-leases.ts";
import type { MandateToBill } from "../../../src/billing/runs/ports.ts";
import type { Payment } from "../../../src/money/payments/payment.ts";
import type { Lease } from "../../../src/property/leases/lease.ts";
import type { Mandate } from "../../../src/property/mandates/mandate.ts";
import type { Ownership } from "../../../src/property/ownerships/ownership.ts";
import type { RentalContact } from "../../../src/property/people/contact.ts";
import { type NamedTenant, uuid } from "./records.ts";

/** A line of money owed to or by a subaccount. */
export const line = (accountCode: string, auxiliaryCode: string | null, amount: number, label = "x"): NewLine => ({
  ...{ accountCode, auxiliaryCode, label },
  ...(amount > 0 ? { debitCents: cents(amount) } : { creditCents: cents(-amount) }),
});

const named = (id: string, accountingCode: string) => ({ id: id as never, name: id, accountingCode });

export const owner = (id: string, code: string, bankAccountId: string | null = null): Payee => ({
  ...named(id, code),
  bankAccountId: bankAccountId as Payee["bankAccountId"],
});

export const tenant = (id: string, code: string, more: Partial<NamedTenant> = {}): NamedTenant => ({
  ...named(id, code),
  ...{ bankAccountId: null, ...more },
});

export const provider = (id: string, code: string | null): RentalContact =>
  ({ id, displayName: id, accountingCode: code }) as unknown as RentalContact;

type Party = LeaseToBill["parties"][number];

/** A tenant of a lease; `more` may make it another party. */
export const party = (name: string, more: Partial<Party> = {}): Party =>
  ({
    ...{ id: `party ${name}`, partyType: "tenant", partyableType: "TenantActor", partyableId: name, name },
    ...{ role: null, rentContributionCents: null, shareNumerator: null, shareDenominator: null },
    ...{ validFrom: null, validTo: null, ...more },
  }) as unknown as Party;

export const LEASE = uuid(1) as Lease["id"];

/** A lease B-1 of unit A1, from January 2026 on. */
export const leaseOf = (lease: Partial<Lease> = {}, parties: readonly Party[] = [party("tess")]): LeaseToBill =>
  ({
    lease: {
      ...{ id: LEASE, reference: "B-1", leaseType: "residential_unfurnished", status: "active", endDate: null },
      ...{ startDate: "2026-01-01", signatureDate: "2026-01-01", endDateGiven: null, autoRenewal: false },
      ...{ revisionMode: "none", billingCalendar: null, billingCycleMonth: null, paymentFrequency: null },
      ...{ paymentTiming: null, paymentDay: null, depositCall: null, securityDepositCents: null, ...lease },
    },
    units: [
      {
        ...{ id: "lease unit", unitId: "unit", identifier: "A1", propertyId: "property", propertyName: "Lilas" },
        ...{ entryDate: null, exitDate: null, energyClass: null, indexType: null },
      },
    ],
    ...{ terms: [], revisions: [], defaults: { billingCalendar: "civil", billingCycleMonth: 1 }, parties },
    arrays: { franchisePeriods: [], gliPolicies: [], cappingRules: [] },
  }) as unknown as LeaseToBill;

export const ownership = (
  ownerId: string,
  [shareNumerator, shareDenominator]: readonly [number, number],
  more: Partial<Ownership> = {},
): Ownership =>
  ({
    ...{ ownerId, unitId: "unit", shareNumerator, shareDenominator, validFrom: null, validTo: null, ...more },
  }) as unknown as Ownership;

/** The mandate of an owner for all properties, since 2020. */
export const mandate = (ownerId: string, more: Partial<Mandate> = {}): MandateToBill =>
  ({
    mandate: {
      ...{ id: `of ${ownerId}`, ownerId, startDate: "2020-01-01", endDate: null, renewalMonths: null },
      ...{ terminatedOn: null, accountingMode: null, retenueDestination: "owner", vatRateOnFees: 200_000, ...more },
    },
    ...{ propertyIds: [], services: [] },
  }) as unknown as MandateToBill;

/** A call of the lease for a month, unpaid. */
export const callOf = (reference: string, total: number, more: Partial<RentCall> = {}): RentCall =>
  withRemaining({
    ...{ id: reference, reference, billingRunId: "run", callKey: reference, kind: "call", status: "issued" },
    ...{ leaseId: LEASE, leaseReference: "B-1", tenantId: "tess", tenantName: "Tess", dueDate: "2026-03-01" },
    ...{ totalAmountCents: cents(total), paidAmountCents: cents(0), contributions: null, sentAt: null, ...more },
  } as unknown as RentCall);

/** A free credit of a tenant. */
export const creditOf = (tenantId: string | null, amount: number, more: Partial<Payment> = {}): Payment =>
  ({
    ...{ id: uuid(500), reference: "EN-2026-000001", bankTransactionId: "t", tenantId, amountCents: cents(amount) },
    ...{ allocatedCents: cents(0), refundedCents: cents(0), remainingCents: cents(amount), status: "received" },
    ...{ paymentDate: "2026-03-05" as Day, entryId: "entry", entriesCount: 1, creditLineId: null, ...more },
  }) as unknown as Payment;

/** A refusal of a code. */
export const refusal = (code: string) => expect.objectContaining({ code });

/** A refusal of fields, with all errors. */
export const fieldRefusal = (...errors: readonly (readonly [field: string, code: string])[]) =>
  expect.objectContaining({ details: errors.map(([field, code]) => expect.objectContaining({ field, code })) });

/** A letter as a document has it that is not typeset; see {@link letterIn}. */
export const typesetLetter = async (letter: Letter) => ({
  pdf: new TextEncoder().encode(JSON.stringify(letter)),
  warning: null,
});

/** The letter of a document, with plain spaces. */
export const letterIn = ({ pdf }: PrintedDocument) =>
  JSON.parse(new TextDecoder().decode(pdf).replaceAll(/[\u00a0\u202f]/g, " ")) as Letter;
