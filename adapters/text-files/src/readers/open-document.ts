import type { Archive } from "./archive.ts";
import { markedText, type TextMarkup } from "./marked-text.ts";
import { Unreadable } from "./unreadable.ts";
import { partCharacters, xmlTexts } from "./xml.ts";

/** OpenDocument (ODF 1.3): the entry `mimetype` says of what kind it is. */
export async function* openDocumentTexts(archive: Archive): AsyncIterable<string> {
  const [, kind] = MIME_TYPE.exec(await mimeTypeOf(archive)) ?? [];
  if (kind === undefined) throw new Unreadable("none", "No document");
  if (archive.has("encrypted-package") || (await isEncrypted(archive)))
    throw new Unreadable("locked", "The document asks for a password");
  const markup = kind === "spreadsheet" ? SHEETS : DOCUMENT;
  yield* xmlTexts(partCharacters(archive.read("content.xml")), markedText(markup));
  // Headers and footers are styles of pages. Those of a presentation are prompts for its author.
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

/** Whether the manifest lists an entry that is encrypted. */
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

/** Notes and annotations stand where they are anchored, also within a word. */
const DOCUMENT: TextMarkup = {
  texts: new Set(["p", "h"]),
  // Text that was deleted while changes were tracked; the number of a note.
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
    // Of an annotation, before its text.
    ["creator", "\n"],
    ["date", " "],
  ]),
  values: new Map(),
};

/** Cells show their dates in many ways, also with two digits of the year. */
const SHEETS: TextMarkup = {
  ...DOCUMENT,
  values: new Map([
    ["table", "name"],
    ["table-cell", "date-value"],
  ]),
};
