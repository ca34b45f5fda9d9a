import type { ApplicationId, HitLog, TokenId, TokenKind } from "@cartulary/auth";
import type { Id, Scope, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { boolean, id, instant, json, text } from "../columns.ts";

/** Tokens, known by their digests. */
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
    scopes: json<readonly Scope[]>(),
    name: text().nullable(),
    createdAt: instant(),
    expiresAt: instant(),
    revokedAt: instant().nullable(),
    usedAt: instant().nullable(),
  },
  uniques: [{ name: "tokens_hash_unique", properties: ["hash"] }],
  indexes: [{ name: "tokens_user_id_index", properties: ["userId"] }],
});

/** Password hashes, one a user at most. */
export const credentialRows = defineEntity({
  name: "Credential",
  tableName: "credentials",
  properties: {
    userId: id<UserId>().primary(),
    phc: text(),
    updatedAt: instant(),
  },
});

/** Programs that may ask for tokens. */
export const applicationRows = defineEntity({
  name: "Application",
  tableName: "applications",
  properties: {
    id: id<ApplicationId>().primary(),
    clientId: text(),
    secretHash: text().nullable(),
    name: text(),
    redirectUris: json<readonly string[]>(),
    scopes: json<readonly Scope[]>(),
    defaultScopes: json<readonly Scope[]>(),
    confidential: boolean(),
    trusted: boolean(),
    createdAt: instant(),
  },
  uniques: [{ name: "applications_client_id_unique", properties: ["clientId"] }],
});

/** What the limiter counted, by the digest of whom or what. */
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

/** Open sessions of the pages, known by the digests of their secrets. */
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
  },
  uniques: [{ name: "sessions_hash_unique", properties: ["hash"] }],
  indexes: [
    { name: "sessions_user_id_index", properties: ["userId"] },
    { name: "sessions_expires_at_index", properties: ["expiresAt"] },
  ],
});
