import { setTimeout as wait } from "node:timers/promises";

/** Longer than any of these takes on a busy machine, and shorter than a test may: what is slow does not fail. */
const WATCHDOG_MS = 20_000;
const POLL_MS = 2;

/** The outcome of `work`, or a failure where it waits for ever. */
export async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    watchdog = setTimeout(() => reject(new Error(`Nothing came of it in ${WATCHDOG_MS} ms`)), WATCHDOG_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(watchdog);
  }
}

/** Resolves once `check` passes; rejects with its failure where it never does. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  const last = performance.now() + WATCHDOG_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > last) throw error;
      await wait(POLL_MS);
    }
  }
}
