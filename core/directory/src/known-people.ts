import type { Caller, Transact } from "@cartulary/kernel";
import type { DirectoryStores } from "./ports.ts";

/** What is known here of a person: nothing, a user, or a user who is no longer active. */
export type Standing = "unknown" | "active" | "inactive";

/** Judges callers whom an embedder's own sign-in named. */
export interface KnownPeople {
  standingOf(caller: Caller): Promise<Standing>;
}

/**
 * The people of a database. They are looked up with each request, as those are whom a token of ours names: who is mirrored
 * may write at once, and who is no longer active is refused at once.
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
