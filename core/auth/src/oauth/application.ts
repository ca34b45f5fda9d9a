import { DEFAULT_LIST_DIALECT, type Id, type Instant, type Listing, type Scope, type Secrets } from "@cartulary/kernel";
import { base62 } from "../tokens/base62.ts";

export type ApplicationId = Id<"Application">;

/** A registered OAuth client (RFC 6749 section 2). */
export interface Application {
  readonly id: ApplicationId;
  /** Public and unique. */
  readonly clientId: string;
  /** SHA-256 of the secret in lower-case hexadecimal; `null` for public clients. */
  readonly secretHash: string | null;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The scopes that it may request. */
  readonly scopes: readonly Scope[];
  /** The scopes of a request without scopes. */
  readonly defaultScopes: readonly Scope[];
  readonly confidential: boolean;
  /** May use the password grant (auth.md 1.2) and skips consent. */
  readonly trusted: boolean;
  readonly createdAt: Instant;
}

/** Creates a unique client id of 128 random bits; not a secret. */
export function newClientId({ randomBytes }: Secrets): string {
  return base62(randomBytes(16), CLIENT_ID_LENGTH);
}

const CLIENT_ID_LENGTH = 22;

const fields = {
  id: "uuid",
  clientId: "keyword",
  name: "text",
  confidential: "boolean",
  trusted: "boolean",
  createdAt: "instant",
} as const;

export type ApplicationField = keyof typeof fields;

/** Filters and sorts of lists of applications; never on secrets. */
export const applicationListing: Listing<ApplicationField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name", "createdAt"],
  updatedAt: "createdAt",
  sort: "createdAt",
};
