import type { Blobs } from "@cartulary/blobs";
import {
  type Clock,
  conflict,
  type Digests,
  DomainError,
  malformed,
  refused,
  secondsAfter,
  type Transact,
} from "@cartulary/kernel";
import { kept } from "./content.ts";
import type { DocumentView, StagedContent } from "./document.ts";
import type { DocumentStores, Replay, ReplayKey } from "./ports.ts";

/** How long the answer to an Idempotency-Key is kept. */
export const REPLAY_SECONDS = 86_400;

/** The document as it was answered, now or the first time. */
export interface AnsweredDocument {
  readonly document: DocumentView;
  /** True when the same request had been answered before (uploads.md 5.7). */
  readonly replayed: boolean;
}

/** A request under an Idempotency-Key. */
export type KeyedRequest = ReplayKey & Pick<Replay, "fingerprint">;

/** Refuses with 400 what is no Idempotency-Key. */
export function requireKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw malformed("An Idempotency-Key has 1 to 255 visible ASCII characters");
}

/** What a request under a key is known by: its file, and whatever else was said in it. */
export function fingerprintOf({ sha256, fileName }: StagedContent, said: readonly unknown[], digests: Digests): string {
  return digests.sha256(JSON.stringify([sha256, fileName, ...said]));
}

/** A request that has staged bytes: what fails and what is only replayed leave none behind. */
export async function keptUnlessReplayed(
  blobs: Blobs,
  staged: StagedContent | null,
  work: () => Promise<AnsweredDocument>,
): Promise<AnsweredDocument> {
  const answered = await kept(blobs, staged, work);
  if (answered.replayed && staged) await blobs.discard(staged.blob);
  return answered;
}

const IN_PROGRESS = "idempotency_in_progress";

/**
 * Runs `work`, which ends in {@link once}, in a transaction. Where another request under the key was faster, it runs
 * again and finds that one's answer; 409 `idempotency_in_progress` comes out only if that is gone by then.
 */
export async function writeOnce<Stores>(
  transact: Transact<Stores>,
  work: (stores: Stores) => Promise<AnsweredDocument>,
): Promise<AnsweredDocument> {
  try {
    return await transact.write(work);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === IN_PROGRESS)) throw error;
    return transact.write(work);
  }
}

/**
 * Does `work` unless the request was answered before; without a key, always. The answer is kept with the work, in one
 * transaction. `again` judges what the caller still gets of the document that was answered then.
 */
export async function once(
  { replays }: DocumentStores,
  request: KeyedRequest | null,
  clock: Clock,
  steps: {
    readonly work: () => Promise<DocumentView>;
    readonly again: (answered: DocumentView) => Promise<DocumentView>;
  },
): Promise<AnsweredDocument> {
  if (!request) return { document: await steps.work(), replayed: false };
  const now = clock.now();
  const known = await replays.find(request, now);
  if (known) return { document: await steps.again(answerIn(known, request)), replayed: true };
  const document = await steps.work();
  const replay = { ...request, reply: JSON.stringify(document), expiresAt: secondsAfter(now, REPLAY_SECONDS) };
  if (await replays.insert(replay, now)) return { document, replayed: false };
  throw conflict(IN_PROGRESS, "Another request with this Idempotency-Key is being answered; try again");
}

function answerIn(known: Replay, { fingerprint }: KeyedRequest): DocumentView {
  if (known.fingerprint === fingerprint) return JSON.parse(known.reply) as DocumentView;
  throw refused("idempotency_key_reused", "This Idempotency-Key was used for another request; choose a new one");
}
