import type { AuditStores } from "@cartulary/audit";
import type { DirectoryStores } from "@cartulary/directory";
import type { GroupId, Id, Instant, ListQuery, Page, Role, Scope, UserId } from "@cartulary/kernel";
import type { PersonalAccessToken, PersonalTokenField } from "./accounts/personal-token.ts";
import type { Connector, ConnectorField, ConnectorId, ConnectorKey } from "./connectors/connector.ts";
import type { DeviceGrant } from "./device/device-grant.ts";
import type { AssertionOutcome } from "./identity/assertion.ts";
import type { Identity } from "./identity/identity.ts";
import type { RefusalCount } from "./limits/refusal.ts";
import type { HitLog } from "./limits/sliding-log.ts";
import type { Application, ApplicationField, ApplicationId } from "./oauth/application.ts";
import type { ApplicationGrant } from "./oauth/application-grant.ts";
import type { AuthorizationCode } from "./oauth/authorization-code.ts";

export type TokenId = Id<"Token">;

/** What a stored token opens: the API (access, personal) or the next pair of tokens (refresh). */
export const TOKEN_KINDS = ["access", "refresh", "personal"] as const;
/** One of {@link TOKEN_KINDS}. */
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A token as it is stored: never the token itself, only its digest. */
export interface TokenRecord {
  readonly id: TokenId;
  readonly kind: TokenKind;
  /** SHA-256 of the whole token string, lower-case hexadecimal; unique. */
  readonly hash: string;
  readonly userId: UserId;
  /** `null` for a personal token made at the machine. */
  readonly applicationId: ApplicationId | null;
  /** Tokens that descend from one sign-in share it; `null` for a personal token. */
  readonly familyId: Id<"TokenFamily"> | null;
  /** When the family is too old to be refreshed; `null` outside of families, and where nobody said when they were made. */
  readonly familyEndsAt: Instant | null;
  /** An access token and the refresh token that was answered with it share it; `null` for one that came alone. */
  readonly pairId: Id<"TokenPair"> | null;
  readonly scopes: readonly Scope[];
  /** The name its owner gave a personal token, else `null`. */
  readonly name: string | null;
  readonly createdAt: Instant;
  /** Valid while now is before it. */
  readonly expiresAt: Instant;
  readonly revokedAt: Instant | null;
  /** When a refresh token was spent, a personal one last seen. */
  readonly usedAt: Instant | null;
}

/** One token, the two of a pair, all of a family, or all that an application was given. */
export type TokenGroup = Pick<TokenRecord, "id"> | GroupOf<"pairId"> | GroupOf<"familyId"> | GroupOf<"applicationId">;

type GroupOf<Name extends "pairId" | "familyId" | "applicationId"> = {
  readonly [Key in Name]: NonNullable<TokenRecord[Key]>;
};

/** Where tokens are kept. */
export interface TokenStore {
  /** By the token's SHA-256 in lower-case hexadecimal. */
  find(hash: string): Promise<TokenRecord | null>;

  insert(tokens: readonly TokenRecord[]): Promise<void>;

  /** Marks as used, in one statement, a token that is neither used nor revoked nor expired then; false for another. */
  spend(id: TokenId, at: Instant): Promise<boolean>;

  /** Ends those of these tokens that still live. */
  revoke(which: TokenGroup, at: Instant): Promise<void>;

  /** Ends every token that the user still has, but for this one and those of its family. */
  revokeOf(userId: UserId, at: Instant, except?: TokenId): Promise<void>;

  /** Ends every token of the user that this application was given. */
  revokeIssued(userId: UserId, applicationId: ApplicationId, at: Instant): Promise<void>;

  /** The applications that have tokens of the user which live at `now`, by name. */
  listGrants(userId: UserId, now: Instant): Promise<readonly ApplicationGrant[]>;

  /** Removes tokens of this kind that had expired by then, so many at most; answers how many. */
  removeExpired(kind: TokenKind, by: Instant, most: number): Promise<number>;

  /** Removes every token of a user who is being deleted. */
  removeOf(userId: UserId): Promise<void>;

  /** The personal tokens of a user that live at `now`. */
  listPersonal(userId: UserId, query: ListQuery<PersonalTokenField>, now: Instant): Promise<Page<PersonalAccessToken>>;

  /** How many that are. Exact where the user is locked. */
  countPersonal(userId: UserId, now: Instant): Promise<number>;

  /** Ends a personal token of this user that lives at `at`; false when there is none by this id. */
  revokePersonal(userId: UserId, id: TokenId, at: Instant): Promise<boolean>;

  /** Writes down that personal tokens were seen then, unless they were seen later. */
  seen(ids: readonly TokenId[], at: Instant): Promise<void>;
}

/** The answer to a refresh, as it is stored: sealed under the refresh token that was exchanged. */
export interface RefreshReply {
  /** The refresh token that was exchanged. */
  readonly tokenId: TokenId;
  readonly sealed: string;
  /** Answered again while now is before it. */
  readonly expiresAt: Instant;
}

/** Where answers to refreshes are stored, for clients that lost one. */
export interface RefreshReplyStore {
  /** By the refresh token that was exchanged, also when its time is over. */
  find(tokenId: TokenId): Promise<RefreshReply | null>;
  insert(reply: RefreshReply): Promise<void>;
  /** Removes those whose time is over. */
  removeExpired(now: Instant): Promise<void>;
}

/** Where the grants of the device flow are kept, by the digests of their codes. */
export interface DeviceGrantStore {
  find(deviceHash: string): Promise<DeviceGrant | null>;
  findByUserCode(userHash: string): Promise<DeviceGrant | null>;
  insert(grant: DeviceGrant): Promise<void>;
  /** Writes state, scopes and who decided, in one statement, over a grant that is in the state `from`; false otherwise. */
  decide(grant: DeviceGrant, from: DeviceGrant["state"]): Promise<boolean>;
  /** Marks as consumed, in one statement, a grant that is approved and not expired then; false for another. */
  consume(deviceHash: string, now: Instant): Promise<boolean>;
  /** Denies those that the user approved and that were not picked up. */
  denyOf(userId: UserId): Promise<void>;
  /** Removes those that a user who is being deleted decided about. */
  removeOf(userId: UserId): Promise<void>;
  /** Forgets those whose time was over then. */
  removeExpired(then: Instant): Promise<void>;
}

/** Where it is kept who is known to which identity provider, deleted people too. */
export interface IdentityStore {
  find(issuer: string, subject: string): Promise<Identity | null>;
  /** True when the user is known to any provider. */
  existsFor(userId: UserId): Promise<boolean>;
  /** False when the provider's person is linked already. */
  insert(identity: Identity): Promise<boolean>;
}

/** Which assertions were used, as long as they could be used again. */
export interface UsedAssertionStore {
  /** In one statement; false when it was used before, also in a transaction that ends while this one waits for it. */
  use(key: string, until: Instant): Promise<boolean>;
  /** Forgets those that have expired. */
  removeExpired(now: Instant): Promise<void>;
}

/** Where authorization codes are kept. */
export interface AuthorizationCodeStore {
  /** By the code's SHA-256 in lower-case hexadecimal. */
  find(hash: string): Promise<AuthorizationCode | null>;

  insert(code: AuthorizationCode): Promise<void>;

  /** Marks as used, in one statement, a code that is not; false for one that is. */
  spend(id: AuthorizationCode["id"], at: Instant): Promise<boolean>;

  /** Removes every code of a user, or those that one application was given. */
  removeOf(userId: UserId, applicationId?: ApplicationId): Promise<void>;

  /** Removes what had expired by then. */
  removeExpired(by: Instant): Promise<void>;

  /** Removes every code of an application that is being removed. */
  removeIssuedTo(applicationId: ApplicationId): Promise<void>;
}

/** Where password hashes are kept, apart from the people they belong to. */
export interface CredentialStore {
  /** The PHC string, `null` when the user has no password. */
  find(userId: UserId): Promise<string | null>;
  /** Creates or replaces. */
  save(userId: UserId, phc: string, at: Instant): Promise<void>;
  remove(userId: UserId): Promise<void>;
}

/** Where applications are kept. */
export interface ApplicationStore {
  findByClientId(clientId: string): Promise<Application | null>;
  /** By its id, kept from being removed until the transaction ends: tokens that are made meanwhile go with it. */
  lockShared(id: ApplicationId): Promise<Application | null>;
  find(id: ApplicationId): Promise<Application | null>;
  /** Until the transaction ends nobody else holds it. */
  lock(id: ApplicationId): Promise<Application | null>;
  list(query: ListQuery<ApplicationField>): Promise<Page<Application>>;
  insert(application: Application): Promise<void>;
  remove(id: ApplicationId): Promise<void>;
  /** True while none was ever registered. */
  isEmpty(): Promise<boolean>;
}

/** Where connectors and their keys are kept. */
export interface ConnectorStore {
  find(id: ConnectorId): Promise<Connector | null>;
  /** The same, locked until the transaction ends, so that keys that are made at once count each other. */
  lock(id: ConnectorId): Promise<Connector | null>;
  list(query: ListQuery<ConnectorField>): Promise<Page<Connector>>;
  insert(connector: Connector): Promise<void>;
  /** With its keys. */
  remove(id: ConnectorId): Promise<void>;
  /** The keys of a connector, the oldest first. */
  keys(id: ConnectorId): Promise<readonly ConnectorKey[]>;
  insertKey(key: ConnectorKey): Promise<void>;
  removeKey(id: ConnectorKey["id"]): Promise<void>;
}

/** A session of the pages as it is stored: never its secret, only the digest. */
export interface SessionRecord {
  readonly id: Id<"Session">;
  /** SHA-256 of the secret, lower-case hexadecimal; unique. */
  readonly hash: string;
  readonly userId: UserId;
  readonly createdAt: Instant;
  /** When the password was last given. */
  readonly authenticatedAt: Instant;
  /** Open while now is before it; each use puts it off. */
  readonly expiresAt: Instant;
  /** Where it was opened from; `null` where nobody knows, as of one that was opened before this was written down. */
  readonly address: string | null;
  /** What the browser called itself then, cut; `null` where nobody knows. */
  readonly userAgent: string | null;
}

/** Sessions of one person that are shown at once. */
export const SESSIONS_SHOWN_MAX = 50;

/** Where sessions are kept, as long as they are open. */
export interface SessionStore {
  insert(session: SessionRecord): Promise<void>;
  /** Puts the end of an open session off; never makes one again that was ended meanwhile. */
  prolong(hash: string, expiresAt: Instant): Promise<void>;
  /** The password was given again. */
  authenticated(id: Id<"Session">, at: Instant): Promise<void>;
  /** Ends it; false when it was over. */
  end(id: Id<"Session">): Promise<boolean>;
  /** Ends the one of this digest, if there is one. */
  remove(hash: string): Promise<void>;
  /** Ends every session of a user, but for this one. */
  removeOf(userId: UserId, except?: Id<"Session">): Promise<void>;
  /** Ends this one of a user; false when it is over, or somebody else's. */
  endOf(userId: UserId, id: Id<"Session">): Promise<boolean>;
  /** The open sessions of a user, the newest first, {@link SESSIONS_SHOWN_MAX} at most. */
  listOf(userId: UserId, now: Instant): Promise<readonly SessionRecord[]>;
  /** True while it was not ended; one that is past its time may still be there. */
  exists(id: Id<"Session">): Promise<boolean>;
  /** Forgets those whose time is over. */
  removeExpired(now: Instant): Promise<void>;
}

/** An open session, with whose it is as that person is now. */
export interface FoundSession extends SessionRecord {
  readonly role: Role;
  readonly active: boolean;
  readonly groupIds: readonly GroupId[];
}

/** Port: finds a session in one statement outside any transaction; asked for every page. */
export interface SessionFinder {
  /** By the SHA-256 of its secret in lower-case hexadecimal. */
  find(hash: string): Promise<FoundSession | null>;
}

/** Where the limiter keeps what it counted: one row a key, gone some time after its last hit. */
export interface RateLimitStore {
  /** The hits at a key as they are now, none at one that is new. */
  find(key: string): Promise<HitLog>;
  /**
   * The hits at a key, none at one that is new. The key stays locked until the transaction ends: whoever asks for it in
   * another one waits, also where it is new.
   */
  lock(key: string): Promise<HitLog>;
  /** Replaces the hits at a locked key. From `expiresAt` on, none of them counts. */
  save(key: string, log: HitLog, expiresAt: Instant): Promise<void>;
  /** Forgets every key whose hits no longer count. */
  removeExpired(now: Instant): Promise<void>;
}

/** Where it is kept which networks people sign in from. */
export interface KnownNetworkStore {
  /** Whether this person gave the right password from this network, known by a digest, at that time or later. */
  isKnown(userId: UserId, network: string, since: Instant): Promise<boolean>;
  /** The right password came from there. */
  seen(userId: UserId, network: string, at: Instant): Promise<void>;
  /** Removes those of a user who is being deleted. */
  removeOf(userId: UserId): Promise<void>;
  /** Forgets what was not seen since. */
  removeUnseen(since: Instant): Promise<void>;
}

/** Where refusals are counted that the trail does not get one by one. */
export interface RefusalStore {
  /** The count at a key, which stays locked until the transaction ends, also where it is new. */
  lock(key: string): Promise<RefusalCount | null>;
  /** Replaces the count at a locked key. */
  save(key: string, count: RefusalCount): Promise<void>;
  /** Removes and answers some of the counts that were last written into the trail by then. */
  take(by: Instant, most: number): Promise<readonly RefusalCount[]>;
}

/** What this package needs inside a transaction. */
export interface AuthStores extends DirectoryStores, AuditStores {
  readonly tokens: TokenStore;
  readonly refreshReplies: RefreshReplyStore;
  readonly authorizationCodes: AuthorizationCodeStore;
  readonly credentials: CredentialStore;
  readonly applications: ApplicationStore;
  readonly connectors: ConnectorStore;
  readonly rateLimits: RateLimitStore;
  readonly knownNetworks: KnownNetworkStore;
  readonly refusals: RefusalStore;
  readonly sessions: SessionStore;
  readonly deviceGrants: DeviceGrantStore;
  readonly identities: IdentityStore;
  readonly usedAssertions: UsedAssertionStore;
}

/**
 * Port: judges what an identity provider signed (RFC 7523), by its keys and no others. Signature, issuer, audience,
 * expiry, algorithm and the shape of the claims are judged here; what they mean, by core/auth.
 */
export interface AssertionVerifier {
  /** Throws 503 `temporarily_unavailable` when the provider's keys cannot be had; never for what was sent. */
  verify(assertion: string, now: Instant): Promise<AssertionOutcome>;
}

/** A token that was found, with whom it speaks for as they are now. */
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
  /** The name of the application that the token was given to; `null` for one of its user's own. */
  readonly program: string | null;
  /** When a personal token was last seen. */
  readonly usedAt: Instant | null;
}

/** Port: finds a bearer in one statement outside any transaction; asked at every request. */
export interface Bearers {
  /** By the token's SHA-256 in lower-case hexadecimal. */
  find(hash: string): Promise<Bearer | null>;
}

/** Port: slow, salted hashing of passwords (argon2id, auth.md 1.0). Passwords are NFC already. */
export interface PasswordHash {
  /** A PHC string under the present parameters. */
  hash(password: string): Promise<string>;
  /** Compares in constant time; with `null` it does the same work against a hash that nothing matches, and is false. */
  verify(password: string, phc: string | null): Promise<boolean>;
  /** True when the PHC string was made under other parameters than today's. */
  isOutdated(phc: string): boolean;
}
