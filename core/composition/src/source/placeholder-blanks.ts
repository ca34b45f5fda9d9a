import { placeholdersIn } from "./placeholders.ts";

/**
 * The blanks of placeholders, for a parser of Markdown: a blank ends the target of a link, and in code it is to be printed.
 * So they are other characters while a text is parsed: two that no text may have (Unicode 23.7, noncharacters).
 */
const CLOSED_SPACE = "\u{fdd0}";
const CLOSED_TAB = "\u{fdd1}";

/** A text in which no placeholder has a blank. Characters that would be taken for one are left out. */
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

/** A text as it was before {@link closedBlanks}. */
export function openBlanks(text: string): string {
  return text.replaceAll(CLOSED_SPACE, " ").replaceAll(CLOSED_TAB, "\t");
}
