import { ledgerLists } from "@cartulary/ledger";
import { type AllFollowedRecords, SNAPSHOT_STATES } from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, listOf, searched, uuid } from "../fields.ts";
import { castTo } from "../filter-values.ts";
import { operations, PAGES, RENTAL_BASE } from "../operation.ts";
import { camelRecord } from "../record.ts";
import { AccountingEntryRecord } from "./accounting-entries.ts";
import { BankTransactionRecord } from "./bank-transactions.ts";
import { ListedBillingRun } from "./billing-runs.ts";
import { FecExportRecord } from "./fec-exports.ts";
import { ListedIncident } from "./incidents.ts";
import { LeasePartyRecord } from "./lease-parties.ts";
import { ListedLease } from "./lease-records.ts";
import { LeaseTermRecord } from "./lease-terms.ts";
import { MandataireRecord } from "./mandataires.ts";
import { ListedMandate } from "./mandates.ts";
import { OwnerPayoutRecord } from "./owner-payouts.ts";
import { ListedOwner } from "./owners.ts";
import { OwnershipRecord } from "./ownerships.ts";
import { ListedPaymentRecord } from "./payments.ts";
import { ListedProperty } from "./properties.ts";
import { RentCallRecord } from "./rent-calls.ts";
import { RentalContactRecord } from "./rental-contacts.ts";
import { ListedTenant } from "./tenants.ts";
import { ListedUnit } from "./units.ts";

/** What each collection that can be followed is made of: the records of its list. Whoever adds a family adds a line. */
const listed = {
  mandataires: MandataireRecord,
  accounting_entries: AccountingEntryRecord,
  fec_exports: FecExportRecord,
  rent_calls: RentCallRecord,
  owner_payouts: OwnerPayoutRecord,
  payments: ListedPaymentRecord,
  bank_transactions: BankTransactionRecord,
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
} as const satisfies Record<keyof AllFollowedRecords, z.ZodType>;

type Listed = typeof listed;

/** A collection that can be followed, as paths name it. */
export type SnapshotCollection = keyof Listed;

/** Every {@link SnapshotCollection}. */
export const SNAPSHOT_COLLECTIONS: readonly SnapshotCollection[] = Object.keys(listed) as SnapshotCollection[];

/** The last state of a record of one collection: its list record while it is there. */
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

/** The last state of a record, whatever its collection. */
export const SnapshotRecord: z.ZodUnion<readonly AnySnapshotSchema[]> = z.union(
  SNAPSHOT_COLLECTIONS.map((collection) => snapshotOf(collection)) as unknown as readonly AnySnapshotSchema[],
);

/** A moment as lists read it: a date alone is its first. */
const moment = z.codec(searched(), instant(), {
  decode: (written) => (castTo("instant", written) ?? "") as never,
  encode: (at) => at,
});

/** How a copy of the estate kept elsewhere follows it. */
export const snapshotOperations = operations({
  listSnapshots: {
    path: `${RENTAL_BASE}/snapshots`,
    method: "get",
    tag: "snapshots",
    summary: "What became of the records of a collection since a moment, the last state of each",
    scope: "read",
    mandataire: { unless: { collection: "mandataires" } },
    query: snakeObject({
      collection: z.enum(SNAPSHOT_COLLECTIONS),
      updatedSince: moment,
      afterId: uuid<string>().exactOptional(),
    }),
    list: PAGES,
    paging: ledgerLists,
    replies: { 200: listOf(SnapshotRecord) },
  },
});
