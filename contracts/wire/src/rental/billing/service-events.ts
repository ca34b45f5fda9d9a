import { serviceEventListing, serviceEventRecord } from "@cartulary/rental/billing";
import { snakeObject } from "../../casing.ts";
import { listOf, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { answerShape, lenientCreationShape } from "../../record-shapes.ts";

const { mandataireId: _, mandateId: __, updatedAt: ___, ...answered } = answerShape(serviceEventRecord);

/** An event for which a service of a mandate is billed. */
export const ServiceEventRecord = camelRecord("ServiceEvent", answered);

/** The body that records an event. */
export const ServiceEventCreation = record("ServiceEventCreate", lenientCreationShape(serviceEventRecord));

const ALL = {
  path: `${RENTAL_BASE}/mandates/{id}/service_events`,
  tag: "mandates",
  mandataire: true,
  params: snakeObject({ id: uuid<"Mandate">() }),
} as const;

/** Events for which services of a mandate are billed. */
export const serviceEventOperations = operations({
  listServiceEvents: {
    ...ALL,
    method: "get",
    summary: "List events of a mandate's services",
    scope: "read",
    list: serviceEventListing,
    replies: { 200: listOf(ServiceEventRecord) },
  },
  createServiceEvent: {
    ...ALL,
    method: "post",
    summary: "Record an event of a service; the next run bills it once",
    scope: "write",
    body: ServiceEventCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: ServiceEventRecord },
  },
  deleteServiceEvent: {
    ...ALL,
    path: `${ALL.path}/{event_id}`,
    params: snakeObject({ id: uuid<"Mandate">(), eventId: uuid<"ServiceEvent">() }),
    method: "delete",
    summary: "Delete an event that no run has billed",
    scope: "write",
    replies: { 204: null },
  },
});
