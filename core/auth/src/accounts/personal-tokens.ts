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
  requireSound,
  roleAllows,
  type Scope,
  type Transact,
  whileFound,
} from "@cartulary/kernel";
import type { AuthStores, TokenId, TokenRecord } from "../ports.ts";
import { parseScopes } from "../tokens/scope.ts";
import { DAY_SECONDS, issue, type TokenIssuing } from "../tokens/tokens.ts";
import {
  PERSONAL_TOKENS_MAX,
  type PersonalAccessToken,
  type PersonalTokenField,
  type PersonalTokenInput,
  personalTokenTerms,
  tooManyTokens,
} from "./personal-token.ts";
import { isFresh, type Session } from "./sessions.ts";

/** What an administrator at the machine asks for somebody. */
export interface PersonalTokenRequest {
  readonly emailAddress: string;
  /** Space separated; `null` asks for the default, `read` (auth.md 1.8). */
  readonly scope: string | null;
  /** What the owner will know it by. */
  readonly name: string;
}

/** A personal token, told once. */
export interface PersonalToken {
  readonly token: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Instant;
}

/** A personal access token at the only moment when it is known. */
export interface MadePersonalToken extends PersonalAccessToken {
  readonly token: string;
}

/** Personal access tokens (auth.md 1.8). Everybody sees and ends their own, and nobody else's. */
export interface PersonalTokens {
  /** One of 90 days, made at the machine: no caller is asked who he is. An unknown or disabled person, and a scope that this person may not hold, are 422. */
  issuePersonalToken(request: PersonalTokenRequest): Promise<PersonalToken>;
  /** The caller's own that live. */
  list(caller: Caller, query: ListQuery<PersonalTokenField>): Promise<Page<PersonalAccessToken>>;
  /**
   * Made by somebody who is signed in and gave the password lately, else 403; never by a token. Refused fields are 422,
   * all at once; so is one token more than {@link PERSONAL_TOKENS_MAX}, as `too_many_tokens`.
   */
  create(session: Session, input: PersonalTokenInput): Promise<MadePersonalToken>;
  /** Ends one of the caller's own; any other is 404. */
  revoke(caller: Caller, id: TokenId): Promise<void>;
}

/** Personal tokens over a database. */
export function createPersonalTokens({
  transact,
  ...issuing
}: TokenIssuing & { readonly transact: Transact<AuthStores & ReplayStores> }): PersonalTokens {
  return {
    issuePersonalToken: (request) => transact.write((stores) => issueFor(stores, issuing, request)),
    list: ({ userId }, query) =>
      transact.single(({ tokens }) => tokens.listPersonal(userId, query, issuing.clock.now())),
    async create(session, input) {
      const work = (stores: AuthStores) => make(stores, issuing, session, input);
      const living = async ({ tokens }: AuthStores, _caller: Caller, { token }: MadePersonalToken) =>
        requireLiving(await tokens.find(issuing.digests.sha256(token)));
      return (await createIdempotently(transact, session.caller, work, { ...whileFound(living), secret: true })).reply;
    },
    revoke: (caller, id) => transact.write((stores) => revoke(stores, issuing, caller, id)),
  };
}

async function make(
  { users, tokens, audit }: AuthStores,
  issuing: TokenIssuing,
  session: Session,
  input: PersonalTokenInput,
): Promise<MadePersonalToken> {
  const { caller } = session;
  if (!isFresh(session, issuing.clock.now())) throw forbidden("Give the password again before making a token");
  // Locked, so that a deactivation beside this ends the token too, and nobody counts the same tokens.
  const user = await users.lock(caller.userId);
  if (!user?.active) throw forbidden("This account is disabled");
  const { terms, errors } = personalTokenTerms(input, user.role);
  requireSound(errors);
  if ((await tokens.countPersonal(user.id, issuing.clock.now())) >= PERSONAL_TOKENS_MAX) throw tooManyTokens();

  const { name, scopes, days } = terms;
  const owner = { userId: user.id, applicationId: null, familyId: null };
  const { text, record } = issue(issuing, "personal", { ...owner, scopes, name, seconds: days * DAY_SECONDS });
  await tokens.insert([record]);
  const deed = { action: "personal_access_token.created", resourceType: TYPE, resourceId: record.id };
  await audit.record(auditEvent(issuing, caller, { ...deed, detail: { scopes, days } }));
  return { ...shown(record, name), token: text };
}

function requireLiving(token: TokenRecord | null): void {
  if (!token || token.revokedAt) throw notFound();
}

const TYPE = "personal_access_token";

function shown({ id, scopes, createdAt, expiresAt }: TokenRecord, name: string): PersonalAccessToken {
  return { id, name, scopes, createdAt, expiresAt, lastUsedAt: null };
}

async function revoke({ users, tokens, audit }: AuthStores, issuing: TokenIssuing, caller: Caller, id: TokenId) {
  await users.lock(caller.userId);
  if (!(await tokens.revokePersonal(caller.userId, id, issuing.clock.now()))) throw notFound();
  const deed = { action: "personal_access_token.revoked", resourceType: TYPE, resourceId: id };
  await audit.record(auditEvent(issuing, caller, deed));
}

async function issueFor(
  { users, tokens, audit }: AuthStores,
  issuing: TokenIssuing,
  { emailAddress, scope, name }: PersonalTokenRequest,
): Promise<PersonalToken> {
  const scopes = scope === null ? DEFAULT : parseScopes(scope);
  if (!scopes || scopes.length === 0) throw invalid(UNKNOWN_SCOPE);
  const found = await users.findByEmail(emailAddress);
  // Locked, so that a deactivation beside this ends the token too.
  const user = found && (await users.lock(found.id));
  requireTokenOwner(user, scopes);
  const owner = { userId: user.id, applicationId: null, familyId: null };
  const { text, record } = issue(issuing, "personal", { ...owner, scopes, name });
  await tokens.insert([record]);
  const deed = { action: "personal_access_token.created", resourceType: TYPE, resourceId: record.id };
  await audit.record(auditEvent(issuing, NOBODY, { ...deed, detail: { user_id: user.id, scopes, via: "machine" } }));
  return { token: text, scopes, expiresAt: record.expiresAt };
}

/** Whoever sits at the machine says no name. */
const NOBODY = { userId: null };

const DEFAULT: readonly Scope[] = ["read"];

const UNKNOWN_SCOPE: FieldError = {
  field: "scope",
  code: "inclusion",
  message: "is not made of read, write and admin",
};

function requireTokenOwner(user: User | null, scopes: readonly Scope[]): asserts user is User {
  if (!user) throw invalid({ field: "user", code: "not_found", message: "is nobody's e-mail address" });
  if (!user.active) throw invalid({ field: "user", code: "invalid", message: "is disabled" });
  if (!roleAllows(user.role, scopes)) {
    throw invalid({ field: "scope", code: "invalid", message: "admin is for administrators" });
  }
}
