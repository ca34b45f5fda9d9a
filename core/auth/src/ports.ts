import type { AuditStores } from "@cartulary/audit";
import type { DirectoryStores } from "@cartulary/directory";
import type { GroupId, Id, Instant, ListQuery, Page, Role, Scope, UserId } from "@cartulary/kernel";
import type { PersonalAccessToken, PersonalTokenField } from "./accounts/personal-token.ts";
import type { Connector, ConnectorField, ConnectorId, ConnectorKey } from "./connectors/connector.ts";
import type { DeviceGrant } from "./device/device-grant.ts";
import type { AssertionOutcome } from "./identity/assertion.ts";
import type { Identity } from "./identity/identity.ts";
import type { FailureCount } from "./limits/failure-summary.ts";
import type { HitLog } from "./limits/sliding-window.ts";
import type { Application, ApplicationField, ApplicationId } from "./oauth/application.ts";
import type { ApplicationGrant } from "./oauth/application-grant.ts";
import type { AuthorizationCode } from "./oauth/authorization-code.ts";

export type TokenId = Id<"Token">;

/**
 * Kinds of stored tokens: access and personal tokens authenticate requests, refresh tokens are exchanged for new pairs.
 */
export const TOKEN_KINDS = ["access", "refresh", "personal"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A stored token: its digest only. */
export interface TokenRecord {
  readonly id: TokenId;
  readonly kind: TokenKind;
  /** SHA-256 of the whole token string, lower-case hexadecimal; unique. */
  readonly hash: string;
  readonly userId: UserId;
  /** `null` for personal tokens. */
  readonly applicationId: ApplicationId | null;
  /** Shared by the tokens of one sign-in; `null` for personal tokens. */
  readonly familyId: Id<"TokenFamily"> | null;
  /** Limit of the family's life; `null` without family, and for old tokens stored without it. */
  readonly familyEndsAt: Instant | null;
  /** Shared by an access token and its refresh token; `null` for single tokens. */
  readonly pairId: Id<"TokenPair"> | null;
  readonly scopes: readonly Scope[];
  /** The name of a personal token, otherwise `null`. */
  readonly name: string | null;
  readonly createdAt: Instant;
  /** Valid before this time. */
  readonly expiresAt: Instant;
  readonly revokedAt: Instant | null;
  /** When a refresh token was consumed, or a personal one last used. */
  readonly usedAt: Instant | null;
}

/** A set of tokens: one token, a pair, a family, or all of an application. */
export type TokenGroup = Pick<TokenRecord, "id"> | GroupOf<"pairId"> | GroupOf<"familyId"> | GroupOf<"applicationId">;

type GroupOf<Name extends "pairId" | "familyId" | "applicationId"> = {
  readonly [Key in Name]: NonNullable<TokenRecord[Key]>;
};

/** Port: storage of tokens. */
export interface TokenStore {
  /** Takes the token's SHA-256 in lower-case hexadecimal. */
  find(hash: string): Promise<TokenRecord | null>;

  insert(tokens: readonly TokenRecord[]): Promise<void>;

  /** Marks a token as used in one statement; false if it is used, revoked or expired. */
  consume(id: TokenId, at: Instant): Promise<boolean>;

  /** Revokes the valid tokens of the group. */
  revoke(which: TokenGroup, at: Instant): Promise<void>;

  /** Revokes all tokens of the user, except this one and its family. */
  revokeOf(userId: UserId, at: Instant, except?: TokenId): Promise<void>;

  /** Revokes all tokens of the user that were issued to the application. */
  revokeIssued(userId: UserId, applicationId: ApplicationId, at: Instant): Promise<void>;

  /** Lists the applications with valid tokens of the user, by name. */
  listGrants(userId: UserId, now: Instant): Promise<readonly ApplicationGrant[]>;

  /** Removes up to `most` tokens of the kind that expired by then; returns their number. */
  removeExpired(kind: TokenKind, by: Instant, most: number): Promise<number>;

  /** Removes all tokens of a user who is being deleted. */
  removeOf(userId: UserId): Promise<void>;

  /** Lists the valid personal tokens of a user. */
  listPersonal(userId: UserId, query: ListQuery<PersonalTokenField>, now: Instant): Promise<Page<PersonalAccessToken>>;

  /** Counts the valid personal tokens of a user. Exact while the user is locked. */
  countPersonal(userId: UserId, now: Instant): Promise<number>;

  /** Revokes a valid personal token of the user; false if there is none with this id. */
  revokePersonal(userId: UserId, id: TokenId, at: Instant): Promise<boolean>;

  /** Records the use of personal tokens, unless a later one is recorded. */
  recordUse(ids: readonly TokenId[], at: Instant): Promise<void>;
}

/** A stored response to a refresh, encrypted with the refresh token that was exchanged. */
export interface RefreshReply {
  readonly tokenId: TokenId;
  readonly sealed: string;
  /** May be repeated before this time. */
  readonly expiresAt: Instant;
}

/** Port: storage of responses to refreshes. */
export interface RefreshReplyStore {
  /** Finds the response by the exchanged token, expired ones included. */
  find(tokenId: TokenId): Promise<RefreshReply | null>;
  insert(reply: RefreshReply): Promise<void>;
  removeExpired(now: Instant): Promise<void>;
}

/** Port: storage of device grants, by the digests of their codes. */
export interface DeviceGrantStore {
  find(deviceHash: string): Promise<DeviceGrant | null>;
  findByUserCode(userHash: string): Promise<DeviceGrant | null>;
  insert(grant: DeviceGrant): Promise<void>;
  /** Stores state, scopes and decider in one statement, if the grant is in the state `from`; false otherwise. */
  decide(grant: DeviceGrant, from: DeviceGrant["state"]): Promise<boolean>;
  /** Marks an approved grant as consumed in one statement; false if it is not approved or has expired. */
  consume(deviceHash: string, now: Instant): Promise<boolean>;
  /** Denies the grants that the user approved and that were not picked up. */
  denyOf(userId: UserId): Promise<void>;
  /** Removes the grants decided by a user who is being deleted. */
  removeOf(userId: UserId): Promise<void>;
  /** Removes the grants that expired by then. */
  removeExpired(then: Instant): Promise<void>;
}

/** Port: storage of identities, those of deleted users included. */
export interface IdentityStore {
  find(issuer: string, subject: string): Promise<Identity | null>;
  /** True when the user has an identity of any provider. */
  existsFor(userId: UserId): Promise<boolean>;
  /** Returns false when the subject is linked already. */
  insert(identity: Identity): Promise<boolean>;
}

/** Port: storage of used assertions until they expire. */
export interface UsedAssertionStore {
  /**
   * Marks an assertion as used in one statement; false if it was used before. Waits for concurrent transactions with
   * the same key.
   */
  use(key: string, until: Instant): Promise<boolean>;
  removeExpired(now: Instant): Promise<void>;
}

/** Port: storage of authorization codes. */
export interface AuthorizationCodeStore {
  /** Takes the code's SHA-256 in lower-case hexadecimal. */
  find(hash: string): Promise<AuthorizationCode | null>;

  insert(code: AuthorizationCode): Promise<void>;

  /** Marks a code as used in one statement; false if it was used before. */
  consume(id: AuthorizationCode["id"], at: Instant): Promise<boolean>;

  /** Removes all codes of a user, or those issued to one application. */
  removeOf(userId: UserId, applicationId?: ApplicationId): Promise<void>;

  /** Removes codes that expired by then. */
  removeExpired(by: Instant): Promise<void>;

  /** Removes all codes of an application that is being removed. */
  removeIssuedTo(applicationId: ApplicationId): Promise<void>;
}

/** Port: storage of password hashes, separate from users. */
export interface CredentialStore {
  /** Returns the PHC string; `null` when the user has no password. */
  find(userId: UserId): Promise<string | null>;
  save(userId: UserId, phc: string, at: Instant): Promise<void>;
  remove(userId: UserId): Promise<void>;
}

/** Port: storage of applications. */
export interface ApplicationStore {
  findByClientId(clientId: string): Promise<Application | null>;
  /**
   * Finds and locks in share mode: the application cannot be removed until the transaction ends, so that tokens created
   * now are removed with it.
   */
  lockShared(id: ApplicationId): Promise<Application | null>;
  find(id: ApplicationId): Promise<Application | null>;
  /** Finds and locks exclusively until the transaction ends. */
  lock(id: ApplicationId): Promise<Application | null>;
  list(query: ListQuery<ApplicationField>): Promise<Page<Application>>;
  insert(application: Application): Promise<void>;
  /** Replaces the redirect URIs of an application; does nothing if it was removed. */
  saveRedirectUris(id: ApplicationId, redirectUris: readonly string[]): Promise<void>;
  remove(id: ApplicationId): Promise<void>;
  /** True when no application is registered. */
  isEmpty(): Promise<boolean>;
}

/** Port: storage of connectors and their keys. */
export interface ConnectorStore {
  find(id: ConnectorId): Promise<Connector | null>;
  /** Finds and locks until the transaction ends, so that concurrent additions of keys count each other. */
  lock(id: ConnectorId): Promise<Connector | null>;
  list(query: ListQuery<ConnectorField>): Promise<Page<Connector>>;
  insert(connector: Connector): Promise<void>;
  /** Removes the connector and its keys. */
  remove(id: ConnectorId): Promise<void>;
  /** Lists the keys of a connector, oldest first. */
  keys(id: ConnectorId): Promise<readonly ConnectorKey[]>;
  insertKey(key: ConnectorKey): Promise<void>;
  removeKey(id: ConnectorKey["id"]): Promise<void>;
}

/** A stored browser session: the digest of its secret only. */
export interface SessionRecord {
  readonly id: Id<"Session">;
  /** SHA-256 of the secret, lower-case hexadecimal; unique. */
  readonly hash: string;
  readonly userId: UserId;
  readonly createdAt: Instant;
  /** When the password was last entered. */
  readonly authenticatedAt: Instant;
  /** Open before this time; each use extends it. */
  readonly expiresAt: Instant;
  /** Address of the sign-in; `null` if unknown, as for sessions stored before this field existed. */
  readonly address: string | null;
  /** Truncated User-Agent of the sign-in; `null` if unknown. */
  readonly userAgent: string | null;
}

/** Maximum number of listed sessions per user. */
export const SESSIONS_LISTED_MAX = 50;

/** Port: storage of open sessions. */
export interface SessionStore {
  insert(session: SessionRecord): Promise<void>;
  /** Extends an open session; never restores an ended one. */
  prolong(hash: string, expiresAt: Instant): Promise<void>;
  /** Records that the password was entered again. */
  authenticated(id: Id<"Session">, at: Instant): Promise<void>;
  /** Ends a session; false when it has ended. */
  end(id: Id<"Session">): Promise<boolean>;
  /** Ends the session with this digest, if there is one. */
  remove(hash: string): Promise<void>;
  /** Ends all sessions of a user, except one. */
  removeOf(userId: UserId, except?: Id<"Session">): Promise<void>;
  /** Ends a session of the user; false when it has ended or belongs to another user. */
  endOf(userId: UserId, id: Id<"Session">): Promise<boolean>;
  /** Lists the open sessions of a user, newest first, at most {@link SESSIONS_LISTED_MAX}. */
  listOf(userId: UserId, now: Instant): Promise<readonly SessionRecord[]>;
  /** True while it is stored, even if it has expired. */
  exists(id: Id<"Session">): Promise<boolean>;
  removeExpired(now: Instant): Promise<void>;
}

/** An open session with its user's current rights. */
export interface FoundSession extends SessionRecord {
  readonly role: Role;
  readonly active: boolean;
  readonly groupIds: readonly GroupId[];
}

/** Port: finds a session in one statement outside any transaction; called for every page. */
export interface SessionFinder {
  /** Takes the secret's SHA-256 in lower-case hexadecimal. */
  find(hash: string): Promise<FoundSession | null>;
}

/** Port: storage of rate limit hits, one row per key. */
export interface RateLimitStore {
  /** Returns the hits of a key; empty for a new one. */
  find(key: string): Promise<HitLog>;
  /**
   * Returns the hits of a key, empty for a new one, and locks the key until the transaction ends, even if it has no row
   * yet.
   */
  lock(key: string): Promise<HitLog>;
  /** Replaces the hits of a locked key. They may be removed after `expiresAt`. */
  save(key: string, log: HitLog, expiresAt: Instant): Promise<void>;
  removeExpired(now: Instant): Promise<void>;
}

/** Port: storage of the networks from which users signed in. */
export interface KnownNetworkStore {
  /** True when the user signed in from this network at `since` or later. `network` is a digest. */
  isKnown(userId: UserId, network: string, since: Instant): Promise<boolean>;
  /** Records a successful sign-in. */
  recordUse(userId: UserId, network: string, at: Instant): Promise<void>;
  /** Removes the networks of a user who is being deleted. */
  removeOf(userId: UserId): Promise<void>;
  /** Removes the networks without sign-in since then. */
  removeUnseen(since: Instant): Promise<void>;
}

/** Port: storage of failure counters. */
export interface FailureCountStore {
  /** Returns the counter of a key and locks it until the transaction ends, even if it is new. */
  lock(key: string): Promise<FailureCount | null>;
  /** Replaces the counter of a locked key. */
  save(key: string, count: FailureCount): Promise<void>;
  /** Removes and returns up to `most` counters whose last event was recorded by then. */
  take(by: Instant, most: number): Promise<readonly FailureCount[]>;
}

/** Stores that this package needs inside a transaction. */
export interface AuthStores extends DirectoryStores, AuditStores {
  readonly tokens: TokenStore;
  readonly refreshReplies: RefreshReplyStore;
  readonly authorizationCodes: AuthorizationCodeStore;
  readonly credentials: CredentialStore;
  readonly applications: ApplicationStore;
  readonly connectors: ConnectorStore;
  readonly rateLimits: RateLimitStore;
  readonly knownNetworks: KnownNetworkStore;
  readonly refusals: FailureCountStore;
  readonly sessions: SessionStore;
  readonly deviceGrants: DeviceGrantStore;
  readonly identities: IdentityStore;
  readonly usedAssertions: UsedAssertionStore;
}

/**
 * Port: verifies assertions of an identity provider (RFC 7523): signature, issuer, audience, expiry, algorithm and
 * types of the claims. Core/auth checks their meaning.
 */
export interface AssertionVerifier {
  /**
   * Throws 503 `temporarily_unavailable` when the provider's keys cannot be fetched; never throws because of the
   * assertion.
   */
  verify(assertion: string, now: Instant): Promise<AssertionOutcome>;
}

/** A token with its user's current rights. */
export interface Bearer {
  readonly id: TokenId;
  readonly kind: TokenKind;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Instant;
  readonly revokedAt: Instant | null;
  readonly userId: UserId;
  readonly role: Role;
  readonly active: boolean;
  readonly groupIds: readonly GroupId[];
  /** The name of the application that the token was issued to; `null` for personal tokens. */
  readonly program: string | null;
  /** When a personal token was last used. */
  readonly usedAt: Instant | null;
}

/** Port: finds a bearer token in one statement outside any transaction; called for every request. */
export interface BearerFinder {
  /** Takes the token's SHA-256 in lower-case hexadecimal. */
  find(hash: string): Promise<Bearer | null>;
}

/** Port: slow, salted password hashing (argon2id, auth.md 1.0). Passwords must be NFC. */
export interface PasswordHash {
  /** Returns a PHC string with the current parameters. */
  hash(password: string): Promise<string>;
  /** Compares in constant time. With `null`, does the same work and returns false. */
  verify(password: string, phc: string | null): Promise<boolean>;
  /** True when the PHC string has other parameters than the current ones. */
  isOutdated(phc: string): boolean;
}
