/** Longer than any of these takes, and shorter than a test may: what waits for ever is told from what is slow. */
const WATCHDOG_MS = 2_000;

/** The outcome of `work`, or a failure where it waits for ever. */
export async function soon<Result>(work: Promise<Result>): Promise<Result> {
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
