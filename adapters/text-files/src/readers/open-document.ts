import type { Archive } from "./archive.ts";
import { markedText, type TextMarkup } from "./marked-text.ts";
import { Unreadable } from "./unreadable.ts";
import { partCharacters, xmlTexts } from "./xml.ts";

/** Yields the text of an OpenDocument file (ODF 1.3); its entry `mimetype` determines its kind. */
export async function* openDocumentTexts(archive: Archive): AsyncIterable<string> {
  const [, kind] = MIME_TYPE.exec(await mimeTypeOf(archive)) ?? [];
  if (kind === undefined) throw new Unreadable("none", "No document");
  if (archive.has("encrypted-package") || (await isEncrypted(archive)))
    throw new Unreadable("locked", "The document requires a password");
  const markup = kind === "spreadsheet" ? SHEETS : DOCUMENT;
  yield* xmlTexts(partCharacters(archive.read("content.xml")), markedText(markup));
  // Headers and footers are in page styles. Those of a presentation are prompts for its author.
  if (kind !== "presentation") yield* xmlTexts(partCharacters(archive.read("styles.xml")), markedText(DOCUMENT));
}

const MIME_TYPE = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation|graphics)/;
const MIME_TYPE_LENGTH_MAX = 100;

async function mimeTypeOf(archive: Archive): Promise<string> {
  let text = "";
  for await (const piece of partCharacters(archive.read("mimetype"))) {
    text += piece;
    if (text.length > MIME_TYPE_LENGTH_MAX) break;
  }
  return text;
}

/** True if the manifest lists an encrypted entry. */
async function isEncrypted(archive: Archive): Promise<boolean> {
  let isFound = false;
  const listener = {
    open: (name: string) => {
      isFound ||= name === "encryption-data";
    },
    close() {},
    characters() {},
    take: () => "",
  };
  for await (const _ of xmlTexts(partCharacters(archive.read("meta-inf/manifest.xml")), listener)) if (isFound) break;
  return isFound;
}

/** Notes and annotations are at their anchors, which may be within a word. */
const DOCUMENT: TextMarkup = {
  texts: new Set(["p", "h"]),
  // Tracked deletions, and the numbers of notes.
  absent: new Set(["tracked-changes", "note-citation", "forms", "scripts"]),
  before: new Map([
    ["tab", "\t"],
    ["line-break", "\n"],
    ["s", " "],
    ["note-body", "\n"],
    ["annotation", "\n"],
  ]),
  after: new Map([
    ["p", "\n"],
    ["h", "\n"],
    // Creator and date precede the text of an annotation.
    ["creator", "\n"],
    ["date", " "],
  ]),
  values: new Map(),
};

/** Cells display dates in many ways, also with two-digit years, so their ISO values are added. */
const SHEETS: TextMarkup = {
  ...DOCUMENT,
  values: new Map([
    ["table", "name"],
    ["table-cell", "date-value"],
  ]),
};
