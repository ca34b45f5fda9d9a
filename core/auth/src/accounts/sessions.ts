import { auditEvent } from "@cartulary/audit";
import type { User } from "@cartulary/directory";
import {
  type Caller,
  type Clock,
  type Digests,
  DomainError,
  effectiveScopes,
  type Id,
  type Instant,
  isStorable,
  type NewId,
  notFound,
  type Secrets,
  secondsAfter,
  type Transact,
} from "@cartulary/kernel";
import type { AuthStores, FoundSession, SessionFinder, SessionRecord } from "../ports.ts";
import { type RequestSource, UNKNOWN_REQUEST_SOURCE } from "../request-source.ts";
import { base62 } from "../tokens/base62.ts";
import type { PasswordCheck } from "./password-check.ts";

/** Sessions end after this time without use (auth.md 1.11). */
export const SESSION_IDLE_SECONDS = 43_200;
/** Sessions end after this time in any case. */
const SESSION_SECONDS_MAX = 604_800;
/** Time after entering the password in which sensitive actions do not ask for it again (auth.md 1.8). */
export const REAUTHENTICATION_SECONDS = 600;
/** Uses within this time are recorded once. */
const SEEN_EVERY_SECONDS = 60;

/** A signed-in browser. */
export interface Session {
  readonly id: Id<"Session">;
  /** The user with all scopes that the role allows. */
  readonly caller: Caller;
  /** When the password was last entered. */
  readonly authenticatedAt: Instant;
}

/** An open session as its user sees it. */
export interface OpenSession
  extends Pick<SessionRecord, "id" | "createdAt" | "authenticatedAt" | "address" | "userAgent"> {
  /** True for the session of the request. */
  readonly current: boolean;
}

/** A new session with its secret, which is known only now. */
export interface OpenedSession {
  /** 43 letters and digits, for the session cookie. */
  readonly secret: string;
}

/** Browser sessions. */
export interface Sessions {
  /**
   * Opens a session if the password is correct, and ends the requestSource's previous session, which prevents session
   * fixation. Throws 422 `sign_in_refused` for every reason of a refusal, and 429 `rate_limited`.
   */
  open(input: SignInInput): Promise<OpenedSession>;
  /**
   * Returns the session with its user's current rights, and extends it; `null` when it has expired or the user is
   * disabled.
   */
  find(secret: string): Promise<Session | null>;
  /** Checks the password again. Throws like {@link open}; afterwards {@link isRecentlyAuthenticated} is true. */
  confirm(
    session: Session,
    input: { readonly password: string; readonly requestSource: RequestSource },
  ): Promise<Session>;
  /** True for ten minutes after the password was entered. */
  isFresh(session: Session): boolean;
  /** Ends the session; idempotent. */
  close(session: Session): Promise<void>;
  /** Lists the user's open sessions, newest first. */
  list(session: Session): Promise<readonly OpenSession[]>;
  /** Ends one of the user's sessions; any other is 404. */
  end(session: Session, id: Session["id"]): Promise<void>;
}

/** Input of the sign-in page. */
export interface SignInInput {
  readonly emailAddress: string;
  readonly password: string;
  readonly requestSource: RequestSource;
  /** The secret of the requestSource's previous session, if any. */
  readonly former: string | null;
  /** The User-Agent header. */
  readonly userAgent?: string | null;
}

/** Maximum stored length of the User-Agent, in UTF-16 units. */
const USER_AGENT_MAX = 255;

interface Dependencies {
  readonly transact: Transact<AuthStores>;
  readonly sessionFinder: SessionFinder;
  readonly passwordCheck: PasswordCheck;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly secrets: Secrets;
  readonly digests: Digests;
}

const SECRET_BYTES = 32;
const SECRET = /^[0-9A-Za-z]{43}$/;

/** Creates the session service. Sessions are stored under the digests of their secrets. */
export function createSessions(dependencies: Dependencies): Sessions {
  const { transact, sessionFinder, passwordCheck, clock, secrets, digests } = dependencies;

  return {
    async open({ emailAddress, password, requestSource, former, userAgent = null }) {
      const secret = base62(secrets.randomBytes(SECRET_BYTES), 43);
      const attempt = { emailAddress, password, requestSource, via: "login_page" } as const;
      const passed = await passwordCheck.verify(attempt, async ({ sessions, audit }, user) => {
        if (former !== null) await sessions.remove(digests.sha256(former));
        await sessions.insert(
          newSession(dependencies, user, { hash: digests.sha256(secret), requestSource, userAgent }),
        );
        await audit.record(signedIn(dependencies, user, attempt));
      });
      if (!passed) throw signInRefused();
      return { secret };
    },

    async find(secret) {
      if (!SECRET.test(secret)) return null;
      const hash = digests.sha256(secret);
      const found = await sessionFinder.find(hash);
      const now = clock.now();
      if (!found?.active || now >= found.expiresAt) return null;
      if (now >= secondsAfter(found.expiresAt, SEEN_EVERY_SECONDS - SESSION_IDLE_SECONDS)) {
        await transact.write(({ sessions }) => sessions.prolong(hash, endOf(found.createdAt, now)));
      }
      return sessionOf(found);
    },

    async confirm(session, { password, requestSource }) {
      const { id, caller } = session;
      const user = await transact.single(({ users }) => users.find(caller.userId));
      const attempt = { emailAddress: user?.emailAddress ?? "", password, requestSource, via: "confirmation" } as const;
      const authenticatedAt = clock.now();
      const passed = await passwordCheck.verify(attempt, ({ sessions }) => sessions.authenticated(id, authenticatedAt));
      if (!passed) throw signInRefused();
      return { ...session, authenticatedAt };
    },

    isFresh: (session) => isRecentlyAuthenticated(session, clock.now()),

    close: ({ id, caller }) =>
      transact.write(async ({ sessions, audit }) => {
        if (!(await sessions.end(id))) return;
        const entry = { action: "session.closed", resourceType: "user", resourceId: caller.userId };
        await audit.record(auditEvent(dependencies, caller, entry));
      }),

    list: ({ id: own, caller }) =>
      transact.read(async ({ sessions }) => {
        const open = await sessions.listOf(caller.userId, clock.now());
        return open.map(({ hash: _, userId: _user, expiresAt: _end, ...view }) => ({
          ...view,
          current: view.id === own,
        }));
      }),

    end: ({ caller }, id) =>
      transact.write(async ({ sessions, audit }) => {
        if (!(await sessions.endOf(caller.userId, id))) throw notFound();
        const entry = { action: "session.closed", resourceType: "user", resourceId: caller.userId };
        await audit.record(auditEvent(dependencies, caller, entry));
      }),
  };
}

/** Returns the end of a session that is used now and not again. */
function endOf(createdAt: Instant, now: Instant): Instant {
  const [idle, most] = [secondsAfter(now, SESSION_IDLE_SECONDS), secondsAfter(createdAt, SESSION_SECONDS_MAX)];
  return idle < most ? idle : most;
}

/** True for {@link REAUTHENTICATION_SECONDS} after the password was entered. */
export function isRecentlyAuthenticated({ authenticatedAt }: Pick<Session, "authenticatedAt">, now: Instant): boolean {
  return now < secondsAfter(authenticatedAt, REAUTHENTICATION_SECONDS);
}

interface Opening extends Pick<SessionRecord, "hash" | "userAgent"> {
  readonly requestSource: RequestSource;
}

function newSession(
  { clock, newId }: Dependencies,
  user: User,
  { hash, requestSource: { address }, userAgent }: Opening,
): SessionRecord {
  const now = clock.now();
  const name = userAgent?.slice(0, USER_AGENT_MAX).toWellFormed() ?? "";
  return {
    id: newId<"Session">(),
    hash,
    userId: user.id,
    createdAt: now,
    authenticatedAt: now,
    expiresAt: secondsAfter(now, SESSION_IDLE_SECONDS),
    address: address === UNKNOWN_REQUEST_SOURCE.address ? null : address,
    userAgent: name !== "" && isStorable(name) ? name : null,
  };
}

const signedIn = (
  dependencies: Dependencies,
  user: User,
  { via, requestSource }: { readonly via: string; readonly requestSource: RequestSource },
) =>
  auditEvent(
    dependencies,
    { userId: user.id, ...requestSource },
    { action: "session.opened", resourceType: "user", resourceId: user.id, detail: { via } },
  );

function sessionOf({ id, userId, role, groupIds, authenticatedAt }: FoundSession): Session {
  const scopes = effectiveScopes(role, ["read", "write", "admin"]);
  return { id, authenticatedAt, caller: { userId, role, groupIds, scopes, sessionId: id } };
}

function signInRefused(): DomainError {
  return new DomainError("invalid", "sign_in_refused", "Unknown user, wrong password or disabled account");
}
