import { parseImportRows } from "@cartulary/cli";
import type { Decimal } from "@cartulary/kernel";
import type { ImportKind } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import type { BilledLease, RunSnapshot } from "@cartulary/rental/billing";
import { tokens } from "@cartulary/server";
import type { AgencyGround } from "./agency-ground.ts";

/** Houses, each of one owner who charged the agency. */
const HOUSES = 100;

/** Import files of an agency's estate, by content. */
type EstateFiles = Readonly<Partial<Record<ImportKind, string>>>;

/**
 * An agency in accrual with so many leases of one unit each: rent and charges, with a mandate for every house. Files that
 * are named stand for those of their kind.
 */
export async function fillLet(ground: AgencyGround, leases: number, instead: EstateFiles = {}): Promise<MandataireId> {
  const { container, administrator } = ground;
  const { mandataires, imports } = await container.getAsync(tokens.agency);
  const iban = "FR7630004000010008200000187";
  const { id } = await mandataires.create(administrator, { name: "Agence du Port", accountingMode: "accrual", iban });
  for (const [kind, text] of Object.entries({ ...filesOf(leases), ...instead })) {
    const { errors } = await imports(administrator, id, kind as ImportKind, parseImportRows(kind as ImportKind, text));
    if (errors.length > 0) throw new Error(`Of ${kind} was refused ${JSON.stringify(errors.slice(0, 3))}`);
  }
  // As Postgres does automatically some minutes after an estate was created.
  if (!ground.url.startsWith("sqlite:")) await ground.run("analyze");
  return id;
}

/** A file of rows under a header. */
export const linesOf = (columns: string, count: number, line: (at: number) => string): string =>
  [columns, ...Array.from({ length: count }, (_, at) => line(at))].join("\n");

/** The accounting code of a tenant or owner. */
export const code = (kind: string, at: number) => `${kind}${String(at + 1).padStart(4, "0")}`;

function filesOf(leases: number): EstateFiles {
  const house = (at: number) => at % HOUSES;
  return {
    properties: linesOf("external_id,name,address", HOUSES, (at) => `P${at},House ${at},1 rue`),
    owners: linesOf("first_name,accounting_code", HOUSES, (at) => `O${at},${code("PRO", at)}`),
    tenants: linesOf("last_name,accounting_code", leases, (at) => `T${at},${code("LOC", at)}`),
    units: linesOf(
      "property,external_id,identifier,owners,owned_from",
      leases,
      (at) => `P${house(at)},U${at},Lot ${at},${code("PRO", house(at))}=1/1,2020-01-01`,
    ),
    leases: linesOf(
      "reference,lease_type,start_date,signature_date,status,tenant,units,base_rent_cents,charge_provision_cents",
      leases,
      (at) => `B-${at},parking,2024-01-01,2023-12-15,active,${code("LOC", at)},U${at},${60_000 + at},5000`,
    ),
    mandates: linesOf(
      "owner,property,reference,start_date,management_fee_rate",
      HOUSES,
      (at) => `${code("PRO", at)},P${at},M-${at},2024-01-01,7`,
    ),
  };
}

/** The shape of plain data without the brands of its ids, days and amounts. */
type Unbranded<Data> = Data extends string
  ? string
  : Data extends number
    ? number
    : { readonly [Field in keyof Data]: Unbranded<Data[Field]> };

/** The same leases as inputs of the pure part. */
export function billedSnapshot(leases: number): RunSnapshot {
  const percent = (number: number) => (number * 10_000) as Decimal;
  const ids = Array.from({ length: HOUSES }, (_, at) => `owner ${at}`);
  const snapshot = {
    leases: Array.from({ length: leases }, (_, at) => leaseOf(at)),
    owners: ids.map((id) => ({
      ...{ id, balanceCents: 0, hasBankAccount: false },
      mandates: [
        {
          ...{ id: `of ${id}`, managementFeeRate: percent(7), vatRateOnFees: percent(20) },
          ...{ distributionFrequency: "monthly", services: [] },
        },
      ],
    })),
    accrualMandates: ids.map((id) => `of ${id}`),
    ...{ isAccrualWithoutMandate: true, collected: [], premiums: [], isMonthClosed: false },
  } satisfies Unbranded<RunSnapshot>;
  return snapshot as unknown as RunSnapshot;
}

function leaseOf(at: number): BilledLease {
  const owner = `owner ${at % HOUSES}`;
  const rent = {
    ...{ from: "2024-01-01", to: null, annualAmountCents: 12 * (60_000 + at), chargeProvisionCents: 5_000 },
    ...{ vatApplicable: false, chargeProvisionVatApplicable: false, vatRate: null },
    reachesBack: true,
  };
  const unit = {
    ...{ id: `unit ${at}`, unitId: `u${at}`, identifier: `Lot ${at}`, propertyId: `P${at % HOUSES}` },
    ...{ propertyName: "House", entryDate: null, exitDate: null, rents: [rent] },
    ownerships: [{ ownerId: owner, shareNumerator: 1, shareDenominator: 1, from: "2020-01-01", to: null }],
    mandates: [{ id: `of ${owner}`, ownerId: owner, from: "2024-01-01", to: null, isDepositHeldByOwner: false }],
    ...{ alreadyBilled: [], pendingInOtherRuns: [], otherLeases: [], revision: null, isCapExceeded: false },
    lastBaseCents: { rent: null, charge_provision: null },
  };
  const lease = {
    ...{ id: `lease ${at}`, reference: `B-${at}`, leaseType: "parking", status: "active" },
    ...{ signatureDate: "2023-12-15", endDate: null, depositCents: null },
    ...{ proration: "actual_month", franchises: [], insurances: [] },
    schedule: {
      ...{ startDate: "2024-01-01", calendar: "civil", cycleMonth: 1 },
      ...{ frequency: "monthly", timing: "advance", paymentDay: 1 },
    },
    tenants: [{ id: `tenant ${at}`, name: "T", share: null, from: null, to: null }],
    units: [unit],
  } satisfies Unbranded<BilledLease>;
  return lease as unknown as BilledLease;
}
