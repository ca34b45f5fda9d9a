import { applicationListing } from "@cartulary/auth";
import { SCOPES, type Scope } from "@cartulary/kernel";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, listOf, text, uuid } from "../fields.ts";
import { ADMINISTRATION_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const scopes = (): z.ZodType<readonly Scope[], readonly Scope[]> => listOf(z.enum(SCOPES));

const fields = {
  id: uuid<"Application">(),
  clientId: text(),
  name: text(),
  redirectUris: listOf(text()),
  scopes: scopes(),
  defaultScopes: scopes(),
  confidential: flag(),
  trusted: flag(),
  createdAt: instant(),
};

/** An OAuth client. */
export const OAuthApplicationRecord = record("OAuthApplication", fields);

export const RegisteredOAuthApplication = record("RegisteredOAuthApplication", {
  ...fields,
  /** Shown once; null for a public client, which has none. */
  clientSecret: text().nullable(),
});

export const OAuthApplicationCreation = record("OAuthApplicationCreate", {
  name: text(),
  redirectUris: listOf(text()),
  scopes: scopes().exactOptional(),
  defaultScopes: scopes().exactOptional(),
  confidential: flag().exactOptional(),
  trusted: flag().exactOptional(),
});

const ALL = {
  path: `${ADMINISTRATION_BASE}/oauth_applications`,
  tag: "extensions",
  scope: "admin",
  role: "admin",
} as const;
const ONE = {
  ...ALL,
  path: `${ADMINISTRATION_BASE}/oauth_applications/{id}`,
  params: snakeObject({ id: uuid<"Application">() }),
} as const;

/** Administration of OAuth clients. */
export const oauthApplicationOperations = operations({
  listOauthApplications: {
    ...ALL,
    method: "get",
    summary: "List applications",
    list: applicationListing,
    replies: { 200: z.array(OAuthApplicationRecord) },
  },
  createOauthApplication: {
    ...ALL,
    method: "post",
    summary: "Register an application; its secret is shown once",
    body: OAuthApplicationCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: RegisteredOAuthApplication },
  },
  getOauthApplication: {
    ...ONE,
    method: "get",
    summary: "Get an application",
    replies: { 200: OAuthApplicationRecord },
  },
  deleteOauthApplication: {
    ...ONE,
    method: "delete",
    summary: "Delete an application; its tokens become invalid at once",
    replies: { 204: null },
  },
});
