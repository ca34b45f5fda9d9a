import { auditEvent } from "@cartulary/audit";
import type { User } from "@cartulary/directory";
import {
  type Caller,
  createIdempotently,
  type FieldError,
  forbidden,
  type Instant,
  invalid,
  type ListQuery,
  notFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  roleAllows,
  type Scope,
  type Transact,
  throwIfInvalid,
} from "@cartulary/kernel";
import type { AuthStores, TokenId, TokenRecord } from "../ports.ts";
import { DAY_SECONDS, issue, type TokenIssuer } from "../tokens/issue-token.ts";
import { parseScopes } from "../tokens/scope.ts";
import {
  PERSONAL_TOKENS_MAX,
  type PersonalAccessToken,
  type PersonalTokenField,
  type PersonalTokenInput,
  personalTokenTerms,
  tooManyTokens,
} from "./personal-token.ts";
import { isRecentlyAuthenticated, type Session } from "./sessions.ts";

/** Input of the command-line creation of a token. */
export interface PersonalTokenRequest {
  readonly emailAddress: string;
  /** Space separated; `null` for the default, `read` (auth.md 1.8). */
  readonly scope: string | null;
  readonly name: string;
}

/** The secret of a new token, shown once. */
export interface PersonalToken {
  readonly token: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Instant;
}

/** A new personal access token with its secret, which is shown once. */
export interface CreatedPersonalToken extends PersonalAccessToken {
  readonly token: string;
}

/** Personal access tokens (auth.md 1.8). Users see and revoke their own only. */
export interface PersonalTokens {
  /**
   * Issues a token for 90 days from the command line, without a caller. Throws 422 for an unknown or disabled user and
   * for a scope that the user's role does not allow.
   */
  issuePersonalToken(request: PersonalTokenRequest): Promise<PersonalToken>;
  /** Lists the caller's valid tokens. */
  list(caller: Caller, query: ListQuery<PersonalTokenField>): Promise<Page<PersonalAccessToken>>;
  /**
   * Creates a token for a signed-in user who recently confirmed the password, else 403; never for a token. Throws 422
   * with all field errors, or `too_many_tokens` above {@link PERSONAL_TOKENS_MAX}.
   */
  create(session: Session, input: PersonalTokenInput): Promise<CreatedPersonalToken>;
  /** Revokes a token of the caller; any other is 404. */
  revoke(caller: Caller, id: TokenId): Promise<void>;
}

export function createPersonalTokens({
  transact,
  ...issuing
}: TokenIssuer & { readonly transact: Transact<AuthStores & ReplayStores> }): PersonalTokens {
  return {
    issuePersonalToken: (request) => transact.write((stores) => issueFor(stores, issuing, request)),
    list: ({ userId }, query) =>
      transact.single(({ tokens }) => tokens.listPersonal(userId, query, issuing.clock.now())),
    async create(session, input) {
      const work = (stores: AuthStores) => createToken(stores, issuing, session, input);
      const requireValid = async ({ tokens }: AuthStores, _caller: Caller, { token }: CreatedPersonalToken) =>
        requireNotRevoked(await tokens.find(issuing.digests.sha256(token)));
      return (
        await createIdempotently(transact, session.caller, work, { ...replayWhileVisible(requireValid), secret: true })
      ).reply;
    },
    revoke: (caller, id) => transact.write((stores) => revoke(stores, issuing, caller, id)),
  };
}

async function createToken(
  { users, tokens, audit }: AuthStores,
  issuing: TokenIssuer,
  session: Session,
  input: PersonalTokenInput,
): Promise<CreatedPersonalToken> {
  const { caller } = session;
  if (!isRecentlyAuthenticated(session, issuing.clock.now()))
    throw forbidden("Confirm your password before creating a token");
  // Locks the user, so that a concurrent deactivation ends the token too and concurrent creations count each other.
  const user = await users.lock(caller.userId);
  if (!user?.active) throw forbidden("This account is disabled");
  const { terms, errors } = personalTokenTerms(input, user.role);
  throwIfInvalid(errors);
  if ((await tokens.countPersonal(user.id, issuing.clock.now())) >= PERSONAL_TOKENS_MAX) throw tooManyTokens();

  const { name, scopes, days } = terms;
  const owner = { userId: user.id, applicationId: null, familyId: null };
  const { text, record } = issue(issuing, "personal", { ...owner, scopes, name, seconds: days * DAY_SECONDS });
  await tokens.insert([record]);
  const entry = { action: "personal_access_token.created", resourceType: TYPE, resourceId: record.id };
  await audit.record(auditEvent(issuing, caller, { ...entry, detail: { scopes, days } }));
  return { ...viewOf(record, name), token: text };
}

function requireNotRevoked(token: TokenRecord | null): void {
  if (!token || token.revokedAt) throw notFound();
}

const TYPE = "personal_access_token";

function viewOf({ id, scopes, createdAt, expiresAt }: TokenRecord, name: string): PersonalAccessToken {
  return { id, name, scopes, createdAt, expiresAt, lastUsedAt: null };
}

async function revoke({ users, tokens, audit }: AuthStores, issuing: TokenIssuer, caller: Caller, id: TokenId) {
  await users.lock(caller.userId);
  if (!(await tokens.revokePersonal(caller.userId, id, issuing.clock.now()))) throw notFound();
  const entry = { action: "personal_access_token.revoked", resourceType: TYPE, resourceId: id };
  await audit.record(auditEvent(issuing, caller, entry));
}

async function issueFor(
  { users, tokens, audit }: AuthStores,
  issuing: TokenIssuer,
  { emailAddress, scope, name }: PersonalTokenRequest,
): Promise<PersonalToken> {
  const scopes = scope === null ? DEFAULT : parseScopes(scope);
  if (!scopes || scopes.length === 0) throw invalid(UNKNOWN_SCOPE);
  const found = await users.findByEmail(emailAddress);
  // Locks the user, so that a concurrent deactivation ends the token too.
  const user = found && (await users.lock(found.id));
  requireTokenOwner(user, scopes);
  const owner = { userId: user.id, applicationId: null, familyId: null };
  const { text, record } = issue(issuing, "personal", { ...owner, scopes, name });
  await tokens.insert([record]);
  const entry = { action: "personal_access_token.created", resourceType: TYPE, resourceId: record.id };
  await audit.record(auditEvent(issuing, NO_USER, { ...entry, detail: { user_id: user.id, scopes, via: "machine" } }));
  return { token: text, scopes, expiresAt: record.expiresAt };
}

/** Command-line actions have no user in the audit trail. */
const NO_USER = { userId: null };

const DEFAULT: readonly Scope[] = ["read"];

const UNKNOWN_SCOPE: FieldError = {
  field: "scope",
  code: "inclusion",
  message: "is not made of read, write and admin",
};

function requireTokenOwner(user: User | null, scopes: readonly Scope[]): asserts user is User {
  if (!user) throw invalid({ field: "user", code: "not_found", message: "does not exist" });
  if (!user.active) throw invalid({ field: "user", code: "invalid", message: "is disabled" });
  if (!roleAllows(user.role, scopes)) {
    throw invalid({ field: "scope", code: "invalid", message: "admin is for administrators" });
  }
}
