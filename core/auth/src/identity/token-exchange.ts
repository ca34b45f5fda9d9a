import { auditEvent } from "@cartulary/audit";
import { newUser, type User } from "@cartulary/directory";
import { conflict, DomainError, instantOf, millisecondsOf, type Transact } from "@cartulary/kernel";
import { decide } from "../decide.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { recordRefusal } from "../limits/refusals.ts";
import type { Application } from "../oauth/application.ts";
import { authenticateClient } from "../oauth/client.ts";
import { oauthError } from "../oauth/oauth-error.ts";
import type { AssertionVerifier, AuthStores } from "../ports.ts";
import { issue, TOKEN_SECONDS, type TokenIssuing } from "../tokens/tokens.ts";
import { trimmedOrNull } from "../trimmed.ts";
import type { Visitor } from "../visitor.ts";
import { type AssertedPerson, assertionKey, assertionProblem, CLOCK_TOLERANCE_SECONDS } from "./assertion.ts";
import { linkProblem } from "./identity.ts";

/** The one grant of the exchange (RFC 7523 section 2.1). */
export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** What POST /api/v1/oauth/token_exchange is asked. An empty text says as much as an absent one. */
export interface ExchangeRequest {
  readonly grantType?: string;
  readonly assertion?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** An access token that nothing refreshes: whoever wants another one brings another assertion. */
export interface ExchangeReply {
  readonly accessToken: string;
  readonly tokenType: "Bearer";
  /** Seconds. */
  readonly expiresIn: number;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number;
}

/** Exchanges what an identity provider says of somebody for a token (auth.md 1.6). */
export interface TokenExchange {
  /**
   * Throws an {@link oauthError}: `invalid_grant` in the same words whatever is wrong with the assertion, of which only
   * the trail tells more. 503 `temporarily_unavailable` when the provider's keys cannot be had.
   */
  exchange(request: ExchangeRequest, visitor: Visitor): Promise<ExchangeReply>;
}

interface Dependencies extends TokenIssuing {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
  /** `null`: no provider is trusted, and everything is refused. */
  readonly assertionVerifier: AssertionVerifier | null;
  /** Whether a person whom nobody knows yet becomes a user. */
  readonly autoProvision: boolean;
}

/** The exchange over a database. */
export function createTokenExchange(dependencies: Dependencies): TokenExchange {
  const { transact, clock, assertionVerifier } = dependencies;
  return {
    async exchange({ grantType, assertion: sent, clientId, clientSecret }, visitor) {
      requireGrant(trimmedOrNull(grantType));
      const credentials = { clientId: trimmedOrNull(clientId), clientSecret: trimmedOrNull(clientSecret) };
      const application = await authenticateClient(dependencies, credentials, visitor);
      if (!application.confidential) {
        throw oauthError("unauthorized_client", "This application may not exchange tokens");
      }
      const assertion = trimmedOrNull(sent);
      if (assertion === null) throw oauthError("invalid_request", "The assertion is missing");
      const now = clock.now();
      const verified = assertionVerifier
        ? await assertionVerifier.verify(assertion, now)
        : { refused: "no_identity_provider" };
      const context = { application, visitor };
      if ("refused" in verified) {
        return decide<AuthStores, ExchangeReply>(transact, (stores) =>
          refuse(stores, dependencies, context, verified.refused),
        );
      }
      const { person } = verified;
      const attempt = () =>
        decide<AuthStores, ExchangeReply>(transact, (stores) => admit(stores, dependencies, { ...context, person }));
      // Of two that make the same person at once, one finds the address taken, and then finds the person.
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
  readonly visitor: Visitor;
}

interface Admission extends ExchangeContext {
  readonly person: AssertedPerson;
}

async function admit(
  stores: AuthStores,
  dependencies: Dependencies,
  admission: Admission,
): Promise<ExchangeReply | DomainError> {
  const { person, application, visitor } = admission;
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
  await stores.audit.record(auditEvent(dependencies, { userId: user.id, ...visitor }, opened));
  return {
    accessToken: text,
    tokenType: "Bearer",
    expiresIn: TOKEN_SECONDS.access,
    createdAt: Math.floor(millisecondsOf(record.createdAt) / 1000),
  };
}

/** Whom a provider's person is here, locked; linked or made where that was not so before. A word where nobody may be. */
async function userOf(stores: AuthStores, dependencies: Dependencies, admission: Admission): Promise<User | string> {
  const { users, identities } = stores;
  const { person } = admission;
  const identity = await identities.find(person.issuer, person.subject);
  if (identity) return (await users.lock(identity.userId)) ?? "unknown_user";
  const found = await users.findByEmail(person.emailAddress);
  const known = found && (await users.lock(found.id));
  if (!known) return dependencies.autoProvision ? provision(stores, dependencies, admission) : "unknown_user";
  // Until the lock was had, another assertion of the same person may have made this very link.
  const meanwhile = await identities.find(person.issuer, person.subject);
  if (meanwhile)
    return meanwhile.userId === known.id ? known : ((await users.lock(meanwhile.userId)) ?? "unknown_user");
  const isLinked = await identities.existsFor(known.id);
  const problem = linkProblem(known, { isLinked, emailVerified: person.emailVerified });
  if (problem) return problem;
  if (known.active) await link(stores, dependencies, admission, known);
  return known;
}

async function provision(stores: AuthStores, dependencies: Dependencies, admission: Admission): Promise<User> {
  const { emailAddress, firstName, lastName } = admission.person;
  const made = { id: dependencies.newId<"User">(), now: dependencies.clock.now() };
  const user = newUser({ emailAddress, firstName, lastName }, made);
  await stores.users.insert(user);
  await link(stores, dependencies, admission, user);
  return user;
}

async function link(
  { identities, audit }: AuthStores,
  issuing: TokenIssuing,
  { person: { issuer, subject }, visitor }: Admission,
  { id: userId }: User,
): Promise<void> {
  const identity = { id: issuing.newId<"Identity">(), issuer, subject, userId, createdAt: issuing.clock.now() };
  if (!(await identities.insert(identity))) throw conflict(LINKED_MEANWHILE, "This person was linked meanwhile");
  const deed = { action: "identity.linked", resourceType: "user", resourceId: userId, detail: { issuer } };
  await audit.record(auditEvent(issuing, { userId, ...visitor }, deed));
}

async function refuse(
  stores: AuthStores,
  dependencies: TokenIssuing,
  { application, visitor }: ExchangeContext,
  reason: string,
): Promise<DomainError> {
  const deed = { action: "assertion.refused", resourceType: "oauth_application", resourceId: application.id };
  const actor = { userId: null, ...visitor };
  await recordRefusal(stores, dependencies, actor, { ...deed, detail: { reason } });
  return oauthError("invalid_grant", "The assertion is not accepted");
}
