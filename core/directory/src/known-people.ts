import { type Caller, type Clock, forbidden, millisecondsOf, type Transact, type UserId } from "@cartulary/kernel";
import type { DirectoryStores } from "./ports.ts";

/** Judges callers whom an embedder's own sign-in named: whether there is such a user here, who may write. */
export interface KnownPeople {
  /** 403 `forbidden` for an id that no user has, and for a user who is not active. */
  requireKnown(caller: Caller): Promise<void>;
}

/** What is found holds for so long: an upload in a thousand chunks asks once. */
const KNOWN_MILLISECONDS = 30_000;
/** People who are remembered at a time. */
const KNOWN_MAX = 10_000;

/** The people of a database. Only who is known is remembered: whoever is mirrored may write at once. */
export function createKnownPeople<Stores extends Pick<DirectoryStores, "users">>({
  transact,
  clock,
}: {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
}): KnownPeople {
  const knownUntil = new Map<UserId, number>();

  return {
    async requireKnown({ userId }) {
      const now = millisecondsOf(clock.now());
      if ((knownUntil.get(userId) ?? 0) > now) return;
      knownUntil.delete(userId);
      const user = await transact.single(({ users }) => users.find(userId));
      if (!user) throw forbidden("this person is not known here: mirror it first");
      if (!user.active) throw forbidden("this person is not active");
      // A map keeps the order of insertion: the first is who was found longest ago.
      const [oldest] = knownUntil.keys();
      if (knownUntil.size >= KNOWN_MAX && oldest !== undefined) knownUntil.delete(oldest);
      knownUntil.set(userId, now + KNOWN_MILLISECONDS);
    },
  };
}
