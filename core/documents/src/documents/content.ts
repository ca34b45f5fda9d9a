import type { Blobs, StoredFile } from "@cartulary/blobs";
import {
  codePoints,
  composed,
  type FieldError,
  type Instant,
  isDeceptive,
  isInvisible,
  unavailable,
  withoutControls,
} from "@cartulary/kernel";
import type { ContentTypes, DocumentStores } from "../ports.ts";
import type { Content, StagedContent } from "../records/document.ts";
import { NAME_LENGTH_MAX, UNTITLED } from "../values.ts";
import type { IncomingFile } from "./incoming.ts";

/** Stores an incoming file's bytes; nothing refers to them yet. */
export async function stage(
  file: IncomingFile,
  { blobs, contentTypes }: { readonly blobs: Blobs; readonly contentTypes: ContentTypes },
): Promise<StagedContent> {
  const checksUtf8 = declaredMediaType(file.contentType) === PLAIN_TEXT;
  return stagedContent(file, await blobs.stage(file.bytes, { checksUtf8 }), contentTypes);
}

/** What is known of stored bytes by their beginning and by what their sender calls them. */
export async function stagedContent(
  sent: Pick<IncomingFile, "fileName" | "contentType">,
  { blob, head, isUtf8 }: StoredFile,
  contentTypes: ContentTypes,
): Promise<StagedContent> {
  const declaredContentType = declaredMediaType(sent.contentType);
  const contentType = await chosenType(declaredContentType, () => contentTypes.recognise(head));
  return {
    blob,
    byteSize: blob.byteSize,
    sha256: blob.sha256,
    fileName: storedFileName(sent.fileName),
    contentType,
    declaredContentType,
    charset: contentType === PLAIN_TEXT && isUtf8 ? "utf-8" : null,
  };
}

/** Makes staged bytes belong to a row of this transaction; live ones are handed over by whatever they belonged to. */
export async function attach(
  { blobs }: DocumentStores,
  { blob, isLive, ...content }: StagedContent,
  now: Instant,
): Promise<Content> {
  if (!isLive && !(await blobs.attach(blob))) {
    throw unavailable("storage_unavailable", "The upload took too long and was given up; send it again", 5);
  }
  return { ...content, blobKey: blob.key, contentCreatedAt: now };
}

/** Does the work that staged bytes are for; when it fails, nothing refers to them and they are discarded. */
export async function withStagedContent<Result>(
  blobs: Blobs,
  staged: StagedContent | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (staged) await blobs.discard(staged.blob);
    throw error;
  }
}

const PLAIN_TEXT = "text/plain";
const FALLBACK_TYPE = "application/octet-stream";
/** UTF-16 units of the longest declaration that is looked at: two names of 127 characters, and room for parameters. */
const DECLARED_UNITS_MAX = 4_096;
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A media type as it is kept: lower case, without parameters (RFC 9110 8.3.1); what is none is bytes. */
export function declaredMediaType(declared: string): string {
  if (declared.length > DECLARED_UNITS_MAX) return FALLBACK_TYPE;
  const essence = declared.replace(/;.*$/s, "").trim().toLowerCase();
  return MEDIA_TYPE.test(essence) ? essence : FALLBACK_TYPE;
}

/** Types that a browser would run. */
const ACTIVE_TYPE = /^(text\/html|text\/xml|application\/xml|(text|application)\/(x-)?(java|ecma)script|.*\+xml)$/;

/**
 * What bytes are taken for: the sender is believed, unless he calls active what is recognised as something else. Nothing
 * else is looked at for what it is.
 */
export async function chosenType(declared: string, recognise: () => Promise<string | null>): Promise<string> {
  return ACTIVE_TYPE.test(declared) ? ((await recognise()) ?? declared) : declared;
}

/** What is wrong with a file for the name that it comes with, before a byte of it is read. */
export function fileErrors(file: IncomingFile | null): readonly FieldError[] {
  if (!file || !isDeceptiveFileName(file.fileName)) return [];
  return [{ field: "uploadedFile", code: "invalid", message: "has a name that reads as another one; rename the file" }];
}

/** True for a file's name that reads as another one, whatever path stands before it. */
export function isDeceptiveFileName(sent: string): boolean {
  return isDeceptive(withoutPath(sent));
}

/**
 * A sender's file name as it is kept: without path and controls, its stem cut to fit (uploads.md 5.6). Nobody chose it
 * for us, so that what breaks a line is left out; what deceives whoever reads it is refused ({@link fileErrors}).
 */
export function storedFileName(sent: string): string {
  const name = withoutControls(withoutPath(composed(sent.toWellFormed()))).trim();
  if (isInvisible(name)) return UNTITLED;
  return codePoints(name) <= NAME_LENGTH_MAX ? name : shortened(name);
}

const withoutPath = (name: string): string => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);

function shortened(name: string): string {
  const [, stem = "", extension = ""] = /^(.*?)(\.[^.]{1,20})?$/s.exec(name) ?? [];
  return [...stem].slice(0, NAME_LENGTH_MAX - codePoints(extension)).join("") + extension;
}
