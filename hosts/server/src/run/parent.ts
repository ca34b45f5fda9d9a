const LOOK_EVERY_MS = 500;

/**
 * Calls `gone` once when the process that started this one is no more. npm does not pass every signal on, so a host
 * that npm started would otherwise live on without it (spec/host.md). Answers how to stop looking.
 */
export function watchParent(gone: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
