import type { Caller, Transact } from "@cartulary/kernel";
import type { DirectoryStores } from "./ports.ts";

/** The state of a person: unknown, an active user, or a disabled user. */
export type Standing = "unknown" | "active" | "inactive";

/** Checks callers that an embedder's own sign-in provides. */
export interface KnownPeople {
  standingOf(caller: Caller): Promise<Standing>;
}

/**
 * Looks users up for each request, as for our own tokens, so that a newly mirrored user may write immediately and a
 * disabled one is rejected immediately.
 */
export function createKnownPeople<Stores extends Pick<DirectoryStores, "users">>({
  transact,
}: {
  readonly transact: Transact<Stores>;
}): KnownPeople {
  return {
    async standingOf({ userId }) {
      const user = await transact.single(({ users }) => users.find(userId));
      if (!user) return "unknown";
      return user.active ? "active" : "inactive";
    },
  };
}
