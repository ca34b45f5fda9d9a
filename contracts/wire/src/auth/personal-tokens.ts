import { personalTokenListing } from "@cartulary/auth";
import { SCOPES, type Scope } from "@cartulary/kernel";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations } from "../operation.ts";
import { record } from "../record.ts";

/** Below what the personal access tokens of whoever asks are served. */
export const PERSONAL_TOKENS_BASE = "/api/v1";
const PATH = `${PERSONAL_TOKENS_BASE}/personal_access_tokens` as const;

const scopes = () => listOf(z.enum(SCOPES) as z.ZodType<Scope, Scope>);

const shown = {
  id: uuid<"Token">(),
  name: text(),
  scopes: scopes(),
  createdAt: instant(),
  expiresAt: instant(),
  /** To the minute. */
  lastUsedAt: instant().nullable(),
};

/** A token as its owner sees it afterwards. */
export const PersonalAccessTokenRecord = record("PersonalAccessToken", shown);

/** A token that was just made: `token` is told this once. */
export const CreatedPersonalAccessToken = record("CreatedPersonalAccessToken", { ...shown, token: text() });

/** What is asked for. */
export const PersonalAccessTokenCreation = record("PersonalAccessTokenCreate", {
  name: text(),
  /** `read` when absent. */
  scopes: scopes().exactOptional(),
  /** 1 to 365; 90 when absent. */
  days: integer().exactOptional(),
});

/** What can be done with one's own tokens. */
export const personalTokenOperations = operations({
  listPersonalAccessTokens: {
    method: "get",
    path: PATH,
    tag: "personal access tokens",
    summary: "One's own tokens that are neither revoked nor expired",
    scope: "read",
    list: personalTokenListing,
    replies: { 200: z.array(PersonalAccessTokenRecord) },
  },
  createPersonalAccessToken: {
    method: "post",
    path: PATH,
    tag: "personal access tokens",
    summary: "Make a token, signed in on a page with the password given lately; no token makes another",
    scope: "session",
    body: PersonalAccessTokenCreation,
    headers: ["X-CSRF-Token", "Idempotency-Key"],
    replies: { 201: CreatedPersonalAccessToken },
  },
  deletePersonalAccessToken: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "personal access tokens",
    summary: "Revoke one of one's own tokens",
    scope: "write",
    params: snakeObject({ id: uuid<"Token">() }),
    replies: { 204: null },
  },
});
