import type { User } from "@cartulary/directory";
import { type Id, type Instant, isAdministratorRole, type UserId } from "@cartulary/kernel";

/** A link between a provider's subject and a user. Each subject has at most one user. */
export interface Identity {
  readonly id: Id<"Identity">;
  readonly issuer: string;
  readonly subject: string;
  readonly userId: UserId;
  readonly createdAt: Instant;
}

/**
 * Decides whether a provider's subject may be linked to a user by e-mail address alone; `null` when it may. Addresses
 * can be reassigned, so the user must have no other link and not be an administrator, and the provider must have
 * verified the address (auth.md 1.6).
 */
export function linkProblem(
  { role }: Pick<User, "role">,
  { isLinked, emailVerified }: { readonly isLinked: boolean; readonly emailVerified: boolean | null },
): "linked_otherwise" | "role" | "email_not_verified" | null {
  if (emailVerified !== true) return "email_not_verified";
  if (isLinked) return "linked_otherwise";
  return isAdministratorRole(role) ? "role" : null;
}
