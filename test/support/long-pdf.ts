import { pdfOf } from "@cartulary/ports/uploads";

const LINES = 40;
const LINE_WORDS = 10;

/** A PDF of so many pages full of words, the last of which says `lastWord`. */
export function longPdf(pages: number, lastWord: string): Uint8Array {
  return pdfOf(
    Array.from({ length: pages }, (_, page) => {
      const lines = Array.from({ length: LINES }, (_, line) => lineOf(page * LINES + line));
      const last = page === pages - 1 ? [lastWord] : [];
      return [...lines, ...last].join(") Tj 0 -12 Td (");
    }),
    { fontSize: 9 },
  );
}

const lineOf = (line: number): string =>
  Array.from({ length: LINE_WORDS }, (_, word) => `mot${(line * 7 + word * 13) % 400}`).join(" ");
