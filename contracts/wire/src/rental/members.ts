import { mandataireMemberListing } from "@cartulary/rental";
import { snakeObject } from "../casing.ts";
import { instant, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { record } from "../record.ts";

/** A membership as it is answered: alone among the replies of the rental product in snake_case (host.md). */
export const MandataireMemberRecord = record("MandataireMember", {
  userId: uuid<"User">(),
  user: record("MandataireMemberUser", { id: uuid<"User">(), displayName: text(), emailAddress: text() }),
  createdAt: instant(),
});

/** Who is made a member. */
export const MandataireMemberCreation = record("MandataireMemberInput", { userId: uuid<"User">() });

const ALL = {
  path: `${RENTAL_BASE}/mandataires/{id}/members`,
  tag: "extensions",
  scope: "admin",
  role: "admin",
  params: snakeObject({ id: uuid<"Mandataire">() }),
} as const;

/** Who works for a mandataire. */
export const mandataireMemberOperations = operations({
  listMandataireMembers: {
    ...ALL,
    method: "get",
    summary: "The members of a mandataire: they alone see its data",
    list: mandataireMemberListing,
    replies: { 200: listOf(MandataireMemberRecord) },
  },
  addMandataireMember: {
    ...ALL,
    method: "post",
    summary: "Make a user a member: 201, or 200 where the user is one already",
    body: MandataireMemberCreation,
    headers: ["Idempotency-Key"],
    replies: { 200: MandataireMemberRecord, 201: MandataireMemberRecord },
  },
  removeMandataireMember: {
    ...ALL,
    path: `${RENTAL_BASE}/mandataires/{id}/members/{user_id}`,
    method: "delete",
    summary: "End a membership",
    params: snakeObject({ id: uuid<"Mandataire">(), userId: uuid<"User">() }),
    replies: { 204: null },
  },
});
