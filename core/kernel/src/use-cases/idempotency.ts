import type { Caller } from "../caller.ts";
import { type Instant, secondsAfter } from "../clock.ts";
import { conflict, DomainError, malformed, unprocessable } from "../errors.ts";
import type { Transact } from "../transact.ts";
import {
  type IdempotentRequest,
  REPLAY_SECONDS,
  type Replay,
  type ReplayKey,
  type ReplayStores,
  type ReplyCipher,
} from "./replays.ts";

/** A reply; `replayed` when it is the stored one of an earlier request. */
export interface IdempotentReply<Reply> {
  readonly reply: Reply;
  readonly replayed: boolean;
}

/** Throws 400 for an invalid Idempotency-Key. */
export function requireIdempotencyKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw malformed("An Idempotency-Key has 1 to 255 visible ASCII characters");
}

/**
 * Runs `work`, which ends in {@link answerIdempotently}, in a transaction. If it fails and a concurrent request with
 * the same key has committed, runs it again to return that request's reply: the error may be a consequence of that
 * request (a name is taken). Throws 409 `idempotency_in_progress` only if the stored reply has disappeared.
 */
async function writeIdempotently<Stores extends ReplayStores, Reply>(
  transact: Transact<Stores>,
  key: ReplayKey,
  now: Instant,
  work: (stores: Stores) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await transact.write(work);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (!(await transact.read(({ replays }) => replays.find(key, now)))) throw error;
    return transact.write(work);
  }
}

interface AnswerSteps<Reply> {
  readonly work: () => Promise<Reply>;
  /** Returns what the caller may still see of the stored reply; throws if it is nothing. */
  readonly onReplay: (answered: Reply) => Promise<Reply>;
  /** Set when the reply contains a secret. */
  readonly cipher?: ReplyCipher;
}

/**
 * Runs the work unless a reply is stored for the request. Stores the reply as JSON in the same transaction, so replies
 * must be plain data. Throws 422 `idempotency_key_reused` when the key was used for another request.
 */
async function answerIdempotently<Reply>(
  { replays }: ReplayStores,
  request: IdempotentRequest,
  now: Instant,
  { work, onReplay, cipher = PLAIN_TEXT }: AnswerSteps<Reply>,
): Promise<IdempotentReply<Reply>> {
  const replay = await replays.find(request, now);
  if (replay) return { reply: await onReplay(await replyIn<Reply>(replay, request, cipher)), replayed: true };
  const reply = await work();
  const stored = { reply: await cipher.encrypt(JSON.stringify(reply)), recordId: idIn(reply) };
  if (await replays.insert({ ...request, ...stored, expiresAt: secondsAfter(now, REPLAY_SECONDS) }, now))
    return { reply, replayed: false };
  throw conflict("idempotency_in_progress", "Another request with this Idempotency-Key is being answered; try again");
}

const idIn = (reply: unknown) => (hasStringId(reply) ? reply.id : null);

const hasStringId = (reply: unknown): reply is { readonly id: string } =>
  typeof reply === "object" && reply !== null && "id" in reply && typeof reply.id === "string";

const PLAIN_TEXT: ReplyCipher = { encrypt: async (text) => text, decrypt: async (text) => text };

async function replyIn<Reply>(replay: Replay, { fingerprint }: IdempotentRequest, cipher: ReplyCipher): Promise<Reply> {
  if (replay.fingerprint !== fingerprint)
    throw unprocessable(
      "idempotency_key_reused",
      "This Idempotency-Key was used for another request; choose a new one",
    );
  const reply = await cipher.decrypt(replay.reply);
  if (reply !== null) return JSON.parse(reply) as Reply;
  throw conflict(
    "conflict",
    "Already created, with a secret that is returned only to the token that created it; remove it and create a new one",
  );
}

/** How a creation with an Idempotency-Key is replayed. */
export interface ReplayPolicy<Stores, Reply, Input = void> {
  /**
   * Runs before the stored reply is looked up. A lock taken here makes a concurrent request with the same key wait;
   * without it, the work would fail because of that request's changes.
   */
  readonly before?: (stores: Stores, caller: Caller) => Promise<unknown>;
  /**
   * Returns the stored reply as the caller may see it now; throws 404 when the record no longer exists or is hidden.
   * Absent: the stored reply as it is.
   */
  readonly onReplay?: (stores: Stores, caller: Caller, answered: Reply, input: Input) => Promise<Reply>;
  /** Set when the reply contains a secret: it is stored encrypted. */
  readonly secret?: true;
}

/** Replays the stored reply while `look` finds the record for the caller. */
export function replayWhileVisible<Stores, Reply, Input = void>(
  look: (stores: Stores, caller: Caller, answered: Reply, input: Input) => Promise<unknown>,
): ReplayPolicy<Stores, Reply, Input> {
  return {
    async onReplay(stores, caller, answered, input) {
      await look(stores, caller, answered, input);
      return answered;
    },
  };
}

/** Creates a record in one transaction, only once per Idempotency-Key. */
export async function createIdempotently<Stores extends ReplayStores, Reply>(
  transact: Transact<Stores>,
  caller: Caller,
  work: (stores: Stores) => Promise<Reply>,
  { before, onReplay = async (_stores, _caller, answered) => answered, secret }: ReplayPolicy<Stores, Reply> = {},
): Promise<IdempotentReply<Reply>> {
  const { idempotency, userId } = caller;
  if (!idempotency) return { reply: await transact.write(work), replayed: false };
  const { scope, key, fingerprint, receivedAt, cipher } = idempotency;
  const request: IdempotentRequest = { userId, scope, key, fingerprint };
  const answered = await writeIdempotently(transact, request, receivedAt, async (stores) => {
    await before?.(stores, caller);
    return answerIdempotently(stores, request, receivedAt, {
      work: () => work(stores),
      onReplay: (first) => onReplay(stores, caller, first),
      ...(secret && { cipher }),
    });
  });
  if (answered.replayed) idempotency.onReplay();
  return answered;
}
