const POLL_MS = 500;

/**
 * Calls `gone` once when the parent process has exited. npm does not forward every signal, so a host started by npm
 * would outlive it (spec/host.md). Returns a function that stops watching.
 */
export function watchParent(onExit: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onExit();
  }, POLL_MS).unref();
  return () => clearInterval(timer);
}
