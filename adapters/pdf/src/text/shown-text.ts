import type { Glyph } from "./glyphs.ts";

/** A run of characters as pdf.js puts it together, or a mark between runs. */
type Item = { readonly str: string; readonly hasEOL: boolean } | object;

const SOFT_HYPHEN = "\u00ad";
/** So far behind the last one a character may be found: signs that pdf.js leaves out stand between. */
const LOOK_AHEAD = 32;

/**
 * The runs of a page with two things that pdf.js does not tell of them. What lies on a layer that is off is left out. And
 * soft hyphens are put in: where a line ends with one, the word goes on in the next.
 *
 * Runs come in the order of drawing, as `glyphs` do: their characters are looked for one after the other. What is not
 * found where it should be is taken for shown, so that no text is lost.
 */
export function shownText(items: readonly Item[], glyphs: readonly Glyph[]): string {
  let text = "";
  let at = 0;
  for (const item of items) {
    if (!("str" in item)) continue;
    let run = "";
    let [shown, hidden] = [0, 0];
    for (const character of item.str) {
      const found = character.trim() === "" ? -1 : indexOf(glyphs, character, at);
      if (found >= 0) {
        if (hasSoftHyphen(glyphs, at, found))
          [text, run] = run === "" ? [hyphenated(text), run] : [text, run + SOFT_HYPHEN];
        at = found + 1;
        if (glyphs[found]?.isShown) shown += 1;
        else hidden += 1;
      }
      run += character;
    }
    if (shown >= hidden) text += run;
    if (item.hasEOL) text += "\n";
  }
  return text;
}

/** `-1` where it is not near. */
function indexOf(glyphs: readonly Glyph[], character: string, from: number): number {
  const end = Math.min(glyphs.length, from + LOOK_AHEAD);
  for (let at = from; at < end; at += 1) if (glyphs[at]?.character === character) return at;
  return -1;
}

function hasSoftHyphen(glyphs: readonly Glyph[], from: number, until: number): boolean {
  for (let at = from; at < until; at += 1) {
    const { character, isShown } = glyphs[at] as Glyph;
    if (isShown && character === SOFT_HYPHEN) return true;
  }
  return false;
}

/** With a soft hyphen at its end, before the end of its line. */
function hyphenated(text: string): string {
  return text.endsWith("\n") ? `${text.slice(0, -1)}${SOFT_HYPHEN}\n` : text + SOFT_HYPHEN;
}
