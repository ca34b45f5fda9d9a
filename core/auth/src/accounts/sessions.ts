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
import { base62 } from "../tokens/base62.ts";
import { UNKNOWN_VISITOR, type Visitor } from "../visitor.ts";
import type { PasswordCheck } from "./password-check.ts";

/** How long a session lives without being used (auth.md 1.11). */
export const SESSION_IDLE_SECONDS = 43_200;
/** How long a session lives at most, however much it is used. */
const SESSION_SECONDS_MAX = 604_800;
/** How long after a password was given it need not be given again for what is delicate (auth.md 1.8). */
export const PASSWORD_FRESH_SECONDS = 600;
/** Uses that follow each other so closely are written down once. */
const SEEN_EVERY_SECONDS = 60;

/** Somebody who signed in on a page. */
export interface Session {
  readonly id: Id<"Session">;
  /** What the person may do: everything that the role allows, as a token of every scope would. */
  readonly caller: Caller;
  /** When the password was last given. */
  readonly authenticatedAt: Instant;
}

/** An open session as its person sees it. */
export interface OpenSession
  extends Pick<SessionRecord, "id" | "createdAt" | "authenticatedAt" | "address" | "userAgent"> {
  /** Whether it is the one that is asking. */
  readonly current: boolean;
}

/** A session at the only moment when its secret is known. */
export interface OpenedSession {
  /** 43 letters and digits, for the cookie and nothing else. */
  readonly secret: string;
}

/** Signing in on pages. */
export interface Sessions {
  /**
   * Opens a session for whoever has this password. The session that the visitor may have had ends: nobody goes on
   * under a secret that somebody else may have planted. Refuses with 422 `sign_in_refused`, whatever was wrong, and
   * with 429 `rate_limited`.
   */
  open(input: SignInInput): Promise<OpenedSession>;
  /** Whose session it is, as that person is now; `null` when it is over, or the person is disabled. Using it prolongs it. */
  find(secret: string): Promise<Session | null>;
  /** Takes the password once more. Refuses like {@link open}; the session that it resolves with {@link isFresh}. */
  confirm(session: Session, input: { readonly password: string; readonly visitor: Visitor }): Promise<Session>;
  /** True for ten minutes after the password was given. */
  isFresh(session: Session): boolean;
  /** Ends it; ending twice is fine. */
  close(session: Session): Promise<void>;
  /** The open sessions of whoever asks, the newest first. */
  list(session: Session): Promise<readonly OpenSession[]>;
  /** Ends one of one's own; any other is 404. */
  end(session: Session, id: Session["id"]): Promise<void>;
}

/** What a sign-in page is told. */
export interface SignInInput {
  readonly emailAddress: string;
  readonly password: string;
  readonly visitor: Visitor;
  /** The secret of the session that the visitor came with, if any. */
  readonly former: string | null;
  /** What the browser calls itself, as it was sent. */
  readonly userAgent?: string | null;
}

/** UTF-16 units of what a browser calls itself that are stored. */
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

/** Sessions over a database, known by the digests of their secrets. */
export function createSessions(dependencies: Dependencies): Sessions {
  const { transact, sessionFinder, passwordCheck, clock, secrets, digests } = dependencies;

  return {
    async open({ emailAddress, password, visitor, former, userAgent = null }) {
      const secret = base62(secrets.randomBytes(SECRET_BYTES), 43);
      const attempt = { emailAddress, password, visitor, via: "login_page" } as const;
      const passed = await passwordCheck.passing(attempt, async ({ sessions, audit }, user) => {
        if (former !== null) await sessions.remove(digests.sha256(former));
        await sessions.insert(newSession(dependencies, user, { hash: digests.sha256(secret), visitor, userAgent }));
        await audit.record(signedIn(dependencies, user, attempt));
      });
      if (!passed) throw refused();
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

    async confirm(session, { password, visitor }) {
      const { id, caller } = session;
      const user = await transact.single(({ users }) => users.find(caller.userId));
      const attempt = { emailAddress: user?.emailAddress ?? "", password, visitor, via: "confirmation" } as const;
      const authenticatedAt = clock.now();
      const passed = await passwordCheck.passing(attempt, ({ sessions }) =>
        sessions.authenticated(id, authenticatedAt),
      );
      if (!passed) throw refused();
      return { ...session, authenticatedAt };
    },

    isFresh: (session) => isFresh(session, clock.now()),

    close: ({ id, caller }) =>
      transact.write(async ({ sessions, audit }) => {
        if (!(await sessions.end(id))) return;
        const deed = { action: "session.closed", resourceType: "user", resourceId: caller.userId };
        await audit.record(auditEvent(dependencies, caller, deed));
      }),

    list: ({ id: own, caller }) =>
      transact.read(async ({ sessions }) => {
        const open = await sessions.listOf(caller.userId, clock.now());
        return open.map(({ hash: _, userId: _user, expiresAt: _end, ...shown }) => ({
          ...shown,
          current: shown.id === own,
        }));
      }),

    end: ({ caller }, id) =>
      transact.write(async ({ sessions, audit }) => {
        if (!(await sessions.endOf(caller.userId, id))) throw notFound();
        const deed = { action: "session.closed", resourceType: "user", resourceId: caller.userId };
        await audit.record(auditEvent(dependencies, caller, deed));
      }),
  };
}

/** When a session that is used now will be over, if nobody uses it again. */
function endOf(createdAt: Instant, now: Instant): Instant {
  const [idle, most] = [secondsAfter(now, SESSION_IDLE_SECONDS), secondsAfter(createdAt, SESSION_SECONDS_MAX)];
  return idle < most ? idle : most;
}

/** True for {@link PASSWORD_FRESH_SECONDS} after the password was given. */
export function isFresh({ authenticatedAt }: Pick<Session, "authenticatedAt">, now: Instant): boolean {
  return now < secondsAfter(authenticatedAt, PASSWORD_FRESH_SECONDS);
}

interface Opening extends Pick<SessionRecord, "hash" | "userAgent"> {
  readonly visitor: Visitor;
}

function newSession(
  { clock, newId }: Dependencies,
  user: User,
  { hash, visitor: { address }, userAgent }: Opening,
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
    address: address === UNKNOWN_VISITOR.address ? null : address,
    userAgent: name !== "" && isStorable(name) ? name : null,
  };
}

const signedIn = (
  dependencies: Dependencies,
  user: User,
  { via, visitor }: { readonly via: string; readonly visitor: Visitor },
) =>
  auditEvent(
    dependencies,
    { userId: user.id, ...visitor },
    { action: "session.opened", resourceType: "user", resourceId: user.id, detail: { via } },
  );

function sessionOf({ id, userId, role, groupIds, authenticatedAt }: FoundSession): Session {
  const scopes = effectiveScopes(role, ["read", "write", "admin"]);
  return { id, authenticatedAt, caller: { userId, role, groupIds, scopes, sessionId: id } };
}

function refused(): DomainError {
  return new DomainError("invalid", "sign_in_refused", "Unknown user, wrong password, or an account that is disabled");
}
