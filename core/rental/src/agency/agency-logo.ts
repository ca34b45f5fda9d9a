import type { Caller, FieldError, Id } from "@cartulary/kernel";
import { fieldError, unknownError } from "./field-rules.ts";

/**
 * Port: returns why a document cannot be the logo of letters, `null` if it can: `not_found` for one that the caller may not
 * read, `invalid` for one that is no picture that letters can show.
 */
export type LogoCheck = (caller: Caller, documentId: Id<"Document">) => Promise<"not_found" | "invalid" | null>;

/** Bytes of a logo at most: every letter contains it. */
export const LOGO_BYTES_MAX = 1_048_576;

/** Media types of logos, with their file names' endings. */
export const LOGO_TYPES: Readonly<Record<string, string>> = { "image/png": "png", "image/jpeg": "jpg" };

/** Returns the error of a logo that is set. */
export async function logoErrors(
  check: LogoCheck,
  caller: Caller,
  documentId: Id<"Document"> | null | undefined,
): Promise<readonly FieldError[]> {
  const problem = documentId ? await check(caller, documentId) : null;
  if (problem === null) return [];
  if (problem === "not_found") return [unknownError("logoDocumentId")];
  return [
    fieldError("logoDocumentId", "invalid", "is not a PNG or JPEG picture of 1 MiB or less that letters can show"),
  ];
}
