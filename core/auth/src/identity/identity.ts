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
 * given to another person: so never where a provider knows the user already, and never for administrators (auth.md 1.6).
 */
export function linkProblem({ role }: Pick<User, "role">, isLinked: boolean): "linked_otherwise" | "role" | null {
  if (isLinked) return "linked_otherwise";
  return administrates(role) ? "role" : null;
}
