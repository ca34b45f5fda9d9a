import type { RequestSource, Session, Sessions } from "@cartulary/auth";
import { forbidden, withOrigin } from "@cartulary/kernel";
import { SESSION_COOKIE, type Site, secretIn } from "./cookies.ts";
import { isSeal } from "./seal.ts";

/** A session and the secret in its cookie, which signs its forms. */
export interface RequestSession {
  readonly session: Session;
  readonly secret: string;
}

/** Returns the open session of a request's cookie, or `null`. Its caller includes the origin of the request. */
export async function sessionIn(
  request: Request,
  sessions: Sessions,
  site: Site,
  requestSource: RequestSource,
): Promise<RequestSession | null> {
  const secret = secretIn(request, SESSION_COOKIE, site);
  const session = secret === null ? null : await sessions.find(secret);
  if (!session || secret === null) return null;
  return { secret, session: { ...session, caller: withOrigin(requestSource, session.caller) } };
}

/** Throws 403 unless the form comes from a page of ours in this browser. */
export async function requireCsrfToken(csrf: string, secret: string): Promise<void> {
  if (await isSeal(csrf, secret, "csrf")) return;
  throw forbidden("Invalid or expired CSRF token; reload the page");
}
