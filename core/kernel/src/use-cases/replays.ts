import type { Instant } from "../clock.ts";
import type { UserId } from "../ids.ts";

/** Time for which replies to Idempotency-Keys are stored (uploads.md 5.7). */
export const REPLAY_SECONDS = 86_400;

/** Identifies a replay: a key belongs to one user and one operation on one resource (uploads.md 5.7). */
export interface ReplayKey {
  readonly userId: UserId;
  /** For example `document:<id>`, or a path. */
  readonly scope: string;
  readonly key: string;
}

/** A request under an Idempotency-Key. */
export interface IdempotentRequest extends ReplayKey {
  /** SHA-256 of the parts that must be equal in a repeated request. */
  readonly fingerprint: string;
}

/** A stored reply, returned to repeated requests. */
export interface Replay extends IdempotentRequest {
  /** JSON text, possibly encrypted. */
  readonly reply: string;
  /** The `id` in the reply; `null` for replies without one. What comes back from the trash leaves its replays behind. */
  readonly recordId: string | null;
  readonly expiresAt: Instant;
}

/** Port: stores replies under Idempotency-Keys for {@link REPLAY_SECONDS}. */
export interface ReplayStore {
  /** Returns the replay unless it has expired at `now`. */
  find(key: ReplayKey, now: Instant): Promise<Replay | null>;
  /**
   * Replaces an expired replay with the same key. Returns false and changes nothing if there is a valid one: another
   * transaction was faster.
   */
  insert(replay: Replay, now: Instant): Promise<boolean>;
  removeExpired(now: Instant): Promise<void>;
}

/** Stores that idempotent creations need. */
export interface ReplayStores {
  readonly replays: ReplayStore;
}

/** The Idempotency-Key of a request, set in its caller by the host. Without it, every request does its work. */
export interface Idempotency extends Omit<IdempotentRequest, "userId"> {
  readonly receivedAt: Instant;
  /** Called when a stored reply is returned. */
  readonly onReplay: () => void;
  /** For replies with secrets. */
  readonly cipher: ReplyCipher;
}

/**
 * Encrypts stored replies with a key derived from the request's credentials. Only a request with the same credentials
 * can read them.
 */
export interface ReplyCipher {
  encrypt(text: string): Promise<string>;
  /** Returns `null` for a request with other credentials. */
  decrypt(sealed: string): Promise<string | null>;
}
