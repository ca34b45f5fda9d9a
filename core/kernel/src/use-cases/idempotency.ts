import type { Caller } from "../caller.ts";
import { type Instant, secondsAfter } from "../clock.ts";
import { conflict, DomainError, malformed, refused } from "../errors.ts";
import type { Transact } from "../transact.ts";
import {
  type KeyedRequest,
  REPLAY_SECONDS,
  type Replay,
  type ReplayKey,
  type ReplayStores,
  type Sealing,
} from "./replays.ts";

/** A reply, and whether it is the one of the first time. */
export interface Answered<Reply> {
  readonly reply: Reply;
  readonly replayed: boolean;
}

/** Refuses with 400 what is no Idempotency-Key. */
export function requireIdempotencyKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw malformed("An Idempotency-Key has 1 to 255 visible ASCII characters");
}

/**
 * Runs `work`, which ends in {@link answerIdempotently}, in a transaction. Where another request under the key was faster, what it
 * made may be what refuses this one (an address is taken by now): then `work` runs again and finds that one's answer.
 * 409 `idempotency_in_progress` comes out only if that is gone by then.
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

/** How a request is performed, and what becomes of its answer. */
interface AnswerSteps<Reply> {
  readonly work: () => Promise<Reply>;
  /** What the caller still gets of the answer that was given then; throws where he may no longer have it. */
  readonly again: (answered: Reply) => Promise<Reply>;
  /** Set where the answer holds a secret. */
  readonly sealing?: Sealing;
}

/**
 * Does the work unless the request was answered before. The answer is stored with the work, in one
 * transaction, as JSON: a reply is plain data. Another request under the key is 422 `idempotency_key_reused`.
 */
async function answerIdempotently<Reply>(
  { replays }: ReplayStores,
  request: KeyedRequest,
  now: Instant,
  { work, again, sealing = OPEN }: AnswerSteps<Reply>,
): Promise<Answered<Reply>> {
  const known = await replays.find(request, now);
  if (known) return { reply: await again(await replyIn<Reply>(known, request, sealing)), replayed: true };
  const reply = await work();
  const stored = await sealing.seal(JSON.stringify(reply));
  if (await replays.insert({ ...request, reply: stored, expiresAt: secondsAfter(now, REPLAY_SECONDS) }, now))
    return { reply, replayed: false };
  throw conflict("idempotency_in_progress", "Another request with this Idempotency-Key is being answered; try again");
}

const OPEN: Sealing = { seal: async (text) => text, unseal: async (text) => text };

async function replyIn<Reply>(known: Replay, { fingerprint }: KeyedRequest, sealing: Sealing): Promise<Reply> {
  if (known.fingerprint !== fingerprint)
    throw refused("idempotency_key_reused", "This Idempotency-Key was used for another request; choose a new one");
  const reply = await sealing.unseal(known.reply);
  if (reply !== null) return JSON.parse(reply) as Reply;
  throw conflict(
    "conflict",
    "This was made before, with a secret that only the token that asked for it is told again; remove it and make a new one",
  );
}

/** What of a creation outlives its first answer. */
export interface CreationTerms<Stores, Reply, Input = void> {
  /**
   * Runs before a first answer is looked for: a lock that it takes keeps another request under the same key waiting, where
   * the work would otherwise be refused for what that one has just done.
   */
  readonly before?: (stores: Stores, caller: Caller) => Promise<unknown>;
  /**
   * What the caller still gets of the answer that was given then, as his rights are now; throws (404) where what was made
   * is gone or no longer his to see. The same answer when absent.
   */
  readonly again?: (stores: Stores, caller: Caller, answered: Reply, input: Input) => Promise<Reply>;
  /** Set where the reply holds a secret: it is stored sealed. */
  readonly secret?: true;
}

/** A repeated request gets its first answer as long as `look` still finds what was made for its caller. */
export function whileFound<Stores, Reply, Input = void>(
  look: (stores: Stores, caller: Caller, answered: Reply, input: Input) => Promise<unknown>,
): CreationTerms<Stores, Reply, Input> {
  return {
    async again(stores, caller, answered, input) {
      await look(stores, caller, answered, input);
      return answered;
    },
  };
}

/** One transaction that makes a record: once, where the caller's request has an Idempotency-Key. */
export async function createIdempotently<Stores extends ReplayStores, Reply>(
  transact: Transact<Stores>,
  caller: Caller,
  work: (stores: Stores) => Promise<Reply>,
  { before, again = async (_stores, _caller, answered) => answered, secret }: CreationTerms<Stores, Reply> = {},
): Promise<Answered<Reply>> {
  const { idempotency, userId } = caller;
  if (!idempotency) return { reply: await transact.write(work), replayed: false };
  const { scope, key, fingerprint, receivedAt, sealing } = idempotency;
  const request: KeyedRequest = { userId, scope, key, fingerprint };
  const answered = await writeIdempotently(transact, request, receivedAt, async (stores) => {
    await before?.(stores, caller);
    return answerIdempotently(stores, request, receivedAt, {
      work: () => work(stores),
      again: (first) => again(stores, caller, first),
      ...(secret && { sealing }),
    });
  });
  if (answered.replayed) idempotency.replayed();
  return answered;
}
