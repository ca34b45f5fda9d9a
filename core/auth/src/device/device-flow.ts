import { auditEvent } from "@cartulary/audit";
import type { User } from "@cartulary/directory";
import {
  DomainError,
  effectiveScopes,
  type Instant,
  line,
  lineError,
  type Scope,
  secondsAfter,
  type Transact,
  type UserId,
} from "@cartulary/kernel";
import { PERSONAL_TOKENS_MAX } from "../accounts/personal-token.ts";
import { decide } from "../decide.ts";
import { type RateLimiter, rateLimited } from "../limits/rate-limiter.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import { oauthError } from "../oauth/oauth-error.ts";
import type { AuthStores } from "../ports.ts";
import { parseScopes } from "../tokens/scope.ts";
import { newToken, purposeOf } from "../tokens/token.ts";
import { issue, TOKEN_SECONDS, type TokenIssuing } from "../tokens/tokens.ts";
import { trimmedOrNull } from "../trimmed.ts";
import type { Visitor } from "../visitor.ts";
import {
  CLIENT_NAME_MAX,
  DEVICE_GRANT_SECONDS,
  DEVICE_POLL_SECONDS,
  type DeviceGrant,
  type PollOutcome,
  pollOutcome,
} from "./device-grant.ts";
import { newUserCode, readUserCode } from "./user-code.ts";

/** What a program says when it begins. */
export interface DeviceRequest {
  readonly clientName?: string;
  /** Space separated; `read` when absent. */
  readonly scope?: string;
}

/** What a program is told, to show it and to poll with (RFC 8628 section 3.2). */
export interface DeviceAuthorization {
  readonly deviceCode: string;
  /** `BCDF-GHJK`. */
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** Seconds between two polls. */
  readonly interval: number;
}

/** What a program came for: a personal token of whoever approved, told this once. */
export interface DeviceToken {
  readonly accessToken: string;
  readonly tokenType: "Bearer";
  /** Seconds. */
  readonly expiresIn: number;
  readonly user: Pick<User, "id" | "emailAddress" | "firstName" | "lastName">;
}

/** The device flow as programs see it (auth.md 1.7); people see {@link DeviceApproval}. */
export interface DeviceFlow {
  /** Throws `invalid_request` and `invalid_scope`, and 429 at the 21st call within five minutes from one network. */
  start(request: DeviceRequest, visitor: Visitor): Promise<DeviceAuthorization>;
  /**
   * Issues the token when somebody approved, once however many ask at the same time. Throws `authorization_pending`,
   * `access_denied`, `expired_token`, `invalid_request` (400), `already_consumed` (410), or 429 above sixty polls a
   * minute for one code, and after too many codes from one network that we never issued.
   */
  poll(request: { readonly deviceCode?: string }, visitor: Visitor): Promise<DeviceToken>;
}

interface Dependencies extends TokenIssuing {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
  /** Where browsers find us, without a slash at its end; never what a request says. */
  readonly baseUrl: () => string;
}

/** Initiations from one network, and polls of one code (auth.md 1.7). */
const STARTS = { max: 20, windowMs: 300_000 } as const;
const POLLS = { max: 60, windowMs: 60_000 } as const;

/** The device flow over a database. */
export function createDeviceFlow(dependencies: Dependencies): DeviceFlow {
  const { transact, rateLimiter, clock, digests } = dependencies;

  async function limit(key: string, { max, windowMs }: { readonly max: number; readonly windowMs: number }) {
    const hit = await rateLimiter.hit({ key, max, windowMs });
    if (!hit.ok) throw rateLimited(hit);
  }

  return {
    async start(request, visitor) {
      await limit(`device ${visitor.network}`, STARTS);
      const wanted = readRequest(request);
      const deviceCode = newToken("deviceCode", dependencies.secrets);
      const userCode = await transact.write((stores) => open(stores, dependencies, { wanted, deviceCode, visitor }));
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

    async poll({ deviceCode: sent }, visitor) {
      const deviceCode = trimmedOrNull(sent);
      if (deviceCode === null) throw oauthError("invalid_request", "The device_code is missing");
      const hash = purposeOf(deviceCode) === "deviceCode" ? digests.sha256(deviceCode) : null;
      const known = hash && (await transact.read(({ deviceGrants }) => deviceGrants.find(hash)));
      if (hash && !known) await countWrongSecret(rateLimiter, "deviceCode", visitor);
      if (!hash || !known) throw pollRefused("expired_token");
      await limit(`device poll ${hash}`, POLLS);
      if (known.state !== "approved") throw pollRefused(pollOutcome(known, true, clock.now()));
      return decide<AuthStores, DeviceToken>(transact, (stores) =>
        pickUp(stores, dependencies, { hash, approver: known.userId, visitor }),
      );
    },
  };
}

interface Wanted {
  readonly clientName: string | null;
  readonly scopes: readonly Scope[];
}

function readRequest({ clientName: sentName, scope: sentScope }: DeviceRequest): Wanted {
  const clientName = trimmedOrNull(sentName);
  if (clientName !== null && lineError("clientName", clientName, { max: CLIENT_NAME_MAX, required: true })) {
    throw oauthError("invalid_request", `The client_name is not one line of 1 to ${CLIENT_NAME_MAX} characters`);
  }
  const scopes = parseScopes(trimmedOrNull(sentScope) ?? "read");
  if (!scopes || scopes.length === 0) throw oauthError("invalid_scope", "The scope is made of read, write and admin");
  return { clientName: clientName === null ? null : line(clientName), scopes };
}

interface Opening {
  readonly wanted: Wanted;
  readonly deviceCode: string;
  readonly visitor: Visitor;
}

async function open(
  { deviceGrants }: AuthStores,
  { clock, newId, secrets, digests }: TokenIssuing,
  { wanted, deviceCode, visitor }: Opening,
): Promise<string> {
  const hashOf = (code: string) => digests.sha256(readUserCode(code) ?? code);
  let userCode = newUserCode(secrets);
  while (await deviceGrants.findByUserCode(hashOf(userCode))) userCode = newUserCode(secrets);
  const createdAt = clock.now();
  await deviceGrants.insert({
    ...wanted,
    id: newId<"DeviceGrant">(),
    deviceHash: digests.sha256(deviceCode),
    userHash: hashOf(userCode),
    state: "pending",
    address: visitor.address,
    userId: null,
    sessionId: null,
    createdAt,
    expiresAt: secondsAfter(createdAt, DEVICE_GRANT_SECONDS),
  });
  return userCode;
}

interface Pickup {
  readonly hash: string;
  /** As it was a moment ago. */
  readonly approver: UserId | null;
  readonly visitor: Visitor;
}

/** In one transaction, so that a crash leaves either a grant that can be picked up or a token that was. */
async function pickUp(
  stores: AuthStores,
  issuing: TokenIssuing,
  { hash, approver, visitor }: Pickup,
): Promise<DeviceToken | DomainError> {
  const { users, tokens, deviceGrants, audit } = stores;
  // Whatever makes or ends tokens of a user locks the user first; what was read of the grant before may be old by then.
  const user = approver && (await users.lock(approver));
  const grant = await deviceGrants.find(hash);
  const now = issuing.clock.now();
  const outcome = pollOutcome(grant, user !== null && (await stands(stores, user, grant, now)), now);
  if (outcome !== "ready" || !grant || !user) return pollRefused(outcome);
  if (!(await deviceGrants.consume(hash, now))) return pollRefused("already_consumed");

  const name = grant.clientName ?? UNNAMED;
  const scopes = effectiveScopes(user.role, grant.scopes);
  const owner = { userId: user.id, applicationId: null, familyId: null };
  const { text, record } = issue(issuing, "personal", { ...owner, scopes, name });
  await tokens.insert([record]);
  const actor = { userId: user.id, ...visitor };
  const deed = { action: "device_grant.picked_up", resourceType: "personal_access_token", resourceId: record.id };
  await audit.record(auditEvent(issuing, actor, { ...deed, detail: { scopes } }));
  const { id, emailAddress, firstName, lastName } = user;
  return {
    accessToken: text,
    tokenType: "Bearer",
    expiresIn: TOKEN_SECONDS.personal,
    user: { id, emailAddress, firstName, lastName },
  };
}

/** What a token is called whose program did not say its name. */
const UNNAMED = "cartulary";

/** Whether what was approved still counts: the person, the session it was done in, and room for one more token. */
async function stands(
  { sessions, tokens }: AuthStores,
  { id, active }: User,
  grant: DeviceGrant | null,
  now: Instant,
): Promise<boolean> {
  if (!active || !grant?.sessionId || !(await sessions.exists(grant.sessionId))) return false;
  return (await tokens.countPersonal(id, now)) < PERSONAL_TOKENS_MAX;
}

const SENTENCES: Readonly<Record<Exclude<PollOutcome, "ready">, string>> = {
  authorization_pending: "Nobody has decided yet; ask again in a few seconds",
  access_denied: "This was denied, or whoever approved it has signed out since",
  expired_token: "The device_code is unknown or its time is over; start again",
  already_consumed: "The token was handed out to an earlier poll; start again",
};

function pollRefused(outcome: PollOutcome): DomainError {
  if (outcome === "ready") return pollRefused("authorization_pending");
  const kind = outcome === "already_consumed" ? "gone" : "malformed";
  const retryAfterSeconds = outcome === "authorization_pending" ? { retryAfterSeconds: DEVICE_POLL_SECONDS } : {};
  return new DomainError(kind, outcome, SENTENCES[outcome], retryAfterSeconds);
}
