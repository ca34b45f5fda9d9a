import { fold, removeDiacritics } from "@cartulary/kernel";

/** Returns the words of a name as banks write them: without case and accents, each of two letters or more. */
export const nameWords = (text: string): readonly string[] =>
  removeDiacritics(fold(text)).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
