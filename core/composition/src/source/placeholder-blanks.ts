import { placeholdersIn } from "./placeholders.ts";

/**
 * Replaces blanks in placeholders while Markdown is parsed, because a blank ends a link target. Uses two noncharacters
 * (Unicode 23.7).
 */
const CLOSED_SPACE = "\u{fdd0}";
const CLOSED_TAB = "\u{fdd1}";

/** Replaces the blanks of placeholders. Removes the noncharacters from the text first. */
export function closedBlanks(text: string): string {
  const plain = text.replace(/[\u{fdd0}\u{fdd1}]/gu, "");
  let [closed, at] = ["", 0];
  for (const { start, end } of placeholdersIn(plain)) {
    const placeholder = plain.slice(start, end).replaceAll(" ", CLOSED_SPACE).replaceAll("\t", CLOSED_TAB);
    closed += plain.slice(at, start) + placeholder;
    at = end;
  }
  return closed + plain.slice(at);
}

/** Restores the blanks. */
export function openBlanks(text: string): string {
  return text.replaceAll(CLOSED_SPACE, " ").replaceAll(CLOSED_TAB, "\t");
}
