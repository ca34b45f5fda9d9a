import { type Day, type Decimal, parseDay } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import type { BilledLease, BilledUnit, OwnershipPart, RentOfTerm, UnitMandate } from "@cartulary/rental/billing";

export const day = (text: string): Day => parseDay(text) as Day;
export const percent = (number: number) => (number * 10_000) as Decimal;
export const rent = (fields: Partial<RentOfTerm> = {}): RentOfTerm => ({
  from: day("2026-01-01"),
  to: null,
  annualAmountCents: cents(1_500_000),
  chargeProvisionCents: cents(15_000),
  vatApplicable: true,
  chargeProvisionVatApplicable: true,
  vatRate: percent(20),
  reachesBack: true,
  ...fields,
});

export const owned = (
  ownerId: string,
  shareNumerator: number,
  shareDenominator: number,
  fields: Partial<OwnershipPart> = {},
) => ({ ownerId, shareNumerator, shareDenominator, from: null, to: null, ...fields }) as OwnershipPart;

export const mandate = (ownerId: string, fields: Partial<UnitMandate> = {}) =>
  ({ id: `of ${ownerId}`, ownerId, from: day("2020-01-01"), to: null, ...fields }) as UnitMandate;

export const unit = (fields: Partial<BilledUnit> = {}): BilledUnit => ({
  id: "lease-unit" as BilledUnit["id"],
  unitId: "unit" as BilledUnit["unitId"],
  identifier: "A1",
  propertyId: "property" as BilledUnit["propertyId"],
  propertyName: "4 rue des Lilas",
  entryDate: null,
  exitDate: null,
  rents: [rent()],
  ownerships: [owned("a", 1, 3), owned("b", 2, 3)],
  mandates: [mandate("a"), mandate("b")],
  alreadyBilled: [],
  pendingInOtherRuns: [],
  otherLeases: [],
  lastBaseCents: { rent: null, charge_provision: null },
  revision: null,
  isCapExceeded: false,
  ...fields,
});

const TENANT: BilledLease["tenants"][number] = {
  id: "tenant" as BilledLease["tenants"][number]["id"],
  name: "Café Élan",
  from: null,
  to: null,
  share: null,
};

export function lease(units: readonly BilledUnit[] = [unit()], fields: Partial<BilledLease> = {}): BilledLease {
  return {
    id: "lease" as BilledLease["id"],
    reference: "B-1",
    leaseType: "commercial",
    status: "active",
    signatureDate: day("2026-01-01"),
    depositCents: null,
    schedule: {
      startDate: day("2026-01-01"),
      calendar: "civil",
      cycleMonth: 1,
      frequency: "monthly",
      timing: "advance",
      paymentDay: 1,
    },
    endDate: null,
    proration: "actual_month",
    tenants: [TENANT],
    franchises: [],
    insurances: [],
    units,
    ...fields,
  };
}
