import { mandataireMemberListing } from "@cartulary/rental/agency";
import { snakeObject } from "../../casing.ts";
import { instant, listOf, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { record } from "../../record.ts";

/** A membership: the only snake_case reply of the rental product (host.md). */
export const MandataireMemberRecord = record("MandataireMember", {
  userId: uuid<"User">(),
  user: record("MandataireMemberUser", { id: uuid<"User">(), displayName: text(), emailAddress: text() }),
  createdAt: instant(),
});

export const MandataireMemberCreation = record("MandataireMemberInput", { userId: uuid<"User">() });

const ALL = {
  path: `${RENTAL_BASE}/mandataires/{id}/members`,
  tag: "extensions",
  scope: "admin",
  role: "admin",
  params: snakeObject({ id: uuid<"Mandataire">() }),
} as const;

/** The members of a mandataire. */
export const mandataireMemberOperations = operations({
  listMandataireMembers: {
    ...ALL,
    method: "get",
    summary: "List the members of a mandataire, who alone see its data",
    list: mandataireMemberListing,
    replies: { 200: listOf(MandataireMemberRecord) },
  },
  addMandataireMember: {
    ...ALL,
    method: "post",
    summary: "Add a member: 201, or 200 if the user is already one",
    body: MandataireMemberCreation,
    headers: ["Idempotency-Key"],
    replies: { 200: MandataireMemberRecord, 201: MandataireMemberRecord },
  },
  removeMandataireMember: {
    ...ALL,
    path: `${RENTAL_BASE}/mandataires/{id}/members/{user_id}`,
    method: "delete",
    summary: "Remove a member",
    params: snakeObject({ id: uuid<"Mandataire">(), userId: uuid<"User">() }),
    replies: { 204: null },
  },
});
