import { instantOf } from "@cartulary/kernel";
import type {
  BankAccount,
  OwnerMandate,
  OwnerOwnership,
  OwnerProperty,
  TenantLease,
  TenantPayment,
  TenantRentCall,
} from "@cartulary/rental";
import { type RawBuilder, sql } from "kysely";
import type { Dialect, StoredJson } from "../../engine/dialect.ts";
import { jsonArray, jsonInstant, jsonWithin } from "./json.ts";
import { leaseEndOn, leaseStatusOn } from "./lease-of-day.ts";
import { ofFirstUnit, unitsOf } from "./lease-views.ts";
import { mandateEndOn, mandateStatusOn } from "./mandate-of-day.ts";

const ref = sql.ref;

/** The bank accounts of the rows of `owners` or `tenants`. */
export function bankAccountsOf(
  dialect: Dialect,
  holders: "owners" | "tenants",
): RawBuilder<StoredJson<readonly BankAccount[]>> {
  const column = { owners: "owner_id", tenants: "tenant_id" }[holders];
  return jsonArray(
    dialect,
    {
      id: ref("bank_accounts.id"),
      label: ref("bank_accounts.label"),
      iban: ref("bank_accounts.iban"),
      bic: ref("bank_accounts.bic"),
      bankName: ref("bank_accounts.bank_name"),
      isDefault: ref("bank_accounts.is_default"),
    },
    {
      from: sql`from bank_accounts where bank_accounts.mandataire_id = ${ref(`${holders}.mandataire_id`)}
        and ${ref(`bank_accounts.${column}`)} = ${ref(`${holders}.id`)}`,
      order: sql`bank_accounts.position`,
    },
  );
}

/** What the rows of `owners` own of units and properties on a day. */
const ownedOn = (today: string) => sql`from ownerships
  join units on units.mandataire_id = ownerships.mandataire_id and units.id = ownerships.unit_id
  join properties on properties.mandataire_id = units.mandataire_id and properties.id = units.property_id
  where ownerships.mandataire_id = owners.mandataire_id and ownerships.owner_id = owners.id
    and (ownerships.valid_from is null or ownerships.valid_from <= ${today})
    and (ownerships.valid_to is null or ownerships.valid_to >= ${today})`;

/** The ownerships of the rows of `owners` on a day. */
export function ownershipsOf(dialect: Dialect, today: string): RawBuilder<StoredJson<readonly OwnerOwnership[]>> {
  return jsonArray(
    dialect,
    {
      id: ref("ownerships.id"),
      propertyName: ref("properties.name"),
      propertyId: ref("properties.id"),
      unitIdentifier: ref("units.identifier"),
      unitId: ref("units.id"),
      shareNumerator: ref("ownerships.share_numerator"),
      shareDenominator: ref("ownerships.share_denominator"),
    },
    { from: ownedOn(today), order: sql`properties.name_fold, units.identifier_fold, ownerships.id` },
  );
}

/** The properties of which the rows of `owners` have a unit on a day, with how many. */
export function propertiesOf(dialect: Dialect, today: string): RawBuilder<StoredJson<readonly OwnerProperty[]>> {
  const owned = sql`select properties.id, properties.name, properties.name_fold, properties.property_type,
    properties.address, properties.city, count(distinct units.id) as units_owned ${ownedOn(today)}
    group by properties.id, properties.name, properties.name_fold, properties.property_type, properties.address,
      properties.city`;
  return jsonArray(
    dialect,
    {
      id: ref("owned.id"),
      name: ref("owned.name"),
      propertyType: ref("owned.property_type"),
      address: ref("owned.address"),
      city: ref("owned.city"),
      unitsOwned: ref("owned.units_owned"),
    },
    { from: sql`from (${owned}) as owned`, order: sql`owned.name_fold, owned.id` },
  );
}

/** The mandates that the rows of `owners` gave, the latest first, as they are on a day. */
export function mandatesOf(dialect: Dialect, today: string): RawBuilder<StoredJson<readonly OwnerMandate[]>> {
  return jsonArray(
    dialect,
    {
      id: ref("mandates.id"),
      reference: ref("mandates.reference"),
      mandateType: ref("mandates.mandate_type"),
      status: mandateStatusOn(today),
      startDate: ref("mandates.start_date"),
      endDate: mandateEndOn(today, dialect),
    },
    {
      from: sql`from mandates where mandates.mandataire_id = owners.mandataire_id and mandates.owner_id = owners.id`,
      order: sql`mandates.start_date desc, mandates.id`,
    },
  );
}

/** What the rows of `tenants` were asked to pay, as it stands on a day, the latest first. */
export function tenantCallsOf(dialect: Dialect, today: string): RawBuilder<StoredJson<readonly StoredTenantCall[]>> {
  const own = (column: string) => ref(`rent_calls.${column}`);
  return jsonArray(
    dialect,
    {
      ...{ id: own("id"), reference: own("reference"), status: own("status") },
      ...{ periodStart: own("period_start"), periodEnd: own("period_end"), dueDate: own("due_date") },
      ...{ totalAmountCents: own("total_amount_cents"), rentAmountCents: own("rent_amount_cents") },
      ...{ chargesAmountCents: own("charges_amount_cents"), paidAmountCents: own("paid_amount_cents") },
      ...{ remainingAmountCents: own("remaining_amount_cents"), fullyPaid: own("fully_paid") },
      overdue: sql`(rent_calls.remaining_amount_cents > 0 and rent_calls.tolerated_until < ${today})`,
      sentAt: jsonInstant(dialect, "rent_calls.sent_at"),
    },
    {
      from: sql`from rent_calls
        where rent_calls.mandataire_id = tenants.mandataire_id and rent_calls.tenant_id = tenants.id`,
      order: sql`rent_calls.period_start desc, rent_calls.id desc`,
    },
  );
}

/** A call as JSON has it: SQLite has no booleans there, and an instant is its milliseconds. */
export interface StoredTenantCall extends Omit<TenantRentCall, "fullyPaid" | "overdue" | "sentAt"> {
  readonly fullyPaid: boolean | number;
  readonly overdue: boolean | number;
  readonly sentAt: number | null;
}

/** The call that it stands for. */
export function tenantCallFrom({ fullyPaid, overdue, sentAt, ...call }: StoredTenantCall): TenantRentCall {
  return {
    ...call,
    fullyPaid: Boolean(fullyPaid),
    overdue: Boolean(overdue),
    sentAt: sentAt === null ? null : instantOf(sentAt),
  };
}

/** What the rows of `tenants` paid, the latest first. */
export function tenantPaymentsOf(dialect: Dialect): RawBuilder<StoredJson<readonly TenantPayment[]>> {
  const own = (column: string) => ref(`payments.${column}`);
  return jsonArray(
    dialect,
    {
      ...{ id: own("id"), amountCents: own("amount_cents"), currency: own("currency"), date: own("payment_date") },
      ...{ reference: own("reference"), status: own("status") },
      ...{ leaseReference: own("lease_reference"), leaseId: own("lease_id") },
    },
    {
      from: sql`from payments
        where payments.mandataire_id = tenants.mandataire_id and payments.tenant_id = tenants.id`,
      order: sql`payments.payment_date desc, payments.reference desc`,
    },
  );
}

/** The leases that the rows of `tenants` are a party of, as they are on a day, the latest first. */
export function tenantLeasesOf(dialect: Dialect, today: string): RawBuilder<StoredJson<readonly TenantLease[]>> {
  return jsonArray(
    dialect,
    {
      id: ref("leases.id"),
      reference: ref("leases.reference"),
      status: leaseStatusOn(today),
      leaseType: ref("leases.lease_type"),
      startDate: ref("leases.start_date"),
      endDate: leaseEndOn(dialect, today),
      unitIdentifier: ofFirstUnit("units.identifier"),
      propertyName: ofFirstUnit("properties.name"),
      units: jsonWithin(dialect, unitsOf(dialect)),
      // A deposit is an amount of its lease, and no record of its own.
      securityDepositId: sql`null`,
    },
    {
      from: sql`from leases where leases.mandataire_id = tenants.mandataire_id and leases.id in (
        select lease_parties.lease_id from lease_parties where lease_parties.mandataire_id = tenants.mandataire_id
          and lease_parties.tenant_id = tenants.id)`,
      order: sql`leases.start_date desc, leases.id`,
    },
  );
}
