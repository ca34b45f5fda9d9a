import {
  type Caller,
  type Clock,
  DEFAULT_LIST_DIALECT,
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  type NewId,
  type RequestOrigin,
  type UserId,
} from "@cartulary/kernel";
import { redactDetail } from "./redaction.ts";

/** A recorded action or rejection (documents.md 2.4). Immutable. */
export interface AuditEvent {
  readonly id: Id<"AuditEvent">;
  readonly at: Instant;
  /** The acting user; `null` if unknown, as in a failed sign-in. */
  readonly actorId: UserId | null;
  /** The token used; `null` for browser sessions and local commands. */
  readonly tokenId: Id<"Token"> | null;
  /** Named `resource.past_participle`: `folder.deleted`, `permission.granted`, `session.refused`. */
  readonly action: string;
  /** The kind of the resource, as in the API: `folder`, `user`, `oauth_application`. */
  readonly resourceType: string | null;
  readonly resourceId: string | null;
  /** X-Request-Id of the request. */
  readonly requestId: string | null;
  /** The client's address, as rate limits use it; `null` for local commands. */
  readonly address: string | null;
  /** Additional facts; never secrets or their digests: see {@link redactDetail}. */
  readonly detail: JsonObject;
}

/** The origin of an event: a {@link Caller}, or the known part of one. */
export type Actor = Pick<Caller, "tokenId" | keyof RequestOrigin> & { readonly userId: UserId | null };

/** An event before its time, id and actor are added. */
export type AuditEntry = Pick<AuditEvent, "action"> &
  Partial<Pick<AuditEvent, "resourceType" | "resourceId" | "detail">>;

/** Creates an event with the current time. */
export function auditEvent(
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
  { userId, tokenId, requestId, address }: Actor,
  { action, resourceType = null, resourceId = null, detail = {} }: AuditEntry,
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
    detail: redactDetail(detail),
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

export type AuditField = keyof typeof fields;

/** Filters and sorts of lists of audit events: all columns except the detail; newest first by default. */
export const auditListing: Listing<AuditField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["at"],
  sort: "at",
  updatedAt: "at",
};
