import type { FecRow } from "./row.ts";

/**
 * True for lines of an opening, which come first in a file regardless of number and validation: as this ledger writes
 * them (fec.md 1.4), or in a journal for openings only.
 */
export function isOpeningLine({ fields: { JournalCode, EcritureDate, PieceRef } }: FecRow): boolean {
  if (JournalCode.length <= CODE_MAX && OPENING_JOURNAL.test(JournalCode)) return true;
  return JournalCode === "OD" && EcritureDate.endsWith("0101") && PieceRef.startsWith("AN-");
}

const CODE_MAX = 8;
/** Codes for à-nouveaux, reports à nouveau, ouverture. */
const OPENING_JOURNAL = /^(?:R?AN|ANO|OUV)\d*$/i;
