import { auditEvent } from "@cartulary/audit";
import type { User } from "@cartulary/directory";
import {
  DomainError,
  effectiveScopes,
  type Instant,
  lineError,
  normalizeLine,
  type Scope,
  secondsAfter,
  type Transact,
  type UserId,
} from "@cartulary/kernel";
import { PERSONAL_TOKENS_MAX } from "../accounts/personal-token.ts";
import { commitThenThrow } from "../commit-then-throw.ts";
import { emptyToNull } from "../empty-to-null.ts";
import { type RateLimiter, rateLimited } from "../limits/rate-limiter.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import { oauthError } from "../oauth/oauth-error.ts";
import type { AuthStores } from "../ports.ts";
import type { RequestSource } from "../request-source.ts";
import { issue, TOKEN_SECONDS, type TokenIssuer } from "../tokens/issue-token.ts";
import { parseScopes } from "../tokens/scope.ts";
import { newToken, purposeOf } from "../tokens/token-format.ts";
import {
  CLIENT_NAME_MAX,
  DEVICE_GRANT_SECONDS,
  DEVICE_POLL_SECONDS,
  type DeviceGrant,
  type PollOutcome,
  pollOutcome,
} from "./device-grant.ts";
import { newUserCode, readUserCode } from "./user-code.ts";

/** A device authorization request. */
export interface DeviceRequest {
  readonly clientName?: string;
  /** Space separated; `read` when absent. */
  readonly scope?: string;
}

/** The response to a device authorization request (RFC 8628 section 3.2). */
export interface DeviceAuthorization {
  readonly deviceCode: string;
  /** `BCDF-GHJK`. */
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly expiresIn: number;
  /** Minimum seconds between polls. */
  readonly interval: number;
}

/** A personal token of the approving user, shown once. */
export interface DeviceToken {
  readonly accessToken: string;
  readonly tokenType: "Bearer";
  readonly expiresIn: number;
  readonly user: Pick<User, "id" | "emailAddress" | "firstName" | "lastName">;
}

/** The device flow for clients (auth.md 1.7); users see {@link DeviceApproval}. */
export interface DeviceFlow {
  /** Throws `invalid_request` and `invalid_scope`; 429 above 20 calls from one network within five minutes. */
  start(request: DeviceRequest, requestSource: RequestSource): Promise<DeviceAuthorization>;
  /**
   * Issues the token once the request is approved, and only once for concurrent polls. Throws `authorization_pending`,
   * `access_denied`, `expired_token`, `invalid_request` (400), `already_consumed` (410); 429 above sixty polls of one
   * code per minute, or after too many unknown codes from one network.
   */
  poll(request: { readonly deviceCode?: string }, requestSource: RequestSource): Promise<DeviceToken>;
}

interface Dependencies extends TokenIssuer {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
  /** Our URL for browsers, without a slash at its end; from configuration, never from a request. */
  readonly baseUrl: () => string;
}

/** Rate limits of requests per network and of polls per code (auth.md 1.7). */
const STARTS = { max: 20, windowMs: 300_000 } as const;
const POLLS = { max: 60, windowMs: 60_000 } as const;

export function createDeviceFlow(dependencies: Dependencies): DeviceFlow {
  const { transact, rateLimiter, clock, digests } = dependencies;

  async function limit(key: string, { max, windowMs }: { readonly max: number; readonly windowMs: number }) {
    const hit = await rateLimiter.hit({ key, max, windowMs });
    if (!hit.ok) throw rateLimited(hit);
  }

  return {
    async start(input, requestSource) {
      await limit(`device ${requestSource.network}`, STARTS);
      const request = readRequest(input);
      const deviceCode = newToken("deviceCode", dependencies.secrets);
      const userCode = await transact.write((stores) =>
        open(stores, dependencies, { request, deviceCode, requestSource }),
      );
      const verificationUri = `${dependencies.baseUrl()}/cli/activation`;
      return {
        deviceCode,
        userCode,
        verificationUri,
        verificationUriComplete: `${verificationUri}?user_code=${userCode}`,
        expiresIn: DEVICE_GRANT_SECONDS,
        interval: DEVICE_POLL_SECONDS,
      };
    },

    async poll({ deviceCode: sent }, requestSource) {
      const deviceCode = emptyToNull(sent);
      if (deviceCode === null) throw oauthError("invalid_request", "The device_code is missing");
      const hash = purposeOf(deviceCode) === "deviceCode" ? digests.sha256(deviceCode) : null;
      const grant = hash && (await transact.read(({ deviceGrants }) => deviceGrants.find(hash)));
      if (hash && !grant) await countWrongSecret(rateLimiter, "deviceCode", requestSource);
      if (!hash || !grant) throw pollRefused("expired_token");
      await limit(`device poll ${hash}`, POLLS);
      if (grant.state !== "approved") throw pollRefused(pollOutcome(grant, true, clock.now()));
      return commitThenThrow<AuthStores, DeviceToken>(transact, (stores) =>
        pickUp(stores, dependencies, { hash, approver: grant.userId, requestSource }),
      );
    },
  };
}

interface ValidRequest {
  readonly clientName: string | null;
  readonly scopes: readonly Scope[];
}

function readRequest({ clientName: sentName, scope: sentScope }: DeviceRequest): ValidRequest {
  const clientName = emptyToNull(sentName);
  if (clientName !== null && lineError("clientName", clientName, { max: CLIENT_NAME_MAX, required: true })) {
    throw oauthError("invalid_request", `The client_name is not one line of 1 to ${CLIENT_NAME_MAX} characters`);
  }
  const scopes = parseScopes(emptyToNull(sentScope) ?? "read");
  if (!scopes || scopes.length === 0) throw oauthError("invalid_scope", "The scope is made of read, write and admin");
  return { clientName: clientName === null ? null : normalizeLine(clientName), scopes };
}

interface Opening {
  readonly request: ValidRequest;
  readonly deviceCode: string;
  readonly requestSource: RequestSource;
}

async function open(
  { deviceGrants }: AuthStores,
  { clock, newId, secrets, digests }: TokenIssuer,
  { request, deviceCode, requestSource }: Opening,
): Promise<string> {
  const hashOf = (code: string) => digests.sha256(readUserCode(code) ?? code);
  let userCode = newUserCode(secrets);
  while (await deviceGrants.findByUserCode(hashOf(userCode))) userCode = newUserCode(secrets);
  const createdAt = clock.now();
  await deviceGrants.insert({
    ...request,
    id: newId<"DeviceGrant">(),
    deviceHash: digests.sha256(deviceCode),
    userHash: hashOf(userCode),
    state: "pending",
    address: requestSource.address,
    userId: null,
    sessionId: null,
    createdAt,
    expiresAt: secondsAfter(createdAt, DEVICE_GRANT_SECONDS),
  });
  return userCode;
}

interface Pickup {
  readonly hash: string;
  /** As read before the transaction. */
  readonly approver: UserId | null;
  readonly requestSource: RequestSource;
}

/** Runs in one transaction, so that a crash leaves either an approved grant or an issued token. */
async function pickUp(
  stores: AuthStores,
  issuing: TokenIssuer,
  { hash, approver, requestSource }: Pickup,
): Promise<DeviceToken | DomainError> {
  const { users, tokens, deviceGrants, audit } = stores;
  // Code that creates or ends tokens of a user locks the user first; the grant is read again, because it may have
  // changed.
  const user = approver && (await users.lock(approver));
  const grant = await deviceGrants.find(hash);
  const now = issuing.clock.now();
  const outcome = pollOutcome(grant, user !== null && (await isApprovalValid(stores, user, grant, now)), now);
  if (outcome !== "ready" || !grant || !user) return pollRefused(outcome);
  if (!(await deviceGrants.consume(hash, now))) return pollRefused("already_consumed");

  const name = grant.clientName ?? UNNAMED;
  const scopes = effectiveScopes(user.role, grant.scopes);
  const owner = { userId: user.id, applicationId: null, familyId: null };
  const { text, record } = issue(issuing, "personal", { ...owner, scopes, name });
  await tokens.insert([record]);
  const actor = { userId: user.id, ...requestSource };
  const entry = { action: "device_grant.picked_up", resourceType: "personal_access_token", resourceId: record.id };
  await audit.record(auditEvent(issuing, actor, { ...entry, detail: { scopes } }));
  const { id, emailAddress, firstName, lastName } = user;
  return {
    accessToken: text,
    tokenType: "Bearer",
    expiresIn: TOKEN_SECONDS.personal,
    user: { id, emailAddress, firstName, lastName },
  };
}

/** Name of tokens whose client sent no name. */
const UNNAMED = "cartulary";

/**
 * True while the approval counts: the user is active, the approving session exists, and there is room for another
 * token.
 */
async function isApprovalValid(
  { sessions, tokens }: AuthStores,
  { id, active }: User,
  grant: DeviceGrant | null,
  now: Instant,
): Promise<boolean> {
  if (!active || !grant?.sessionId || !(await sessions.exists(grant.sessionId))) return false;
  return (await tokens.countPersonal(id, now)) < PERSONAL_TOKENS_MAX;
}

const SENTENCES: Readonly<Record<Exclude<PollOutcome, "ready">, string>> = {
  authorization_pending: "The request is not decided yet; poll again in a few seconds",
  access_denied: "The request was denied, or the approving user has signed out since",
  expired_token: "The device_code is unknown or its time is over; start again",
  already_consumed: "An earlier poll received the token; start again",
};

function pollRefused(outcome: PollOutcome): DomainError {
  if (outcome === "ready") return pollRefused("authorization_pending");
  const kind = outcome === "already_consumed" ? "gone" : "malformed";
  const retryAfterSeconds = outcome === "authorization_pending" ? { retryAfterSeconds: DEVICE_POLL_SECONDS } : {};
  return new DomainError(kind, outcome, SENTENCES[outcome], retryAfterSeconds);
}
