import type { User } from "@cartulary/directory";
import { administrates, type Id, type Instant, type UserId } from "@cartulary/kernel";

/** Who somebody is to an identity provider. A provider's person is one user of ours at most. */
export interface Identity {
  readonly id: Id<"Identity">;
  readonly issuer: string;
  readonly subject: string;
  readonly userId: UserId;
  readonly createdAt: Instant;
}

/**
 * Why a provider's person may not become this user by the e-mail address alone; `null` when it may. An address can be
 * given to another person: so never where a provider knows the user already, never for administrators, and only where the
 * provider says that it has seen the person read mail there (auth.md 1.6).
 */
export function linkProblem(
  { role }: Pick<User, "role">,
  { isLinked, emailVerified }: { readonly isLinked: boolean; readonly emailVerified: boolean | null },
): "linked_otherwise" | "role" | "email_not_verified" | null {
  if (emailVerified !== true) return "email_not_verified";
  if (isLinked) return "linked_otherwise";
  return administrates(role) ? "role" : null;
}
