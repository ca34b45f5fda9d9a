import { htmlText } from "@cartulary/search";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { Unreadable } from "./unreadable.ts";

/** Multiparts within each other. */
const PARTS_DEPTH_MAX = 50;
/** Messages that are attached to each other. */
const MESSAGES_DEPTH_MAX = 5;
const HEADERS_BYTES_MAX = 2_097_152;

const BOUNDS = {
  maxNestingDepth: PARTS_DEPTH_MAX,
  maxRfc822NestingDepth: MESSAGES_DEPTH_MAX,
  maxHeadersSize: HEADERS_BYTES_MAX,
} as const;

/** The subject, the people, the date, the text and the names of the attachments of an e-mail, and of those attached to it. */
export async function* emailTexts(bytes: Uint8Array, depth = 0): AsyncIterable<string> {
  // The header alone comes first: the whole may take too long, or go beyond a bound.
  yield `${headingOf(await PostalMime.parse(headerOf(bytes), BOUNDS))}\n\n`;
  const { text = "", html = "", attachments } = await PostalMime.parse(bytes, BOUNDS);
  // Some programs send an empty text beside the HTML.
  yield `${text.trim() === "" ? htmlText(html) : text}\n`;
  for (const { filename, description = "" } of attachments) yield `${filename ?? ""} ${description}\n`;
  yield* attachedTexts(attachments, depth + 1);
}

/** What comes before the first empty line. */
function headerOf(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEADERS_BYTES_MAX));
  const blank = file.indexOf("\n\r\n");
  const bare = file.indexOf("\n\n");
  const end = blank === -1 || (bare !== -1 && bare < blank) ? bare : blank;
  return end === -1 ? file : file.subarray(0, end);
}

async function* attachedTexts(attachments: readonly Attachment[], depth: number): AsyncIterable<string> {
  for (const { mimeType, content } of attachments) {
    if (mimeType !== "message/rfc822" || typeof content === "string") continue;
    if (depth > MESSAGES_DEPTH_MAX) throw new Unreadable("damaged", "Too many messages within each other");
    yield* emailTexts(new Uint8Array(content), depth);
  }
}

function headingOf({ subject = "", date = "", from, sender, replyTo = [], to = [], cc = [], bcc = [] }: Email): string {
  const people = [from, sender, ...replyTo, ...to, ...cc, ...bcc].filter((person) => person !== undefined);
  return [subject, ...new Set(people.map(nameAndAddress)), date].join("\n");
}

function nameAndAddress({ name, address, group = [] }: Address): string {
  return [name, address ?? "", ...group.map(nameAndAddress)].join(" ").trim();
}
