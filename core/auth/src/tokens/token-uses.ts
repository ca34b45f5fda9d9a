import { type Clock, type Instant, millisecondsOf, type Transact } from "@cartulary/kernel";
import type { AuthStores, Bearer, TokenId } from "../ports.ts";

/** Uses of a token within this time are recorded once (auth.md 1.8). */
export const TOKEN_USE_RESOLUTION_SECONDS = 60;

/** Records in the background when personal tokens were last used. */
export interface TokenUseRecorder {
  /** Returns immediately; errors go to `failed`. */
  seen(bearer: Pick<Bearer, "id" | "usedAt">): void;
  /** Resolves when all uses are recorded. */
  flush(): Promise<void>;
}

interface Dependencies {
  readonly transact: Transact<Pick<AuthStores, "tokens">>;
  readonly clock: Clock;
  /** Receives errors of recording; authentication is not affected. */
  readonly failed: (error: unknown) => void;
}

/** Creates the recorder. Uses that arrive during a write are recorded together by the next one. */
export function createTokenUses({ transact, clock, failed }: Dependencies): TokenUseRecorder {
  const waiting = new Set<TokenId>();
  const recordedAt = new Map<TokenId, Instant>();
  let writing: Promise<void> | null = null;

  const isRecent = (at: Instant | null | undefined, now: Instant) =>
    at !== null && at !== undefined && millisecondsOf(now) - millisecondsOf(at) < TOKEN_USE_RESOLUTION_SECONDS * 1000;

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const now = clock.now();
      const ids = [...waiting];
      waiting.clear();
      await transact.write(({ tokens }) => tokens.recordUse(ids, now)).catch(failed);
    }
  }

  /** Limits memory to the tokens used within a minute. */
  function forgetOld(now: Instant): void {
    for (const [id, at] of recordedAt) if (!isRecent(at, now)) recordedAt.delete(id);
  }

  return {
    seen({ id, usedAt }) {
      const now = clock.now();
      if (isRecent(usedAt, now) || isRecent(recordedAt.get(id), now)) return;
      forgetOld(now);
      recordedAt.set(id, now);
      waiting.add(id);
      writing ??= write().finally(() => {
        writing = null;
      });
    },
    flush: async () => {
      await writing;
    },
  };
}
