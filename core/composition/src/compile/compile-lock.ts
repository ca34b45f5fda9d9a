import { type Clock, conflict, type NewId, secondsAfter, type Timer, type Transact } from "@cartulary/kernel";
import type { CompileClaim, CompositionStores } from "../ports.ts";
import type { ComposedDocumentId } from "../records/ids.ts";

/** Duration of a claim, unless it is renewed. */
const CLAIM_SECONDS = 30;
const RENEW_MS = (CLAIM_SECONDS * 1_000) / 3;

interface Dependencies {
  readonly transact: Transact<CompositionStores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly timer: Timer;
}

/** Claims the compilation of a document within a transaction; throws 409 `compilation_in_progress` if it is claimed. */
export async function acquireCompileLock(
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
 * Renews the claim during the work, so that the claim of a crashed host expires within half a minute. Successful work
 * must release the claim in its last transaction; after an error it is released here.
 */
export async function withCompileLock<Result>(
  id: ComposedDocumentId,
  { token }: CompileClaim,
  { transact, clock, timer }: Omit<Dependencies, "newId">,
  work: () => Promise<Result>,
): Promise<Result> {
  let isRunning = true;
  let cancel = timer.after(RENEW_MS, renew);
  function renew() {
    const until = secondsAfter(clock.now(), CLAIM_SECONDS);
    transact
      .claim(({ composedDocuments }) => composedDocuments.renewCompile(id, { token, until }))
      // Retried: if the claim is lost, the work itself will fail.
      .catch(() => false)
      .then(() => {
        if (isRunning) cancel = timer.after(RENEW_MS, renew);
      });
  }
  try {
    return await work();
  } catch (error) {
    await transact.write(({ composedDocuments }) => composedDocuments.releaseCompile(id, token)).catch(() => {});
    throw error;
  } finally {
    isRunning = false;
    cancel();
  }
}
