/**
 * The reason why sources cannot be merged. The first four concern the content of one source: no PDF, JPEG or PNG;
 * damaged; protected by a password; an image with too many pixels. The last three concern the merge.
 */
export type MergeProblem =
  | "unsupported_format"
  | "corrupt"
  | "encrypted"
  | "too_large"
  | "timeout"
  | "memory"
  | "crash";

export class MergeError extends Error {
  readonly reason: MergeProblem;
  /** The index of the source, from 0; `null` when unknown. */
  readonly index: number | null;

  constructor(reason: MergeProblem, index: number | null, cause?: unknown) {
    super(`Cannot be merged: ${reason}${index === null ? "" : ` at source ${index}`}`, { cause });
    this.name = "MergeError";
    this.reason = reason;
    this.index = index;
  }
}
