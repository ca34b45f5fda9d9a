import type { Layers, Operations, PdfPage } from "./pdf-js.ts";

/** One character that a page draws, in the order of its drawing. */
export interface Glyph {
  readonly character: string;
  /** False on a layer that is off. */
  readonly isShown: boolean;
}

/** Annotations are read otherwise. */
const WITHOUT_ANNOTATIONS = 0;

/** Reads what a page draws, blanks left out. */
export function createGlyphReader(
  { showText, beginMarkedContent, beginMarkedContentProps, endMarkedContent }: Operations,
  layers: Layers,
): (page: PdfPage) => Promise<readonly Glyph[]> {
  return async (page) => {
    const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: WITHOUT_ANNOTATIONS });
    const glyphs: Glyph[] = [];
    // Of what is open, whether it is shown: what lies in something hidden is hidden, too.
    const open: boolean[] = [];
    for (const [index, operation] of fnArray.entries()) {
      const words: readonly unknown[] = argsArray[index] ?? [];
      const isShown = open.at(-1) ?? true;
      if (operation === beginMarkedContent) open.push(isShown);
      else if (operation === beginMarkedContentProps) open.push(isShown && isOnShownLayer(words, layers));
      else if (operation === endMarkedContent) open.pop();
      else if (operation === showText) drawn(words[0], isShown, glyphs);
    }
    return glyphs;
  };
}

function isOnShownLayer([tag, group]: readonly unknown[], layers: Layers): boolean {
  return tag !== "OC" || typeof group !== "object" || group === null || layers.isVisible(group);
}

/** Glyphs stand between numbers, which are distances. */
function drawn(run: unknown, isShown: boolean, glyphs: Glyph[]): void {
  if (!Array.isArray(run)) return;
  for (const glyph of run) {
    const unicode: unknown = glyph?.unicode;
    if (typeof unicode !== "string") continue;
    for (const character of unicode) if (character.trim() !== "") glyphs.push({ character, isShown });
  }
}
