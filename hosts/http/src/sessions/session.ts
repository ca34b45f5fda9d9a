import type { Session, Sessions, Visitor } from "@cartulary/auth";
import { askingBy, forbidden } from "@cartulary/kernel";
import { SESSION_COOKIE, type Site, secretIn } from "./cookies.ts";
import { isSeal } from "./seal.ts";

/** A session, and the secret that its cookie holds: what its forms are sealed with. */
export interface SignedIn {
  readonly session: Session;
  readonly secret: string;
}

/** The session of a request's cookie; `null` without one that is open. Its caller knows the request. */
export async function sessionIn(
  request: Request,
  sessions: Sessions,
  site: Site,
  visitor: Visitor,
): Promise<SignedIn | null> {
  const secret = secretIn(request, SESSION_COOKIE, site);
  const session = secret === null ? null : await sessions.find(secret);
  if (!session || secret === null) return null;
  return { secret, session: { ...session, caller: askingBy(visitor, session.caller) } };
}

/** Refuses with 403 what no page of ours, shown to this very browser, asked for. */
export async function requireOwnForm(csrf: string, secret: string): Promise<void> {
  if (await isSeal(csrf, secret, "csrf")) return;
  throw forbidden("The form is too old, or another page than ours sent it");
}
