import { auditEvent } from "@cartulary/audit";
import { newUser, type User } from "@cartulary/directory";
import { conflict, DomainError, instantOf, millisecondsOf, type Transact } from "@cartulary/kernel";
import { commitThenThrow } from "../commit-then-throw.ts";
import { emptyToNull } from "../empty-to-null.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { recordFailure } from "../limits/record-failure.ts";
import type { Application } from "../oauth/application.ts";
import { authenticateClient } from "../oauth/client.ts";
import { oauthError } from "../oauth/oauth-error.ts";
import type { AssertionVerifier, AuthStores } from "../ports.ts";
import type { RequestSource } from "../request-source.ts";
import { issue, TOKEN_SECONDS, type TokenIssuer } from "../tokens/issue-token.ts";
import { type AssertionClaims, assertionKey, assertionProblem, CLOCK_TOLERANCE_SECONDS } from "./assertion.ts";
import { linkProblem } from "./identity.ts";

/** The only grant type of the exchange (RFC 7523 section 2.1). */
export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** The request of POST /api/v1/oauth/token_exchange. Empty and absent parameters are equivalent. */
export interface ExchangeRequest {
  readonly grantType?: string;
  readonly assertion?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** An access token without refresh token; clients exchange another assertion for the next one. */
export interface ExchangeReply {
  readonly accessToken: string;
  readonly tokenType: "Bearer";
  readonly expiresIn: number;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number;
}

/** Exchanges assertions of an identity provider for tokens (auth.md 1.6). */
export interface TokenExchange {
  /**
   * Throws an {@link oauthError}: `invalid_grant` with the same text for every fault of the assertion; the audit trail
   * has the reason. Throws 503 `temporarily_unavailable` when the provider's keys cannot be fetched.
   */
  exchange(request: ExchangeRequest, requestSource: RequestSource): Promise<ExchangeReply>;
}

interface Dependencies extends TokenIssuer {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
  /** `null` when no provider is configured; every request is then rejected. */
  readonly assertionVerifier: AssertionVerifier | null;
  /** True when unknown subjects become new users. */
  readonly autoProvision: boolean;
}

export function createTokenExchange(dependencies: Dependencies): TokenExchange {
  const { transact, clock, assertionVerifier } = dependencies;
  return {
    async exchange({ grantType, assertion: sent, clientId, clientSecret }, requestSource) {
      requireGrant(emptyToNull(grantType));
      const credentials = { clientId: emptyToNull(clientId), clientSecret: emptyToNull(clientSecret) };
      const application = await authenticateClient(dependencies, credentials, requestSource);
      if (!application.confidential) {
        throw oauthError("unauthorized_client", "This application may not exchange tokens");
      }
      const assertion = emptyToNull(sent);
      if (assertion === null) throw oauthError("invalid_request", "The assertion is missing");
      const now = clock.now();
      const verified = assertionVerifier
        ? await assertionVerifier.verify(assertion, now)
        : { refused: "no_identity_provider" };
      const context = { application, requestSource };
      if ("refused" in verified) {
        return commitThenThrow<AuthStores, ExchangeReply>(transact, (stores) =>
          refuse(stores, dependencies, context, verified.refused),
        );
      }
      const { person } = verified;
      const attempt = () =>
        commitThenThrow<AuthStores, ExchangeReply>(transact, (stores) =>
          admit(stores, dependencies, { ...context, person }),
        );
      // Of two concurrent requests for a new user, one fails because the address is taken; its second attempt finds the
      // user.
      return attempt().catch((error: unknown) => (isTaken(error) ? attempt() : Promise.reject(error)));
    },
  };
}

function requireGrant(grantType: string | null): void {
  if (grantType === null) throw oauthError("invalid_request", "The grant_type is missing");
  if (grantType !== JWT_BEARER) throw oauthError("unsupported_grant_type", "This grant_type is not served here");
}

const LINKED_MEANWHILE = "identity_taken";

const isTaken = (error: unknown) =>
  error instanceof DomainError && (error.code === "unprocessable_entity" || error.code === LINKED_MEANWHILE);

interface ExchangeContext {
  readonly application: Application;
  readonly requestSource: RequestSource;
}

interface Admission extends ExchangeContext {
  readonly person: AssertionClaims;
}

async function admit(
  stores: AuthStores,
  dependencies: Dependencies,
  admission: Admission,
): Promise<ExchangeReply | DomainError> {
  const { person, application, requestSource } = admission;
  const now = dependencies.clock.now();
  const problem = assertionProblem(person, now);
  if (problem) return refuse(stores, dependencies, admission, problem);
  const until = instantOf((person.expires + CLOCK_TOLERANCE_SECONDS) * 1000);
  if (!(await stores.usedAssertions.use(dependencies.digests.sha256(assertionKey(person)), until))) {
    return refuse(stores, dependencies, admission, "used_before");
  }
  const user = await userOf(stores, dependencies, admission);
  if (typeof user === "string") return refuse(stores, dependencies, admission, user);
  if (!user.active) return refuse(stores, dependencies, admission, "disabled_user");
  if (!(await stores.applications.lockShared(application.id)))
    return refuse(stores, dependencies, admission, "no_application");

  const scopes = application.scopes.filter((scope) => scope !== "admin");
  const owner = { userId: user.id, applicationId: application.id, familyId: null, name: null };
  const { text, record } = issue(dependencies, "access", { ...owner, scopes });
  await stores.tokens.insert([record]);
  const detail = { via: "token_exchange", client_id: application.clientId };
  const opened = { action: "session.opened", resourceType: "user", resourceId: user.id, detail };
  await stores.audit.record(auditEvent(dependencies, { userId: user.id, ...requestSource }, opened));
  return {
    accessToken: text,
    tokenType: "Bearer",
    expiresIn: TOKEN_SECONDS.access,
    createdAt: Math.floor(millisecondsOf(record.createdAt) / 1000),
  };
}

/**
 * Returns the locked user of the subject; links or creates it if necessary and allowed. Otherwise returns the reason.
 */
async function userOf(stores: AuthStores, dependencies: Dependencies, admission: Admission): Promise<User | string> {
  const { users, identities } = stores;
  const { person } = admission;
  const identity = await identities.find(person.issuer, person.subject);
  if (identity) return (await users.lock(identity.userId)) ?? "unknown_user";
  const found = await users.findByEmail(person.emailAddress);
  const user = found && (await users.lock(found.id));
  if (!user) return dependencies.autoProvision ? provision(stores, dependencies, admission) : "unknown_user";
  // A concurrent request may have created the link before the lock was acquired.
  const meanwhile = await identities.find(person.issuer, person.subject);
  if (meanwhile) return meanwhile.userId === user.id ? user : ((await users.lock(meanwhile.userId)) ?? "unknown_user");
  const isLinked = await identities.existsFor(user.id);
  const problem = linkProblem(user, { isLinked, emailVerified: person.emailVerified });
  if (problem) return problem;
  if (user.active) await link(stores, dependencies, admission, user);
  return user;
}

async function provision(stores: AuthStores, dependencies: Dependencies, admission: Admission): Promise<User> {
  const { emailAddress, firstName, lastName } = admission.person;
  const identifiers = { id: dependencies.newId<"User">(), now: dependencies.clock.now() };
  const user = newUser({ emailAddress, firstName, lastName }, identifiers);
  await stores.users.insert(user);
  await link(stores, dependencies, admission, user);
  return user;
}

async function link(
  { identities, audit }: AuthStores,
  issuing: TokenIssuer,
  { person: { issuer, subject }, requestSource }: Admission,
  { id: userId }: User,
): Promise<void> {
  const identity = { id: issuing.newId<"Identity">(), issuer, subject, userId, createdAt: issuing.clock.now() };
  if (!(await identities.insert(identity)))
    throw conflict(LINKED_MEANWHILE, "A concurrent request linked this identity");
  const entry = { action: "identity.linked", resourceType: "user", resourceId: userId, detail: { issuer } };
  await audit.record(auditEvent(issuing, { userId, ...requestSource }, entry));
}

async function refuse(
  stores: AuthStores,
  dependencies: TokenIssuer,
  { application, requestSource }: ExchangeContext,
  reason: string,
): Promise<DomainError> {
  const entry = { action: "assertion.refused", resourceType: "oauth_application", resourceId: application.id };
  const actor = { userId: null, ...requestSource };
  await recordFailure(stores, dependencies, actor, { ...entry, detail: { reason } });
  return oauthError("invalid_grant", "The assertion is not accepted");
}
