import { utf8Length } from "@cartulary/kernel";
import { pageSettingsOf } from "../records/page-settings.ts";
import type { Composition, PrintedPart } from "./composition.ts";
import { type Filling, placeholdersIn, type ValueBytes } from "./placeholders.ts";
import { literalBytes, printable } from "./typst-text.ts";

/** UTF-8 bytes of everything that one document is compiled of (composition.md 1). */
export const SOURCE_BYTES_MAX = 16_777_216;

/**
 * UTF-8 bytes of what a document is compiled of with its placeholders filled, computed without filling any: a source of
 * 80 kB may name a value of 60 kB twenty thousand times. Exact for sources of Typst. What is Markdown is counted as if all
 * of it were one literal: what its marks become is looked at when it is written.
 */
export function filledBytes({ document, parts }: Composition, filling: Filling): number {
  const own = typstBytes(document.typstSource ?? "", filling);
  if (document.assemblyMode === "pure_typst") return own;
  const { header = "", footer = "" } = pageSettingsOf(document.pageSettings);
  const furniture = filledLiteralBytes(header, filling) + filledLiteralBytes(footer, filling);
  return parts.reduce((sum, part) => sum + partBytes(part, filling), own + furniture);
}

function partBytes({ title, content, contentFormat }: PrintedPart, filling: Filling): number {
  const text = contentFormat === "typst" ? typstBytes(content, filling) : filledLiteralBytes(content, filling);
  return text + filledLiteralBytes(title ?? "", filling);
}

/** Of a source of Typst: each value stands in it escaped. */
export function typstBytes(source: string, filling: Filling): number {
  const text = source.toWellFormed();
  return summed(text, (piece) => utf8Length(printable(piece)), "escaped", filling);
}

/** Of a text inside a literal, without the quotes around it. */
export function filledLiteralBytes(text: string, filling: Filling): number {
  return summed(text, literalBytes, "literal", filling);
}

function summed(text: string, lengthOf: (piece: string) => number, form: keyof ValueBytes, filling: Filling): number {
  let [bytes, at] = [0, 0];
  for (const { start, end, name } of placeholdersIn(text)) {
    if (start > at) bytes += lengthOf(text.slice(at, start));
    bytes += filling.bytesOf(name)[form];
    at = end;
  }
  return bytes + lengthOf(text.slice(at));
}
