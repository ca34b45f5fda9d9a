/** What Rust says of what it cannot allocate. Where that is asked of the machine and refused, it says nothing at all. */
const NO_MEMORY = /capacity overflow|memory allocation of \d+ bytes failed|^$/;

/** Pages were made, and there is no room to write them: the exporter takes some of its stack for each. */
export class UnwrittenError extends Error {}

/** Why a compiler cannot go on, of what it threw and said last. */
export function trapReason(error: unknown, lastWords: string): "memory" | "crash" {
  const isUnwritten = error instanceof UnwrittenError;
  const hasAborted = error instanceof WebAssembly.RuntimeError && error.message === "unreachable";
  return (isUnwritten || hasAborted) && NO_MEMORY.test(lastWords) ? "memory" : "crash";
}
