/** Rust's messages when it cannot allocate. If the system refuses memory, it prints nothing. */
const NO_MEMORY = /capacity overflow|memory allocation of \d+ bytes failed|^$/;

/** The pages exist, but the exporter ran out of memory: it needs stack for each page. */
export class UnwrittenError extends Error {}

/** Returns why a compiler cannot continue, from its error and its last output. */
export function trapReason(error: unknown, lastWords: string): "memory" | "crash" {
  const isUnwritten = error instanceof UnwrittenError;
  const hasAborted = error instanceof WebAssembly.RuntimeError && error.message === "unreachable";
  return (isUnwritten || hasAborted) && NO_MEMORY.test(lastWords) ? "memory" : "crash";
}
