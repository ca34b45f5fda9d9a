import type { Id } from "@cartulary/kernel";
import type { ServiceEventId } from "@cartulary/rental/billing";
import type { MandateId } from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { type Database, foldedText, id, instant, integer, text } from "../../../engine/columns.ts";
import { day, key, timestampColumns, timestampIndexes } from "../../property/tables/columns.ts";

export const serviceEventRows = defineEntity({
  name: "ServiceEvent",
  tableName: "service_events",
  properties: {
    ...key<ServiceEventId>(),
    mandateId: id<MandateId>(),
    mandateServiceId: id<Id<"MandateService">>(),
    occurredOn: day(),
    quantity: integer(),
    leaseId: id<Id<"Lease">>().nullable(),
    label: text().nullable(),
    labelFold: foldedText().nullable(),
    billedAt: instant().nullable(),
    billingRunId: id<Id<"BillingRun">>().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("service_events"),
    { name: "service_events_mandate_id_index", properties: ["mandataireId", "mandateId"] },
    { name: "service_events_mandate_service_id_index", properties: ["mandataireId", "mandateServiceId"] },
    { name: "service_events_lease_id_index", properties: ["mandataireId", "leaseId"] },
    { name: "service_events_billing_run_id_index", properties: ["mandataireId", "billingRunId"] },
    {
      name: "service_events_due_index",
      properties: ["mandataireId", "mandateId", "occurredOn"],
      where: "billing_run_id is null",
    },
  ],
});

export type ServiceEventTables = Database<typeof serviceEventRows>;
