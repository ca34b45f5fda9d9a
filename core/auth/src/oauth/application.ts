import { type Id, type Instant, type Listing, type Scope, type Secrets, standardLists } from "@cartulary/kernel";
import { base62 } from "../tokens/base62.ts";

export type ApplicationId = Id<"Application">;

/** A program that may ask for tokens (RFC 6749 section 2). */
export interface Application {
  readonly id: ApplicationId;
  /** What the program says it is: public, unique. */
  readonly clientId: string;
  /** SHA-256 of the secret in lower-case hexadecimal; `null` for a public client, which has none. */
  readonly secretHash: string | null;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The most it may ask for. */
  readonly scopes: readonly Scope[];
  /** What it gets when it asks for none. */
  readonly defaultScopes: readonly Scope[];
  readonly confidential: boolean;
  /** May use the password grant (auth.md 1.2) and skip consent. */
  readonly trusted: boolean;
  readonly createdAt: Instant;
}

/** What an application is called that somebody registers: 128 bits that nobody else is called, no secret. */
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

/** A field that {@link applicationListing} knows. */
export type ApplicationField = keyof typeof fields;

/** What applications may be filtered and sorted by: never by anything of their secrets. */
export const applicationListing: Listing<ApplicationField> = {
  dialect: standardLists,
  fields,
  sorts: ["name", "createdAt"],
  updatedAt: "createdAt",
  sort: "createdAt",
};
