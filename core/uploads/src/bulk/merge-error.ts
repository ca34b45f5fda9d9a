/**
 * Why sources cannot be merged. The first four are wrong with one source, by its content: no PDF, JPEG or PNG; broken;
 * only to be read with a password; an image of more pixels than are decoded. The others ended the merge itself.
 */
export type MergeProblem =
  | "unsupported_format"
  | "corrupt"
  | "encrypted"
  | "too_large"
  | "timeout"
  | "memory"
  | "crash";

/** Sources that cannot be merged, now or later. */
export class MergeError extends Error {
  readonly reason: MergeProblem;
  /** The source that it is about, counted from 0; `null` where that is not known. */
  readonly index: number | null;

  constructor(reason: MergeProblem, index: number | null, cause?: unknown) {
    super(`Cannot be merged: ${reason}${index === null ? "" : ` at source ${index}`}`, { cause });
    this.name = "MergeError";
    this.reason = reason;
    this.index = index;
  }
}
