import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import type { AllSyncedRecords } from "@cartulary/rental";
import { SNAPSHOT_STATES } from "@cartulary/rental/agency";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, listOf, searchText, uuid } from "../fields.ts";
import { castTo } from "../filter-values.ts";
import { operations, PAGES, RENTAL_BASE } from "../operation.ts";
import { camelRecord } from "../record.ts";
import { AccountingEntryRecord } from "./accounting/accounting-entries.ts";
import { FecExportRecord } from "./accounting/fec-exports.ts";
import { MandataireRecord } from "./agency/mandataires.ts";
import { ListedBillingRun } from "./billing/billing-runs.ts";
import { OwnerPayoutRecord } from "./billing/owner-payouts.ts";
import { RentCallRecord } from "./billing/rent-calls.ts";
import { ServiceEventRecord } from "./billing/service-events.ts";
import { ListedIncident } from "./incidents/incidents.ts";
import { LettersRecord } from "./letters/letters.ts";
import { BankStatementRecord } from "./money/bank-statements.ts";
import { BankTransactionRecord } from "./money/bank-transactions.ts";
import { ChargeStatementRecord } from "./money/charge-statements.ts";
import { ListedPaymentRecord } from "./money/payments.ts";
import { PayoutExportRecord } from "./money/payout-exports.ts";
import { SecurityDepositRecord } from "./money/security-deposits.ts";
import { SupplierInvoiceRecord } from "./money/supplier-invoices.ts";
import { LeasePartyRecord } from "./property/lease-parties.ts";
import { ListedLease } from "./property/lease-records.ts";
import { LeaseTermRecord } from "./property/lease-terms.ts";
import { ListedMandate } from "./property/mandates.ts";
import { ListedOwner } from "./property/owners.ts";
import { OwnershipRecord } from "./property/ownerships.ts";
import { ListedProperty } from "./property/properties.ts";
import { ReminderRecord } from "./property/rent-call-fields.ts";
import { RentalContactRecord } from "./property/rental-contacts.ts";
import { ListedTenant } from "./property/tenants.ts";
import { ListedUnit } from "./property/units.ts";

/** The list record of each collection with a change feed. */
const listed = {
  mandataires: MandataireRecord,
  accounting_entries: AccountingEntryRecord,
  fec_exports: FecExportRecord,
  rent_calls: RentCallRecord,
  reminders: ReminderRecord,
  owner_payouts: OwnerPayoutRecord,
  payout_exports: PayoutExportRecord,
  security_deposits: SecurityDepositRecord,
  charge_statements: ChargeStatementRecord,
  supplier_invoices: SupplierInvoiceRecord,
  service_events: ServiceEventRecord,
  payments: ListedPaymentRecord,
  bank_transactions: BankTransactionRecord,
  bank_statements: BankStatementRecord,
  letters: LettersRecord,
  properties: ListedProperty,
  units: ListedUnit,
  ownerships: OwnershipRecord,
  owners: ListedOwner,
  tenants: ListedTenant,
  contacts: RentalContactRecord,
  service_providers: RentalContactRecord,
  mandates: ListedMandate,
  leases: ListedLease,
  lease_terms: LeaseTermRecord,
  lease_parties: LeasePartyRecord,
  billing_runs: ListedBillingRun,
  incidents: ListedIncident,
} as const satisfies Record<keyof AllSyncedRecords, z.ZodType>;

type Listed = typeof listed;

/** A collection with a change feed, by its path. */
export type SnapshotCollection = keyof Listed;

/** Every {@link SnapshotCollection}. */
export const SNAPSHOT_COLLECTIONS: readonly SnapshotCollection[] = Object.keys(listed) as SnapshotCollection[];

/** The last state of a record of one collection, with its list record while it exists. */
type SnapshotSchema<Collection extends SnapshotCollection> = z.ZodObject<{
  collection: z.ZodLiteral<Collection>;
  id: ReturnType<typeof uuid<string>>;
  state: z.ZodEnum<{ [State in (typeof SNAPSHOT_STATES)[number]]: State }>;
  updatedAt: ReturnType<typeof instant>;
  data: z.ZodNullable<Listed[Collection]>;
}>;

function snapshotOf<Collection extends SnapshotCollection>(collection: Collection): SnapshotSchema<Collection> {
  const words = collection.split("_").map((word) => (word[0] ?? "").toUpperCase() + word.slice(1));
  return camelRecord(`Snapshot${words.join("")}`, {
    collection: z.literal(collection),
    id: uuid<string>(),
    state: z.enum(SNAPSHOT_STATES),
    updatedAt: instant(),
    data: listed[collection].nullable(),
  }) as unknown as SnapshotSchema<Collection>;
}

type AnySnapshotSchema = { [Collection in SnapshotCollection]: SnapshotSchema<Collection> }[SnapshotCollection];

/** The last state of a record of any collection. */
export const SnapshotRecord: z.ZodUnion<readonly AnySnapshotSchema[]> = z.union(
  SNAPSHOT_COLLECTIONS.map((collection) => snapshotOf(collection)) as unknown as readonly AnySnapshotSchema[],
);

/** A timestamp as in lists: a date alone means its start. */
const moment = z.codec(searchText(), instant(), {
  decode: (written) => (castTo("instant", written) ?? "") as never,
  encode: (at) => at,
});

/** The change feed for copies of the estate. */
export const snapshotOperations = operations({
  listSnapshots: {
    path: `${RENTAL_BASE}/snapshots`,
    method: "get",
    tag: "snapshots",
    summary: "List changes of a collection since a timestamp, with the last state of each record",
    scope: "read",
    mandataire: { unless: { collection: "mandataires" } },
    query: snakeObject({
      collection: z.enum(SNAPSHOT_COLLECTIONS),
      updatedSince: moment,
      afterId: uuid<string>().exactOptional(),
    }),
    list: PAGES,
    paging: LEDGER_LIST_DIALECT,
    replies: { 200: listOf(SnapshotRecord) },
  },
});
