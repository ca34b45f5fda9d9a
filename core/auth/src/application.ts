import type { Id, Instant, Scope } from "@cartulary/kernel";

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
