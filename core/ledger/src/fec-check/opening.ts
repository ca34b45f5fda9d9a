import type { FecRow } from "./row.ts";

/**
 * Whether a line is of an opening, which stands first in a file whatever its number and its validation: as this ledger
 * writes it (fec.md 1.4), or in a journal that others keep for nothing else.
 */
export function isOpening({ fields: { JournalCode, EcritureDate, PieceRef } }: FecRow): boolean {
  if (JournalCode.length <= CODE_MAX && OPENING_JOURNAL.test(JournalCode)) return true;
  return JournalCode === "OD" && EcritureDate.endsWith("0101") && PieceRef.startsWith("AN-");
}

const CODE_MAX = 8;
/** À-nouveaux, reports à nouveau, ouverture. */
const OPENING_JOURNAL = /^(?:R?AN|ANO|OUV)\d*$/i;
