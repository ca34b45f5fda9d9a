import { personalTokenListing } from "@cartulary/auth";
import { SCOPES, type Scope } from "@cartulary/kernel";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations } from "../operation.ts";
import { record } from "../record.ts";

/** Base path of the caller's personal access tokens. */
export const PERSONAL_TOKENS_BASE = "/api/v1";
const PATH = `${PERSONAL_TOKENS_BASE}/personal_access_tokens` as const;

const scopes = () => listOf(z.enum(SCOPES) as z.ZodType<Scope, Scope>);

const fields = {
  id: uuid<"Token">(),
  name: text(),
  scopes: scopes(),
  createdAt: instant(),
  expiresAt: instant(),
  /** With a precision of one minute. */
  lastUsedAt: instant().nullable(),
};

/** A token without its value. */
export const PersonalAccessTokenRecord = record("PersonalAccessToken", fields);

/** A new token; `token` is shown once. */
export const CreatedPersonalAccessToken = record("CreatedPersonalAccessToken", { ...fields, token: text() });

export const PersonalAccessTokenCreation = record("PersonalAccessTokenCreate", {
  name: text(),
  /** `read` when absent. */
  scopes: scopes().exactOptional(),
  /** 1 to 365; 90 when absent. */
  days: integer().exactOptional(),
});

/** Operations on the caller's own tokens. */
export const personalTokenOperations = operations({
  listPersonalAccessTokens: {
    method: "get",
    path: PATH,
    tag: "personal access tokens",
    summary: "List your valid personal access tokens",
    scope: "read",
    list: personalTokenListing,
    replies: { 200: z.array(PersonalAccessTokenRecord) },
  },
  createPersonalAccessToken: {
    method: "post",
    path: PATH,
    tag: "personal access tokens",
    summary: "Create a personal access token; requires a browser session with a recently entered password",
    scope: "session",
    body: PersonalAccessTokenCreation,
    headers: ["X-CSRF-Token", "Idempotency-Key"],
    replies: { 201: CreatedPersonalAccessToken },
  },
  deletePersonalAccessToken: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "personal access tokens",
    summary: "Revoke one of your personal access tokens",
    scope: "write",
    params: snakeObject({ id: uuid<"Token">() }),
    replies: { 204: null },
  },
});
