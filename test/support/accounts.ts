import {
  type AccountUsers,
  type Authentication,
  type Authorization,
  type AuthStores,
  type BearerFinder,
  type Bootstrap,
  createAuthentication,
  createAuthorization,
  createBootstrap,
  createPasswordCheck,
  createPersonalTokens,
  createRateLimiter,
  createRevocation,
  createSessions,
  createTokenEndpoint,
  createUsers,
  type PasswordHash,
  type PersonalTokens,
  type PkcePolicy,
  type RequestSource,
  type Revocation,
  type SessionFinder,
  type Sessions,
  type TokenEndpoint,
  type TokenRequest,
  type TokenResponse,
} from "@cartulary/auth";
import { createDigests, sealingUnder } from "@cartulary/crypto";
import type { User, UserInput, UserListener, Users } from "@cartulary/directory";
import {
  type Caller,
  type Clock,
  type Id,
  type Instant,
  instantOf,
  millisecondsOf,
  type ReplayStores,
  type Secrets,
  type Transact,
} from "@cartulary/kernel";
import { passwordHash } from "./password-hash.ts";

/** The parts of a database that accounts use. */
export interface AccountsDatabase {
  readonly transact: Transact<AuthStores & ReplayStores>;
  readonly bearers: BearerFinder;
  readonly sessionFinder: SessionFinder;
}

/** Replacements for the defaults. */
export interface AccountsOptions {
  readonly passwordHash?: PasswordHash;
  readonly bearers?: BearerFinder;
  readonly userListeners?: readonly UserListener<AuthStores>[];
  /** Another number for each of several houses on one database: their ids differ. */
  readonly host?: number;
  readonly pkce?: PkcePolicy;
}

/** Everything about accounts on one database, at a time that only a test moves. */
export interface AccountsHouse {
  readonly clock: Clock;
  /** Lets time pass. */
  pass(milliseconds: number): void;
  readonly users: AccountUsers;
  readonly signIn: TokenEndpoint;
  readonly sessions: Sessions;
  readonly authorization: Authorization;
  readonly revocation: Revocation;
  readonly authentication: Authentication;
  readonly bootstrap: Bootstrap;
  readonly personalTokens: PersonalTokens;
}

export const digests = createDigests();
export { passwordHash };

/** The first administrator and application of {@link founded}. */
export const FIRST = {
  emailAddress: "sue@example.org",
  password: "correct horse",
  clientId: "first",
  clientSecret: "a secret of 26 characters!",
} as const;

/** The issuer of every house. */
export const ISSUER = "https://documents.example.org/archive";

/** The services over a database, with ids and secrets that are the same in every run. */
export function houseOf(
  { transact, bearers, sessionFinder }: AccountsDatabase,
  options: AccountsOptions = {},
): AccountsHouse {
  let now = millisecondsOf("2026-03-01T09:00:00.000Z" as Instant);
  const clock: Clock = { now: () => instantOf(now) };
  const issuing = { clock, newId: newIds(options.host ?? 0), secrets: newSecrets(options.host ?? 0), digests };
  const rateLimiter = createRateLimiter({ transact, clock, digests });
  const limited = { ...issuing, transact, passwordHash: options.passwordHash ?? passwordHash, rateLimiter };
  const passwordCheck = createPasswordCheck(limited);
  const slow = { transact, passwordHash: options.passwordHash ?? passwordHash };
  return {
    clock,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    users: createUsers({ ...slow, ...issuing, passwordCheck, userListeners: options.userListeners ?? [] }),
    sessions: createSessions({ transact, sessionFinder, ...issuing, passwordCheck }),
    signIn: createTokenEndpoint({ transact, ...issuing, rateLimiter, passwordCheck, sealingUnder }),
    authorization: createAuthorization({ transact, ...issuing, pkce: options.pkce ?? "public", issuer: () => ISSUER }),
    revocation: createRevocation({ transact, ...issuing, rateLimiter }),
    authentication: createAuthentication({ ...issuing, rateLimiter, bearers: options.bearers ?? bearers }),
    bootstrap: createBootstrap({ ...slow, ...issuing }),
    personalTokens: createPersonalTokens({ transact, ...issuing }),
  };
}

/** A house whose first administrator and application are {@link FIRST}, and that administrator. */
export async function founded(
  database: AccountsDatabase,
  options: AccountsOptions = {},
): Promise<AccountsHouse & { readonly sue: User }> {
  const house = houseOf(database, options);
  await house.bootstrap.ensureFirstAccess(FIRST);
  const sue = await database.transact.read(({ users }) => users.findByEmail(FIRST.emailAddress));
  if (!sue) throw new Error("The first administrator was not made");
  return { ...house, sue };
}

/** Creates a user as {@link FIRST} does; the password is always the same by default. */
export function person(
  { users, sue }: { users: Users; sue: User },
  name: string,
  input: UserInput = {},
): Promise<User> {
  return users.create(callerOf(sue), { emailAddress: `${name}@example.org`, password: PASSWORD, ...input });
}

/** The password of each {@link person}. */
export const PASSWORD = "open sesame";

/** The caller that authentication makes of a user with a token of every scope. */
export function callerOf({ id, role }: User): Caller {
  return { userId: id, role, scopes: ["read", "write", "admin"], groupIds: [] };
}

/** Signs in through the first application. */
export function signedIn(
  { signIn }: { signIn: TokenEndpoint },
  request: TokenRequest = {},
  requestSource: RequestSource = VISITOR,
): Promise<TokenResponse> {
  const { clientId, clientSecret, emailAddress: username, password } = FIRST;
  return signIn.token({ grantType: "password", clientId, clientSecret, username, password, ...request }, requestSource);
}

/** The source of all sign-ins here. */
export const VISITOR: RequestSource = { address: "192.0.2.1", network: "192.0.2.1", requestId: "a request" };

function newIds(host: number): <Noun extends string>() => Id<Noun> {
  let count = 0;
  return <Noun extends string>() => {
    count += 1;
    return `01900000-0000-7000-8${host.toString(16).padStart(3, "0")}-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
  };
}

function newSecrets(host: number): Secrets {
  let count = 0;
  return {
    randomBytes(length) {
      count += 1;
      return Buffer.from(digests.sha256(`secret ${count} of ${host}`), "hex").subarray(0, length);
    },
  };
}
