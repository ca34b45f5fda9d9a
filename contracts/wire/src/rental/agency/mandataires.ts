import { agencyIdentityRecord, mandataireListing, mandataireRecord } from "@cartulary/rental/agency";
import { snakeObject } from "../../casing.ts";
import { listOf, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { answerShape, creationShape, patchShape } from "../../record-shapes.ts";

const { id, name, accountingCode } = answerShape(mandataireRecord);

/** A managing agent, as its members see it. */
export const MandataireRecord = camelRecord("Mandataire", {
  ...{ id, name, accountingCode },
  ...answerShape(agencyIdentityRecord),
});

/** The body that creates a mandataire. */
export const MandataireCreation = record("MandataireCreate", creationShape(mandataireRecord));

/** The body that changes a mandataire. */
export const MandataireChange = record("MandataireInput", patchShape(mandataireRecord));

const ALL = { path: `${RENTAL_BASE}/mandataires` } as const;
const ONE = {
  path: `${RENTAL_BASE}/mandataires/{id}`,
  params: snakeObject({ id: uuid<"Mandataire">() }),
} as const;
const ADMINISTERED = { tag: "extensions", scope: "admin", role: "admin", wrapper: "mandataire" } as const;

/** Operations on mandataires themselves; none acts within one of them. */
export const mandataireOperations = operations({
  listMandataires: {
    ...ALL,
    method: "get",
    tag: "mandataires",
    summary: "List the mandataires of which you are a member",
    scope: "read",
    list: mandataireListing,
    replies: { 200: listOf(MandataireRecord) },
  },
  createMandataire: {
    ...ALL,
    ...ADMINISTERED,
    method: "post",
    summary: "Create a mandataire and open its books; the creator is its first member",
    body: MandataireCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: MandataireRecord },
  },
  updateMandataire: {
    ...ONE,
    ...ADMINISTERED,
    method: "patch",
    summary: "Update a mandataire",
    body: MandataireChange,
    replies: { 200: MandataireRecord },
  },
  deleteMandataire: {
    ...ONE,
    method: "delete",
    tag: "extensions",
    summary: "Delete a mandataire that has members only",
    scope: "admin",
    role: "admin",
    replies: { 204: null },
  },
});
