import type { Day, Id } from "@cartulary/kernel";
import { type Cents, minus, sum, ZERO } from "@cartulary/ledger";
import type { OwnerActivity, OwnerChargeRow, OwnerCreditRow, OwnerPayoutRow } from "./owner-activity.ts";
import { type TaxLine, taxHelp } from "./tax-help.ts";

/** A tenant of a unit: what was called and received in the period, and what is owed at its end. */
interface TenantSection {
  readonly tenantId: Id<"TenantActor"> | null;
  readonly name: string | null;
  readonly leaseId: Id<"Lease"> | null;
  readonly calledCents: Cents;
  /** Without VAT, likewise the charges. */
  readonly receivedRentCents: Cents;
  readonly receivedChargesCents: Cents;
  readonly receivedVatCents: Cents;
  readonly owedCents: Cents;
}

interface UnitSection {
  readonly unitId: Id<"Unit"> | null;
  readonly identifier: string | null;
  readonly tenants: readonly TenantSection[];
}

interface PropertySection {
  readonly propertyId: Id<"Property"> | null;
  readonly name: string | null;
  readonly units: readonly UnitSection[];
}

/** The kinds of fees in a statement. */
export const FEE_KINDS = ["management_fee", "service_fee"] as const;
export type FeeKind = (typeof FEE_KINDS)[number];

/** The parts of an owner's statement, the same in cash and accrual (effects.md 6). */
export interface StatementSections {
  readonly properties: readonly PropertySection[];
  readonly fees: readonly {
    readonly kind: FeeKind;
    readonly htCents: Cents;
    readonly vatCents: Cents;
    readonly ttcCents: Cents;
  }[];
  readonly invoices: readonly DatedAmount[];
  readonly premiums: readonly DatedAmount[];
  readonly payouts: readonly OwnerPayoutRow[];
  readonly openingCents: Cents;
  readonly closingCents: Cents;
  /** `null` unless the statement is of a year. */
  readonly taxHelp: readonly TaxLine[] | null;
}

interface DatedAmount {
  readonly on: Day;
  readonly label: string;
  readonly amountCents: Cents;
}

/** How categories of called lines count: as rent, as charges, or as neither. */
export type AmountKind = (billingCategory: string) => "rent" | "charges" | "other";

/** Returns the sections of a statement. */
export function statementSections(
  activity: OwnerActivity,
  balances: { readonly openingCents: Cents; readonly closingCents: Cents },
  { amountKind, isYear }: { readonly amountKind: AmountKind; readonly isYear: boolean },
): StatementSections {
  const properties = propertySections(activity, amountKind);
  const fees = feeSections(activity.charges);
  const premiums = activity.charges
    .filter(({ billingCategory }) => billingCategory === "gli_premium")
    .map(({ on, label, htCents, vatCents }) => ({ on, label, amountCents: owed(sum([htCents, vatCents])) }));
  const { invoices, payouts } = activity;
  const tenants = properties.flatMap(({ units }) => units.flatMap((unit) => unit.tenants));
  const year = {
    rentsCents: tenants.map(({ receivedRentCents }) => receivedRentCents),
    feesCents: fees.map(({ ttcCents }) => ttcCents),
    premiumsCents: premiums.map(({ amountCents }) => amountCents),
    invoices,
  };
  return {
    ...{ properties, fees, premiums, payouts },
    invoices: invoices.map(({ on, label, amountCents }) => ({ on, label, amountCents })),
    ...balances,
    taxHelp: isYear ? taxHelp(year) : null,
  };
}

const owed = (amount: Cents): Cents => minus(ZERO, amount);

function feeSections(charges: readonly OwnerChargeRow[]): StatementSections["fees"] {
  return FEE_KINDS.flatMap((kind) => {
    const own = charges.filter(({ billingCategory }) => [kind, `${kind}_vat`].includes(billingCategory));
    if (own.length === 0) return [];
    const htCents = owed(sum(own.map((each) => each.htCents)));
    const vatCents = owed(sum(own.map((each) => each.vatCents)));
    return [{ kind, htCents, vatCents, ttcCents: sum([htCents, vatCents]) }];
  });
}

function propertySections({ called, received }: OwnerActivity, amountKind: AmountKind): readonly PropertySection[] {
  const rows = [
    ...called.map((row) => ({ row, isCalled: true })),
    ...received.map((row) => ({ row, isCalled: false })),
  ];
  return grouped(rows, ({ row }) => row.propertyId ?? row.propertyName)
    .map(([first, ofProperty]) => ({
      propertyId: first.row.propertyId,
      name: first.row.propertyName,
      units: grouped(ofProperty, ({ row }) => row.unitId ?? row.unitIdentifier).map(([one, ofUnit]) => ({
        unitId: one.row.unitId,
        identifier: one.row.unitIdentifier,
        tenants: grouped(ofUnit, ({ row }) => `${row.tenantId} ${row.leaseId}`).flatMap(([, own]) =>
          tenantSection(own, amountKind),
        ),
      })),
    }))
    .flatMap(({ units, ...property }) => {
      const occupied = units.filter(({ tenants }) => tenants.length > 0);
      return occupied.length === 0 ? [] : [{ ...property, units: occupied }];
    });
}

interface Row {
  readonly row: OwnerCreditRow;
  readonly isCalled: boolean;
}

/** Groups rows in the order of their first row. */
function grouped(rows: readonly Row[], key: (row: Row) => string | null): readonly (readonly [Row, readonly Row[]])[] {
  return [...Map.groupBy(rows, key).values()].map((own) => [own[0] as Row, own] as const);
}

/** Returns the tenant; none for one without movement in the period who owes nothing. */
function tenantSection(own: readonly Row[], amountKind: AmountKind): readonly TenantSection[] {
  const total = (rows: readonly Row[]) => sum(rows.flatMap(({ row }) => [row.htCents, row.vatCents]));
  const [called, received] = [own.filter(({ isCalled }) => isCalled), own.filter(({ isCalled }) => !isCalled)];
  const inPeriod = received.filter(({ row }) => row.isInPeriod);
  const ht = (kind: ReturnType<AmountKind>) =>
    sum(inPeriod.filter(({ row }) => amountKind(row.billingCategory) === kind).map(({ row }) => row.htCents));
  const { tenantId, tenantName: name, leaseId } = (own[0] as Row).row;
  const owedCents = minus(total(called), total(received));
  if (owedCents === 0 && !own.some(({ row }) => row.isInPeriod)) return [];
  return [
    {
      ...{ tenantId, name, leaseId, calledCents: total(called.filter(({ row }) => row.isInPeriod)) },
      ...{ receivedRentCents: ht("rent"), receivedChargesCents: ht("charges") },
      ...{ receivedVatCents: sum(inPeriod.map(({ row }) => row.vatCents)), owedCents },
    },
  ];
}
