import type { FieldError, Id } from "@cartulary/kernel";
import type { StagedContent } from "../records/document.ts";
import { passageRule, valueErrors } from "../values.ts";
import { sourceErrors } from "./document-input.ts";

/** Fields of a new version. */
export interface NewVersion {
  /** Instead of a file. */
  readonly chunkedUploadId?: Id<"ChunkedUpload"> | null;
  readonly comment?: string | null;
  /** The SHA-256 that the current content must have, as 64 hexadecimal digits in any case. */
  readonly expectedSha256?: string | null;
}

/** Returns all errors of the values themselves. */
export function versionErrors(input: NewVersion): readonly FieldError[] {
  return valueErrors(input, {
    comment: passageRule,
    expectedSha256: (field, digest) =>
      /^[0-9a-f]{64}$/i.test(digest)
        ? []
        : [{ field, code: "invalid", message: "is not a SHA-256 in 64 hexadecimal digits" }],
  });
}

/** Requires a source; with an Idempotency-Key, requires a file and `expectedSha256` (uploads.md 5.7). */
export function versionSourceErrors(
  key: string | null,
  { chunkedUploadId, expectedSha256 }: NewVersion,
  staged: StagedContent | null,
): readonly FieldError[] {
  const blank = (field: string): FieldError => ({ field, code: "blank", message: "can't be blank" });
  const source = { chunkedUploadId: chunkedUploadId ?? null };
  if (key === null || (staged && chunkedUploadId)) return sourceErrors(source, staged);
  return [...(staged ? [] : [blank("uploadedFile")]), ...(expectedSha256 ? [] : [blank("expectedSha256")])];
}
