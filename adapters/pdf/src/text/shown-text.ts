import type { Glyph } from "./glyphs.ts";

/** A run of characters by pdf.js, or a mark between runs. */
type Item = { readonly str: string; readonly hasEOL: boolean } | object;

const SOFT_HYPHEN = "\u00ad";
/** How far ahead a character is searched: pdf.js omits some characters. */
const LOOK_AHEAD = 32;

/**
 * Joins the runs of a page with two corrections: drops text on hidden layers, and restores soft hyphens, where a word
 * continues on the next line.
 *
 * Runs and `glyphs` are both in drawing order, so that characters are searched one after the other. A character that is
 * not found counts as visible, so that no text is lost.
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
          [text, run] = run === "" ? [withSoftHyphen(text), run] : [text, run + SOFT_HYPHEN];
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

/** Returns `-1` if the character is not near. */
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

/** Inserts a soft hyphen at the end of the last line. */
function withSoftHyphen(text: string): string {
  return text.endsWith("\n") ? `${text.slice(0, -1)}${SOFT_HYPHEN}\n` : text + SOFT_HYPHEN;
}
