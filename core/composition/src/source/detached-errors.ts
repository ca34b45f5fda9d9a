/** A text in which an author may have caused an error. */
export interface AuthorText {
  readonly path: string;
  readonly text: string;
}

/** A place in a text: line and column from 1, columns in code points. */
export interface PlaceInText {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** What causes errors that Typst reports without a place: surer patterns first. */
const CAUSES: readonly { readonly says: RegExp; readonly patterns: readonly RegExp[] }[] = [
  {
    says: /attached|attachment/,
    patterns: [/\bpdf\s?\.\s?(?:attach|embed)\b/g, /\b(?:attach|embed)\b/g],
  },
  // Rules for pages cause no such error.
  { says: /^pagebreaks? .*containers/, patterns: [/(?<!\bset )\bpage[([]/g] },
];

/**
 * Returns the place that causes an error without a place, where only one does; `null` where there is none, or where it
 * could be any of several.
 */
export function causeOf(message: string, texts: readonly AuthorText[]): PlaceInText | null {
  const patterns = CAUSES.find(({ says }) => says.test(message))?.patterns ?? [];
  for (const pattern of patterns) {
    const [place, ...others] = texts.flatMap((text) => placesIn(text, pattern));
    if (place) return others.length === 0 ? place : null;
  }
  return null;
}

/** Returns the first two places of a pattern: a third one changes nothing. */
function placesIn({ path, text }: AuthorText, pattern: RegExp): readonly PlaceInText[] {
  return [...text.matchAll(pattern)].slice(0, 2).map(({ index }) => {
    const before = text.slice(0, index);
    const start = before.lastIndexOf("\n") + 1;
    return { path, line: before.split("\n").length, column: [...before.slice(start)].length + 1 };
  });
}
