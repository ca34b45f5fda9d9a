import { utf8Length } from "@cartulary/kernel";
import { pageSettingsOf } from "../records/page-settings.ts";
import type { Composition, PrintedPart } from "./composition.ts";
import { type PlaceholderFiller, placeholdersIn, type ValueBytes } from "./placeholders.ts";
import { literalBytes, removeControlCharacters } from "./typst-text.ts";

/** Maximum UTF-8 bytes of a document's sources (composition.md 1). */
export const SOURCE_BYTES_MAX = 16_777_216;

/**
 * Computes the UTF-8 bytes of a document's filled sources without filling them: a source of 80 kB may print a value of
 * 60 kB twenty thousand times. Exact for Typst; Markdown counts as one literal, and is checked again when it is
 * converted.
 */
export function filledBytes({ document, parts }: Composition, filling: PlaceholderFiller): number {
  const own = typstBytes(document.typstSource ?? "", filling);
  if (document.assemblyMode === "pure_typst") return own;
  const { header = "", footer = "" } = pageSettingsOf(document.pageSettings);
  const pageTexts = filledLiteralBytes(header, filling) + filledLiteralBytes(footer, filling);
  return parts.reduce((sum, part) => sum + partBytes(part, filling), own + pageTexts);
}

function partBytes({ title, content, contentFormat }: PrintedPart, filling: PlaceholderFiller): number {
  const text = contentFormat === "typst" ? typstBytes(content, filling) : filledLiteralBytes(content, filling);
  return text + filledLiteralBytes(title ?? "", filling);
}

/** Computes the bytes of a Typst source with escaped values. */
export function typstBytes(source: string, filling: PlaceholderFiller): number {
  const text = source.toWellFormed();
  return filledLength(text, (piece) => utf8Length(removeControlCharacters(piece)), "escaped", filling);
}

/** Computes the bytes of a text within a literal, without quotes. */
export function filledLiteralBytes(text: string, filling: PlaceholderFiller): number {
  return filledLength(text, literalBytes, "literal", filling);
}

function filledLength(
  text: string,
  lengthOf: (piece: string) => number,
  form: keyof ValueBytes,
  filling: PlaceholderFiller,
): number {
  let [bytes, at] = [0, 0];
  for (const { start, end, name } of placeholdersIn(text)) {
    if (start > at) bytes += lengthOf(text.slice(at, start));
    bytes += filling.bytesOf(name)[form];
    at = end;
  }
  return bytes + lengthOf(text.slice(at));
}
