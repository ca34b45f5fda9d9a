/** Formats of texts that browsers save instead of showing, by the end of the name or by the type. */
const FORMATS: readonly { readonly format: string; readonly name: RegExp; readonly type: RegExp }[] = [
  { format: "CSV", name: /\.csv$/i, type: /^text\/csv$/ },
  { format: "Markdown", name: /\.(?:md|markdown)$/i, type: /^text\/(?:x-)?markdown$/ },
  { format: "JSON", name: /\.json$/i, type: /^application\/json$/ },
];

/** Types of texts, and those that senders give to any file. A spreadsheet program sends CSV under its own type. */
const MAY_BE_TEXT = /^(?:text\/(?!html$)|application\/(?:json|octet-stream|vnd\.ms-excel)$)/;

/** True if files of a type may be texts, which a page can show as plain text. */
export const mayBeText = (contentType: string): boolean => MAY_BE_TEXT.test(contentType);

/** Returns the name of the format of a text that a page shows as plain text; `null` for other files. */
export function textFormatOf(file: { readonly name: string; readonly contentType: string }): string | null {
  if (!mayBeText(file.contentType)) return null;
  return FORMATS.find(({ name, type }) => type.test(file.contentType) || name.test(file.name))?.format ?? null;
}
