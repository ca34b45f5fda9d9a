import {
  type CreationOf,
  day,
  type FieldError,
  type FilterOf,
  type Id,
  id,
  inputErrors,
  instant,
  integer,
  type Listing,
  listingOf,
  type PatchOf,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { missingErrors, ofMandataire, timestamps } from "../../agency/field-rules.ts";

export type ServiceEventId = Id<"ServiceEvent">;

/** The most of one event. */
const QUANTITY_MAX = 1_000;

/** The declaration of an event for which a service of a mandate is billed (effects.md 2.1). */
export const serviceEventRecord = record("service event", {
  ...ofMandataire,
  id: id("ServiceEvent", { set: "program", filter: true, description: "Identifier of the event" }),
  mandateId: id("Mandate", { set: "program", filter: true, description: "Mandate of the service" }),
  mandateServiceId: id("MandateService", {
    filter: true,
    description: "Service of the mandate that is billed by event",
  }),
  occurredOn: day({
    filter: true,
    description: "Day of the event; the next run whose month does not end before it bills the event",
  }),
  quantity: integer({
    min: 1,
    max: QUANTITY_MAX,
    default: 1,
    filter: true,
    description: "How many times the price of the service is due",
  }),
  leaseId: id("Lease", {
    nullable: true,
    filter: true,
    description: "Lease whose tenant pays, for a service that tenants pay; else only what the event was about",
  }),
  label: text({
    nullable: true,
    filter: true,
    description: "Text of the event. An event with a text is billed on a line of its own, which shows it",
  }),
  billedAt: instant({ nullable: true, set: "program", filter: true, description: "When a run billed it; null before" }),
  billingRunId: id("BillingRun", {
    nullable: true,
    set: "program",
    filter: true,
    description: "Run that billed it; null while it is due",
  }),
  ...timestamps,
});

/** An event for which a service is billed once. */
export type ServiceEvent = RecordOf<typeof serviceEventRecord>;

export type ServiceEventField = FilterOf<typeof serviceEventRecord>;

/** The filters and sorts of the events of one mandate. */
export const serviceEventListing: Listing<ServiceEventField> = listingOf(serviceEventRecord, LEDGER_LIST_DIALECT, {
  sort: "createdAt",
  search: ["label"],
});

/** An event in inputs; the use case refuses absent fields. */
export type ServiceEventInput = PatchOf<typeof serviceEventRecord>;

/** An event in inputs without errors of its own. */
export type ValidServiceEvent = CreationOf<typeof serviceEventRecord>;

/** Returns the errors of an event that need no lookup. */
export function serviceEventErrors(input: ServiceEventInput): readonly FieldError[] {
  return [...missingErrors(serviceEventRecord, input), ...inputErrors(serviceEventRecord, input)];
}
