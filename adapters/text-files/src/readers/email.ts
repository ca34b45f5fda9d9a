import { htmlText } from "@cartulary/search";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { Unreadable } from "./unreadable.ts";

/** Maximum nesting of multiparts. */
const PARTS_DEPTH_MAX = 50;
/** Maximum nesting of attached messages. */
const MESSAGES_DEPTH_MAX = 5;
const HEADERS_BYTES_MAX = 2_097_152;

const BOUNDS = {
  maxNestingDepth: PARTS_DEPTH_MAX,
  maxRfc822NestingDepth: MESSAGES_DEPTH_MAX,
  maxHeadersSize: HEADERS_BYTES_MAX,
} as const;

/** Yields the subject, people, date, text and attachment names of an e-mail and of the messages attached to it. */
export async function* emailTexts(bytes: Uint8Array, depth = 0): AsyncIterable<string> {
  // Yields the header first: parsing the whole message may take too long or exceed a limit.
  yield `${headingOf(await PostalMime.parse(headerOf(bytes), BOUNDS))}\n\n`;
  const { text = "", html = "", attachments } = await PostalMime.parse(bytes, BOUNDS);
  // Some programs send an empty text together with the HTML.
  yield `${text.trim() === "" ? htmlText(html) : text}\n`;
  for (const { filename, description = "" } of attachments) yield `${filename ?? ""} ${description}\n`;
  yield* attachedTexts(attachments, depth + 1);
}

/** Returns the bytes before the first empty line. */
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
    if (depth > MESSAGES_DEPTH_MAX) throw new Unreadable("damaged", "Too many nested messages");
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
