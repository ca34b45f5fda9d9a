import { instantOf } from "@cartulary/kernel";
import type {
  BankAccount,
  OwnerMandate,
  OwnerOwnership,
  OwnerProperty,
  TenantLease,
  TenantPayment,
  TenantReminder,
  TenantRentCall,
} from "@cartulary/rental/property";
import { type RawBuilder, sql } from "kysely";
import type { Dialect, StoredJson } from "../../engine/dialect.ts";
import { jsonArray, jsonColumns } from "./json.ts";
import { leaseEndOn, leaseStatusOn } from "./lease-status-sql.ts";
import { ofFirstUnit, unitsOf } from "./lease-views.ts";
import { mandateEndOn, mandateStatusOn } from "./mandate-status-sql.ts";
import { callStatusOn, isOverdueOn } from "./payment-tolerance-sql.ts";
import { bankAccountRows } from "./tables/people.ts";

const ref = sql.ref;

/** The columns of an account that say whose it is, and in which order. */
const HOLDING = ["mandataireId", "ownerId", "tenantId", "contactId", "position"];

/** The bank accounts of the rows of `owners` or `tenants`. */
export function bankAccountsOf(
  dialect: Dialect,
  holders: "owners" | "tenants",
): RawBuilder<StoredJson<readonly BankAccount[]>> {
  const column = { owners: "owner_id", tenants: "tenant_id" }[holders];
  return jsonArray(dialect, jsonColumns(dialect, bankAccountRows, HOLDING), {
    from: sql`from bank_accounts where bank_accounts.mandataire_id = ${ref(`${holders}.mandataire_id`)}
        and ${ref(`bank_accounts.${column}`)} = ${ref(`${holders}.id`)}`,
    order: sql`bank_accounts.position`,
  });
}

/** The units and properties that the rows of `owners` own on a day. */
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

/** The properties with a unit of the rows of `owners` on a day, with the number of their units. */
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

/** The mandates of the rows of `owners` as of a day, latest first. */
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

/** The rent calls of the rows of `tenants` as of a day, latest first. */
export function tenantCallsOf(dialect: Dialect, today: string): RawBuilder<StoredJson<readonly StoredTenantCall[]>> {
  const own = (column: string) => ref(`rent_calls.${column}`);
  return jsonArray(
    dialect,
    {
      ...{ id: own("id"), reference: own("reference"), status: callStatusOn(today) },
      ...{ periodStart: own("period_start"), periodEnd: own("period_end"), dueDate: own("due_date") },
      ...{ totalAmountCents: own("total_amount_cents"), rentAmountCents: own("rent_amount_cents") },
      ...{
        chargesAmountCents: own("charges_amount_cents"),
        otherAmountCents: own("other_amount_cents"),
        paidAmountCents: own("paid_amount_cents"),
      },
      ...{ remainingAmountCents: own("remaining_amount_cents"), fullyPaid: own("fully_paid") },
      overdue: isOverdueOn(dialect, today),
      sentAt: dialect.jsonInstant(sql.ref("rent_calls.sent_at")),
      reminders: dialect.jsonInside(remindersOf(dialect)),
    },
    {
      from: sql`from rent_calls
        where rent_calls.mandataire_id = tenants.mandataire_id and rent_calls.tenant_id = tenants.id`,
      order: sql`rent_calls.period_start desc, rent_calls.id desc`,
    },
  );
}

/** The reminders of the rows of `rent_calls`, latest first. */
function remindersOf(dialect: Dialect): RawBuilder<StoredJson<readonly StoredReminder[]>> {
  const own = (column: string) => ref(`rent_call_reminders.${column}`);
  return jsonArray(
    dialect,
    {
      ...{ id: own("id"), level: own("level"), amountCents: own("amount_cents") },
      createdAt: dialect.jsonInstant(own("created_at")),
    },
    {
      from: sql`from rent_call_reminders where rent_call_reminders.mandataire_id = rent_calls.mandataire_id
        and rent_call_reminders.rent_call_id = rent_calls.id`,
      order: sql`rent_call_reminders.created_at desc, rent_call_reminders.id desc`,
    },
  );
}

interface StoredReminder extends Omit<TenantReminder, "createdAt"> {
  readonly createdAt: number;
}

/** A rent call inside JSON: SQLite has no booleans there, and instants are in milliseconds. */
export interface StoredTenantCall extends Omit<TenantRentCall, "fullyPaid" | "overdue" | "sentAt" | "reminders"> {
  readonly fullyPaid: boolean | number;
  readonly overdue: boolean | number;
  readonly sentAt: number | null;
  readonly reminders: readonly StoredReminder[];
}

export function tenantCallFrom({ fullyPaid, overdue, sentAt, reminders, ...call }: StoredTenantCall): TenantRentCall {
  return {
    ...call,
    fullyPaid: Boolean(fullyPaid),
    overdue: Boolean(overdue),
    sentAt: sentAt === null ? null : instantOf(sentAt),
    reminders: reminders.map((reminder) => ({ ...reminder, createdAt: instantOf(reminder.createdAt) })),
  };
}

/** The payments of the rows of `tenants`, latest first. */
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
        where payments.mandataire_id = tenants.mandataire_id and payments.tenant_id = tenants.id
          and payments.bank_transaction_id is not null`,
      order: sql`payments.payment_date desc, payments.reference desc`,
    },
  );
}

/** The leases with the rows of `tenants` as a party, as of a day, latest first. */
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
      units: dialect.jsonInside(unitsOf(dialect)),
      securityDepositId: sql`(select ${dialect.idText(sql`deposit.id`)} from security_deposits as deposit
        where deposit.mandataire_id = leases.mandataire_id and deposit.lease_id = leases.id
        order by deposit.id limit 1)`,
    },
    {
      from: sql`from leases where leases.mandataire_id = tenants.mandataire_id and leases.id in (
        select lease_parties.lease_id from lease_parties where lease_parties.mandataire_id = tenants.mandataire_id
          and lease_parties.tenant_id = tenants.id)`,
      order: sql`leases.start_date desc, leases.id`,
    },
  );
}
