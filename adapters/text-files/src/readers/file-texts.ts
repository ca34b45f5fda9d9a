import { decoded } from "@cartulary/kernel";
import { htmlText } from "@cartulary/search";
import { isText, type TextFileKind } from "../kind.ts";
import type { ReceivedFile } from "../received-file.ts";
import { openArchive } from "./archive.ts";
import { declaredCharacters } from "./characters.ts";
import { emailTexts } from "./email.ts";
import { jsonTexts } from "./json.ts";
import { openDocumentTexts } from "./open-document.ts";
import { isOpenXml, openXmlTexts } from "./open-xml.ts";
import { rtfTexts } from "./rtf.ts";
import { Unreadable } from "./unreadable.ts";
import { genericXmlTexts } from "./xml.ts";

/** The text of a file, piece by piece. Throws, behind what could be read, where there is more. */
export function fileTexts({ kind, bytes }: ReceivedFile): AsyncIterable<string> | Iterable<string> {
  return READERS[kind](bytes);
}

type Reader = (bytes: Uint8Array) => AsyncIterable<string> | Iterable<string>;

const READERS = {
  archive: archiveTexts,
  compound: compoundTexts,
  rtf: rtfTexts,
  email: emailTexts,
  xml: (bytes) => genericXmlTexts(declaredCharacters(bytes)),
  json: (bytes) => jsonTexts(decoded(bytes)),
  html: (bytes) => [htmlText(declaredCharacters(bytes))],
  text: plainTexts,
} as const satisfies Record<TextFileKind, Reader>;

/** The beginning of a file may look like a text where the rest does not. */
function plainTexts(bytes: Uint8Array): readonly string[] {
  const text = decoded(bytes);
  if (!isText(text)) throw new Unreadable("none", "Not a text");
  return [text];
}

async function* archiveTexts(bytes: Uint8Array): AsyncIterable<string> {
  const archive = await openArchive(bytes);
  if (isOpenXml(archive)) yield* openXmlTexts(archive);
  else if (archive.has("mimetype")) yield* openDocumentTexts(archive);
  else throw new Unreadable("none", "Not an office file");
}

/** The name of the stream that an encrypted office file is in (MS-OFFCRYPTO 2.3.4.4). */
const ENCRYPTED = Buffer.from("EncryptedPackage", "utf16le");
/** Names stand at the beginning of entries of so many bytes (MS-CFB 2.6). */
const ENTRY_BYTES = 128;

function compoundTexts(bytes: Uint8Array): readonly string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf(ENCRYPTED); at !== -1; at = file.indexOf(ENCRYPTED, at + 1)) {
    if (at % ENTRY_BYTES === 0) throw new Unreadable("locked", "The file asks for a password");
  }
  throw new Unreadable("none", "An old office file");
}
