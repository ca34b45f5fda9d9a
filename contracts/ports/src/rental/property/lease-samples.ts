import { addMonths, type Day, type Decimal, type Id, instantOf } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type Lease,
  type LeaseParty,
  type LeaseTerm,
  type LeaseType,
  type LeaseUnit,
  type LeaseUnitTerm,
  orderedTerms,
  type TermWithUnits,
} from "@cartulary/rental/property";
import fc from "fast-check";
import { EPOCH, idOf, later } from "../../harness/document-records.ts";

/** The mandataire of the samples. */
export const MANDATAIRE: MandataireId = idOf<"Mandataire">(0x9901) as MandataireId;
/** The day so many days after 1 March 2026. */
export const dayOf = (number: number): Day => new Date(Date.UTC(2026, 2, 1 + number)).toISOString().slice(0, 10) as Day;

/** A lease and what hangs on it, out of few values, so that days and names often meet. */
export interface Sample {
  readonly lease: Lease;
  readonly units: readonly LeaseUnit[];
  readonly terms: readonly TermWithUnits[];
  readonly parties: readonly LeaseParty[];
}

const near = fc.integer({ min: -400, max: 400 }).map(dayOf);
const perhaps = fc.option(near, { freq: 2 });

const BLANK = {
  endDateBeforeNotice: null,
  noticeDate: null,
  signatureDate: null,
  paymentDay: null,
  paymentFrequency: null,
  noticeMonths: null,
  externalId: null,
  revisionMode: "manual",
  initialBalanceCents: null,
  cafAllocataireNumber: null,
  billingCalendar: null,
  billingCycleMonth: null,
  renewalNoticePeriod: null,
  securityDepositCents: null,
  depositCall: "due",
  proration: "actual_month",
  chargeType: "provision",
} as const;

const shapes = fc.record({
  leaseType: fc.constantFrom<LeaseType>("residential_unfurnished", "commercial", "parking", "student", "mobility"),
  status: fc.constantFrom("draft", "active", "active", "active", "notice", "ended", "cancelled"),
  startDate: near,
  days: fc.option(fc.integer({ min: 0, max: 500 }), { freq: 4 }),
  renewed: fc.integer({ min: 0, max: 2 }),
  autoRenewal: fc.boolean(),
  paymentTiming: fc.constantFrom(null, "advance", "arrears"),
  units: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
  stays: fc.array(fc.tuple(perhaps, perhaps), { minLength: 3, maxLength: 3 }),
  terms: fc.uniqueArray(near, { maxLength: 3 }),
  rents: fc.array(fc.option(fc.integer({ min: 0, max: 30_000 }), { freq: 3 }), { minLength: 9, maxLength: 9 }),
  parties: fc.array(
    fc.record({
      tenant: fc.integer({ min: 0, max: 3 }),
      isTenant: fc.boolean(),
      isPrimary: fc.boolean(),
      validFrom: perhaps,
      validTo: perhaps,
    }),
    { maxLength: 3 },
  ),
});

/** The units of the samples. */
export const UNITS: readonly { readonly id: Id<"Unit">; readonly identifier: string }[] = [0, 1, 2, 3, 4, 5].map(
  (n) => ({
    id: idOf<"Unit">(0xb100 + n),
    identifier: `${"bA"[n % 2]} ${n}`,
  }),
);
/** The tenants of the samples. */
export const TENANTS: readonly { readonly id: Id<"TenantActor">; readonly name: string }[] = [0, 1, 2, 3].map((n) => ({
  id: idOf<"TenantActor">(0xb200 + n),
  name: `${"éE"[n % 2]}va ${n}`,
}));
/** The property of the samples. */
export const PROPERTY: { readonly id: Id<"Property">; readonly name: string } = {
  id: idOf<"Property">(0xb300),
  name: "Le Moulin 100% _",
};

/** Leases of every sort, the same each time. */
export const SAMPLES: readonly Sample[] = fc.sample(shapes, { numRuns: 55, seed: 4 }).map((shape, number) => {
  const leaseId = idOf<"Lease">(0xc000 + number);
  const endDateGiven = shape.days === null ? null : addDays(shape.startDate, shape.days);
  const units = shape.units.map(
    (unit, index): LeaseUnit => ({
      ...{ id: idOf<"LeaseUnit">(0xd000 + number * 10 + index), leaseId, unitId: UNITS[unit]?.id as Id<"Unit"> },
      ...{ entryDate: shape.stays[index]?.[0] ?? null, exitDate: shape.stays[index]?.[1] ?? null },
      ...{ indexType: null, indexBaseDate: null, indexBaseValue: null },
    }),
  );
  return {
    lease: {
      ...BLANK,
      ...{ mandataireId: MANDATAIRE, id: leaseId, reference: `B ${number % 7}` },
      ...{ leaseType: shape.leaseType, status: shape.status as Lease["status"], startDate: shape.startDate },
      // Renewed already, or not yet.
      endDate: endDateGiven && shape.status === "active" ? addMonths(endDateGiven, 12 * shape.renewed) : endDateGiven,
      ...{ endDateGiven, autoRenewal: shape.autoRenewal },
      paymentTiming: shape.paymentTiming as Lease["paymentTiming"],
      ...{ createdAt: later(number % 5), updatedAt: later(number % 3) },
    },
    units,
    terms: termsOf(number, leaseId, units, shape),
    parties: shape.parties.map((party, index) => ({
      ...{ mandataireId: MANDATAIRE, id: idOf<"LeaseParty">(0xe000 + number * 10 + index), leaseId },
      partyType: party.isTenant ? "tenant" : "guarantor",
      ...{ tenantId: TENANTS[party.tenant]?.id ?? null, contactId: null, householdMemberId: null },
      ...{ profileTenantId: null, role: party.isPrimary ? "primary" : null },
      ...{ shareNumerator: null, shareDenominator: null, validFrom: party.validFrom, validTo: party.validTo },
      ...{ contributesToRent: true, rentContributionCents: null, declared: false, createdAt: EPOCH, updatedAt: EPOCH },
    })),
  };
});

function termsOf(
  number: number,
  leaseId: LeaseTerm["leaseId"],
  units: readonly LeaseUnit[],
  { terms, rents }: { readonly terms: readonly Day[]; readonly rents: readonly (number | null)[] },
): readonly TermWithUnits[] {
  return orderedTerms(
    terms.map((effectiveFrom, term) => ({
      ...{ mandataireId: MANDATAIRE, id: idOf<"LeaseTerm">(0xf000 + number * 10 + term), leaseId, effectiveFrom },
      ...{ effectiveTo: null, effectiveToGiven: null, revisionMonth: null, revisionFrequencyYears: null },
      reachesBack: term % 2 === 0,
      ...{ paymentToleranceType: null, paymentToleranceValue: null, createdAt: EPOCH, updatedAt: EPOCH },
      units: units.flatMap((unit, index): LeaseUnitTerm[] => {
        const annual = rents[term * 3 + index] ?? null;
        const id = idOf<"LeaseUnitTerm">(0x10000 + number * 100 + term * 10 + index);
        if (annual === null) return [];
        return [
          {
            ...{ id, leaseUnitId: unit.id, annualAmountCents: cents(annual), rentPeriod: "year" },
            ...{ chargeProvisionCents: cents(annual % 100), chargeProvisionVatApplicable: annual % 2 ? null : false },
            ...{ vatApplicable: annual % 3 === 0, vatRate: 200_000 as Decimal },
          },
        ];
      }),
    })),
  );
}

function addDays(day: Day, days: number): Day {
  return instantOf(Date.parse(day) + days * 86_400_000).slice(0, 10) as Day;
}
