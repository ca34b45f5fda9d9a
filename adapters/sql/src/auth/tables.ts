import type { AuditEvent } from "@cartulary/audit";
import type {
  ApplicationId,
  AuthorizationCode,
  ConnectorArea,
  ConnectorId,
  ConnectorKey,
  DeviceGrant,
  HitLog,
  TokenId,
  TokenKind,
} from "@cartulary/auth";
import type { Id, Scope, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { boolean, foldedText, id, instant, integer, json, text } from "../engine/columns.ts";

/** Tokens, found by their digests. */
export const tokenRows = defineEntity({
  name: "Token",
  tableName: "tokens",
  properties: {
    id: id<TokenId>().primary(),
    kind: text<TokenKind>(),
    hash: text(),
    userId: id<UserId>(),
    applicationId: id<ApplicationId>().nullable(),
    familyId: id<Id<"TokenFamily">>().nullable(),
    familyEndsAt: instant().nullable(),
    pairId: id<Id<"TokenPair">>().nullable(),
    scopes: json<readonly Scope[]>(),
    name: text().nullable(),
    nameFold: foldedText().nullable(),
    createdAt: instant(),
    expiresAt: instant(),
    revokedAt: instant().nullable(),
    usedAt: instant().nullable(),
  },
  uniques: [{ name: "tokens_hash_unique", properties: ["hash"] }],
  indexes: [
    { name: "tokens_user_id_index", properties: ["userId"] },
    { name: "tokens_family_id_index", properties: ["familyId"] },
    { name: "tokens_pair_id_index", properties: ["pairId"] },
    { name: "tokens_application_id_index", properties: ["applicationId"] },
    { name: "tokens_expires_at_index", properties: ["kind", "expiresAt"] },
  ],
});

/** Responses to refreshes, encrypted with the refresh tokens that were exchanged. */
export const refreshReplyRows = defineEntity({
  name: "RefreshReply",
  tableName: "refresh_replies",
  properties: {
    tokenId: id<TokenId>().primary(),
    sealed: text(),
    expiresAt: instant(),
  },
  indexes: [{ name: "refresh_replies_expires_at_index", properties: ["expiresAt"] }],
});

/** Authorizations that are not yet exchanged for tokens, found by digest. */
export const authorizationCodeRows = defineEntity({
  name: "AuthorizationCode",
  tableName: "authorization_codes",
  properties: {
    id: id<AuthorizationCode["id"]>().primary(),
    hash: text(),
    applicationId: id<ApplicationId>(),
    userId: id<UserId>(),
    familyId: id<Id<"TokenFamily">>(),
    redirectUri: text(),
    scopes: json<readonly Scope[]>(),
    codeChallenge: text().nullable(),
    createdAt: instant(),
    expiresAt: instant(),
    usedAt: instant().nullable(),
  },
  uniques: [{ name: "authorization_codes_hash_unique", properties: ["hash"] }],
  indexes: [
    { name: "authorization_codes_user_id_index", properties: ["userId"] },
    { name: "authorization_codes_expires_at_index", properties: ["expiresAt"] },
    { name: "authorization_codes_application_id_index", properties: ["applicationId"] },
  ],
});

/** Password hashes, at most one for each user. */
export const credentialRows = defineEntity({
  name: "Credential",
  tableName: "credentials",
  properties: {
    userId: id<UserId>().primary(),
    phc: text(),
    updatedAt: instant(),
  },
});

/** OAuth clients. */
export const applicationRows = defineEntity({
  name: "Application",
  tableName: "applications",
  properties: {
    id: id<ApplicationId>().primary(),
    clientId: text(),
    secretHash: text().nullable(),
    name: text(),
    nameFold: foldedText().default(""),
    redirectUris: json<readonly string[]>(),
    scopes: json<readonly Scope[]>(),
    defaultScopes: json<readonly Scope[]>(),
    confidential: boolean(),
    trusted: boolean(),
    createdAt: instant(),
  },
  uniques: [{ name: "applications_client_id_unique", properties: ["clientId"] }],
});

/** Systems that push data. */
export const connectorRows = defineEntity({
  name: "Connector",
  tableName: "connectors",
  properties: {
    id: id<ConnectorId>().primary(),
    name: text(),
    nameFold: foldedText(),
    area: text<ConnectorArea>(),
    mandataireId: id<Id<"Mandataire">>().nullable(),
    workspaceIds: json<readonly Id<"Workspace">[]>(),
    disabledAt: instant().nullable(),
    createdAt: instant(),
  },
});

/** The keys of connectors, found by their digests. */
export const connectorKeyRows = defineEntity({
  name: "ConnectorKey",
  tableName: "connector_keys",
  properties: {
    id: id<ConnectorKey["id"]>().primary(),
    connectorId: id<ConnectorId>(),
    hash: text(),
    createdAt: instant(),
  },
  uniques: [{ name: "connector_keys_hash_unique", properties: ["hash"] }],
  indexes: [{ name: "connector_keys_connector_id_index", properties: ["connectorId"] }],
});

/** The hits of the rate limiter, by the digest of the limited subject. */
export const rateLimitRows = defineEntity({
  name: "RateLimit",
  tableName: "rate_limits",
  properties: {
    key: text().primary(),
    hits: json<HitLog>(),
    expiresAt: instant(),
  },
  indexes: [{ name: "rate_limits_expires_at_index", properties: ["expiresAt"] }],
});

/** Open sessions of the pages, found by the digests of their secrets. */
export const sessionRows = defineEntity({
  name: "Session",
  tableName: "sessions",
  properties: {
    id: id<Id<"Session">>().primary(),
    hash: text(),
    userId: id<UserId>(),
    createdAt: instant(),
    authenticatedAt: instant(),
    expiresAt: instant(),
    address: text().nullable(),
    userAgent: text().nullable(),
  },
  uniques: [{ name: "sessions_hash_unique", properties: ["hash"] }],
  indexes: [
    { name: "sessions_user_id_index", properties: ["userId"] },
    { name: "sessions_expires_at_index", properties: ["expiresAt"] },
  ],
});

/** Grants of the device flow, found by the digests of their codes. */
export const deviceGrantRows = defineEntity({
  name: "DeviceGrant",
  tableName: "device_grants",
  properties: {
    id: id<DeviceGrant["id"]>().primary(),
    deviceHash: text(),
    userHash: text(),
    state: text<DeviceGrant["state"]>(),
    clientName: text().nullable(),
    address: text(),
    scopes: json<readonly Scope[]>(),
    userId: id<UserId>().nullable(),
    sessionId: id<Id<"Session">>().nullable(),
    createdAt: instant(),
    expiresAt: instant(),
  },
  uniques: [
    { name: "device_grants_device_hash_unique", properties: ["deviceHash"] },
    { name: "device_grants_user_hash_unique", properties: ["userHash"] },
  ],
  indexes: [
    { name: "device_grants_user_id_index", properties: ["userId"] },
    { name: "device_grants_expires_at_index", properties: ["expiresAt"] },
  ],
});

/** The subjects of users at identity providers. */
export const identityRows = defineEntity({
  name: "Identity",
  tableName: "identities",
  properties: {
    id: id<Id<"Identity">>().primary(),
    issuer: text(),
    subject: text(),
    userId: id<UserId>(),
    createdAt: instant(),
  },
  uniques: [{ name: "identities_issuer_subject_unique", properties: ["issuer", "subject"] }],
  indexes: [{ name: "identities_user_id_index", properties: ["userId"] }],
});

/** The digests of used assertions. */
export const usedAssertionRows = defineEntity({
  name: "UsedAssertion",
  tableName: "used_assertions",
  properties: {
    key: text().primary(),
    expiresAt: instant(),
  },
  indexes: [{ name: "used_assertions_expires_at_index", properties: ["expiresAt"] }],
});

/** The networks from which users signed in, as digests. */
export const knownNetworkRows = defineEntity({
  name: "KnownNetwork",
  tableName: "known_networks",
  properties: {
    /** The user's id and the digest of the network. */
    key: text().primary(),
    userId: id<UserId>(),
    seenAt: instant(),
  },
  indexes: [
    { name: "known_networks_user_id_index", properties: ["userId"] },
    { name: "known_networks_seen_at_index", properties: ["seenAt"] },
  ],
});

/** Failures that are counted instead of audited one by one, by the digest of their kind and network. */
export const refusalRows = defineEntity({
  name: "Refusal",
  tableName: "refusals",
  properties: {
    key: text().primary(),
    recordedAt: instant(),
    unrecorded: integer(),
    /** Null if the row was only locked. */
    last: json<AuditEvent>().nullable(),
  },
  indexes: [{ name: "refusals_recorded_at_index", properties: ["recordedAt"] }],
});
