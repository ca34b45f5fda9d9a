import { type Clock, conflict, type NewId, secondsAfter, type Timer, type Transact } from "@cartulary/kernel";
import type { CompileClaim, CompositionStores } from "../ports.ts";
import type { ComposedDocumentId } from "../records/ids.ts";

/** How long a compilation has its document, unless its host says that it goes on. */
const CLAIM_SECONDS = 30;
const RENEW_MS = (CLAIM_SECONDS * 1_000) / 3;

interface Dependencies {
  readonly transact: Transact<CompositionStores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly timer: Timer;
}

/** Takes the right to compile a document inside a transaction: 409 `compilation_in_progress` where somebody has it. */
export async function claimIn(
  { composedDocuments }: CompositionStores,
  id: ComposedDocumentId,
  { clock, newId }: Pick<Dependencies, "clock" | "newId">,
): Promise<CompileClaim> {
  const now = clock.now();
  const claim: CompileClaim = { token: newId(), until: secondsAfter(now, CLAIM_SECONDS) };
  if (await composedDocuments.claimCompile(id, claim, now)) return claim;
  throw conflict("compilation_in_progress", "The document is being compiled; wait until that has ended");
}

/**
 * Keeps a claim for as long as the work goes on: a host that dies leaves it to the next one within half a minute. Work that
 * succeeds gives it back itself, in the transaction that ends it.
 */
export async function whileClaimed<Result>(
  id: ComposedDocumentId,
  { token }: CompileClaim,
  { transact, clock, timer }: Omit<Dependencies, "newId">,
  work: () => Promise<Result>,
): Promise<Result> {
  let going = true;
  let cancel = timer.after(RENEW_MS, renew);
  function renew() {
    const until = secondsAfter(clock.now(), CLAIM_SECONDS);
    transact
      .claim(({ composedDocuments }) => composedDocuments.renewCompile(id, { token, until }))
      // A database that does not answer is asked again: the work itself will find out what it must know.
      .catch(() => false)
      .then(() => {
        if (going) cancel = timer.after(RENEW_MS, renew);
      });
  }
  try {
    return await work();
  } catch (error) {
    await transact.write(({ composedDocuments }) => composedDocuments.releaseCompile(id, token)).catch(() => {});
    throw error;
  } finally {
    going = false;
    cancel();
  }
}
