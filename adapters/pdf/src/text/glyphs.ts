import type { Layers, Operations, PdfPage } from "./pdf-js.ts";

/** A character that a page draws, in drawing order. */
export interface Glyph {
  readonly character: string;
  /** False on a hidden layer. */
  readonly isShown: boolean;
}

/** Annotations are read separately. */
const WITHOUT_ANNOTATIONS = 0;

/** Reads the characters that a page draws, without blanks. */
export function createGlyphReader(
  { showText, beginMarkedContent, beginMarkedContentProps, endMarkedContent }: Operations,
  layers: Layers,
): (page: PdfPage) => Promise<readonly Glyph[]> {
  return async (page) => {
    const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: WITHOUT_ANNOTATIONS });
    const glyphs: Glyph[] = [];
    // Visibility of the open marked contents; content within a hidden one is hidden too.
    const open: boolean[] = [];
    for (const [index, operation] of fnArray.entries()) {
      const args: readonly unknown[] = argsArray[index] ?? [];
      const isShown = open.at(-1) ?? true;
      if (operation === beginMarkedContent) open.push(isShown);
      else if (operation === beginMarkedContentProps) open.push(isShown && isOnShownLayer(args, layers));
      else if (operation === endMarkedContent) open.pop();
      else if (operation === showText) addGlyphs(args[0], isShown, glyphs);
    }
    return glyphs;
  };
}

function isOnShownLayer([tag, group]: readonly unknown[], layers: Layers): boolean {
  return tag !== "OC" || typeof group !== "object" || group === null || layers.isVisible(group);
}

/** A run has glyphs and numbers; the numbers are distances. */
function addGlyphs(run: unknown, isShown: boolean, glyphs: Glyph[]): void {
  if (!Array.isArray(run)) return;
  for (const glyph of run) {
    const unicode: unknown = glyph?.unicode;
    if (typeof unicode !== "string") continue;
    for (const character of unicode) if (character.trim() !== "") glyphs.push({ character, isShown });
  }
}
