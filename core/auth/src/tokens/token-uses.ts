import { type Clock, type Instant, millisecondsOf, type Transact } from "@cartulary/kernel";
import type { AuthStores, Bearer, TokenId } from "../ports.ts";

/** Uses of one token that follow each other so closely are written down once (auth.md 1.8). */
export const TOKEN_SEEN_SECONDS = 60;

/** Writes down when personal tokens were last used, beside the requests they are used for. */
export interface TokenUses {
  /** Returns at once; what cannot be written is told to nobody but `failed`. */
  seen(bearer: Pick<Bearer, "id" | "usedAt">): void;
  /** Resolves when everything that was seen is written down. */
  settled(): Promise<void>;
}

interface Dependencies {
  readonly transact: Transact<Pick<AuthStores, "tokens">>;
  readonly clock: Clock;
  /** Told what kept a use from being written; authentication goes on. */
  readonly failed: (error: unknown) => void;
}

/** Uses over a database: those that come while others are being written wait for the next writing, all together. */
export function createTokenUses({ transact, clock, failed }: Dependencies): TokenUses {
  const waiting = new Set<TokenId>();
  const written = new Map<TokenId, Instant>();
  let writing: Promise<void> | null = null;

  const isRecent = (at: Instant | null | undefined, now: Instant) =>
    at !== null && at !== undefined && millisecondsOf(now) - millisecondsOf(at) < TOKEN_SEEN_SECONDS * 1000;

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const now = clock.now();
      const ids = [...waiting];
      waiting.clear();
      await transact.write(({ tokens }) => tokens.seen(ids, now)).catch(failed);
    }
  }

  /** Only recent ones matter, and nobody holds more of them than were used within a minute. */
  function forgetOld(now: Instant): void {
    for (const [id, at] of written) if (!isRecent(at, now)) written.delete(id);
  }

  return {
    seen({ id, usedAt }) {
      const now = clock.now();
      if (isRecent(usedAt, now) || isRecent(written.get(id), now)) return;
      forgetOld(now);
      written.set(id, now);
      waiting.add(id);
      writing ??= write().finally(() => {
        writing = null;
      });
    },
    settled: async () => {
      await writing;
    },
  };
}
