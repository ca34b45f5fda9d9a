import {
  type Caller,
  type Clock,
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  type NewId,
  type RequestOrigin,
  standardLists,
  type UserId,
} from "@cartulary/kernel";
import { redacted } from "./redaction.ts";

/** One thing that was done or refused (documents.md 2.4). Written once, never changed. */
export interface AuditEvent {
  readonly id: Id<"AuditEvent">;
  readonly at: Instant;
  /** Who did it; `null` when nobody was known, as in a refused sign-in. */
  readonly actorId: UserId | null;
  /** The token it was done with; `null` for a page's session and at the machine. */
  readonly tokenId: Id<"Token"> | null;
  /** What was done, as `resource.past_participle`: `folder.deleted`, `permission.granted`, `session.refused`. */
  readonly action: string;
  /** The kind of what it was done to, in the words of the wire: `folder`, `user`, `oauth_application`. */
  readonly resourceType: string | null;
  readonly resourceId: string | null;
  /** The X-Request-Id of the request that asked for it. */
  readonly requestId: string | null;
  /** The client's address, as the limits see it; `null` at the machine. */
  readonly address: string | null;
  /** What else helps to understand it. Never a secret, never a digest of one: see {@link redacted}. */
  readonly detail: JsonObject;
}

/** Who is to answer for an event: a {@link Caller}, or what is known where there is none. */
export type Actor = Pick<Caller, "tokenId" | keyof RequestOrigin> & { readonly userId: UserId | null };

/** What happened, before it is known when. */
export type Deed = Pick<AuditEvent, "action"> & Partial<Pick<AuditEvent, "resourceType" | "resourceId" | "detail">>;

/** The event of a deed that is being done now. */
export function auditEvent(
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
  { userId, tokenId, requestId, address }: Actor,
  { action, resourceType = null, resourceId = null, detail = {} }: Deed,
): AuditEvent {
  return {
    id: newId<"AuditEvent">(),
    at: clock.now(),
    actorId: userId,
    tokenId: tokenId ?? null,
    action,
    resourceType,
    resourceId,
    requestId: requestId ?? null,
    address: address ?? null,
    detail: redacted(detail),
  };
}

const fields = {
  id: "uuid",
  at: "instant",
  actorId: "uuid",
  tokenId: "uuid",
  action: "keyword",
  resourceType: "keyword",
  resourceId: "uuid",
  requestId: "keyword",
  address: "keyword",
} as const;

/** A field that {@link auditListing} knows. */
export type AuditField = keyof typeof fields;

/** What audit events may be filtered and sorted by: every column but the detail, newest first unless asked otherwise. */
export const auditListing: Listing<AuditField> = {
  dialect: standardLists,
  fields,
  sorts: ["at"],
  sort: "at",
  updatedAt: "at",
};
