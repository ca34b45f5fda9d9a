import { decodeText } from "@cartulary/kernel";
import { htmlText } from "@cartulary/search";
import { type CalledKind, isText, isXmlNamedLikeHtml, type TextFileKind } from "../kind.ts";
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

/** Yields the text of a file piece by piece. Throws after the readable part if the file has more. */
export function fileTexts({ kind, bytes, called }: ReceivedFile): AsyncIterable<string> | Iterable<string> {
  return READERS[kind](bytes, called);
}

type Reader = (bytes: Uint8Array, called: CalledKind) => AsyncIterable<string> | Iterable<string>;

const READERS: Readonly<Record<TextFileKind, Reader>> = {
  archive: archiveTexts,
  compound: compoundTexts,
  rtf: rtfTexts,
  email: (bytes) => emailTexts(bytes),
  xml: (bytes) => genericXmlTexts(declaredCharacters(bytes)),
  json: (bytes) => jsonTexts(decodeText(bytes)),
  html: htmlTexts,
  text: plainTexts,
};

function htmlTexts(bytes: Uint8Array, called: CalledKind): AsyncIterable<string> | Iterable<string> {
  const text = declaredCharacters(bytes);
  return isXmlNamedLikeHtml(text, called) ? genericXmlTexts(text) : [htmlText(text)];
}

/** The rest of a file may be binary although its beginning looks like text. */
function plainTexts(bytes: Uint8Array): readonly string[] {
  const text = decodeText(bytes);
  if (!isText(text)) throw new Unreadable("none", "Not a text");
  return [text];
}

async function* archiveTexts(bytes: Uint8Array): AsyncIterable<string> {
  const archive = await openArchive(bytes);
  if (isOpenXml(archive)) yield* openXmlTexts(archive);
  else if (archive.has("mimetype")) yield* openDocumentTexts(archive);
  else throw new Unreadable("none", "Not an office file");
}

/** The stream with the content of an encrypted office file (MS-OFFCRYPTO 2.3.4.4). */
const ENCRYPTED = Buffer.from("EncryptedPackage", "utf16le");
/** Size of a directory entry, which begins with the name (MS-CFB 2.6). */
const ENTRY_BYTES = 128;

function compoundTexts(bytes: Uint8Array): readonly string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf(ENCRYPTED); at !== -1; at = file.indexOf(ENCRYPTED, at + 1)) {
    if (at % ENTRY_BYTES === 0) throw new Unreadable("locked", "The file requires a password");
  }
  throw new Unreadable("none", "An old office file");
}
