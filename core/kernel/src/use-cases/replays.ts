import type { Instant } from "../clock.ts";
import type { UserId } from "../ids.ts";

/** How long the answer to an Idempotency-Key can be had again (uploads.md 5.7). */
export const REPLAY_SECONDS = 86_400;

/** What a replay is known by: a key belongs to one user and one operation on one resource (uploads.md 5.7). */
export interface ReplayKey {
  readonly userId: UserId;
  /** For instance `document:<id>`, or a path. */
  readonly scope: string;
  readonly key: string;
}

/** A request under an Idempotency-Key. */
export interface KeyedRequest extends ReplayKey {
  /** SHA-256 of what makes requests the same. */
  readonly fingerprint: string;
}

/** An answer that was given and is given again to the same request. */
export interface Replay extends KeyedRequest {
  /** The answer, as JSON text or sealed. */
  readonly reply: string;
  readonly expiresAt: Instant;
}

/** Where answers under an Idempotency-Key are stored for a day. */
export interface ReplayStore {
  /** As long as it has not expired at `now`. */
  find(key: ReplayKey, now: Instant): Promise<Replay | null>;
  /**
   * Takes the place of an expired answer under the same key. False, with nothing changed, where one lives: another
   * transaction was faster.
   */
  insert(replay: Replay, now: Instant): Promise<boolean>;
  /** Removes what has expired at `now`. */
  removeExpired(now: Instant): Promise<void>;
}

/** What answering once needs inside a transaction. */
export interface ReplayStores {
  readonly replays: ReplayStore;
}

/**
 * How a request whose client may send it again is answered once. Whoever receives requests puts it into the caller of an
 * operation that makes a record; without it, every request does its work.
 */
export interface Idempotency extends Omit<KeyedRequest, "userId"> {
  readonly receivedAt: Instant;
  /** Called when the answer is the one of the first time. */
  readonly replayed: () => void;
  /** For answers with a secret in them, which are stored so that only whoever asked can read them. */
  readonly sealing: Sealing;
}

/** Makes a text unreadable but for whoever presents again what was presented with the request. */
export interface Sealing {
  seal(text: string): Promise<string>;
  /** `null` when something else was presented. */
  unseal(sealed: string): Promise<string | null>;
}
