import type { Blobs, StoredFile } from "@cartulary/blobs";
import {
  codePoints,
  type FieldError,
  type Instant,
  isDeceptive,
  isInvisible,
  removeControlCharacters,
  toNfc,
  unavailable,
} from "@cartulary/kernel";
import type { ContentDependencies } from "../dependencies.ts";
import type { ContentTypes, DocumentStores } from "../ports.ts";
import type { Content, StagedContent } from "../records/document.ts";
import { NAME_LENGTH_MAX, UNTITLED } from "../values.ts";
import type { FileUpload } from "./streamed-request.ts";

/** Stores the bytes of an incoming file, without a reference yet. */
export async function stage(
  file: FileUpload,
  { blobs, contentTypes, isReadAtOnce }: Pick<ContentDependencies<never>, "blobs" | "contentTypes" | "isReadAtOnce">,
): Promise<StagedContent> {
  const checksUtf8 = normalizeMediaType(file.contentType) === PLAIN_TEXT;
  const stored = await blobs.stage(file.bytes, { checksUtf8 });
  const content = await stagedContent(file, stored, contentTypes);
  return isReadAtOnce?.(stored.head, content) ? { ...content, bytes: stored.head } : content;
}

/** Builds the content record from the stored bytes, their head and the client's declaration. */
export async function stagedContent(
  sent: Pick<FileUpload, "fileName" | "contentType">,
  { blob, head, isUtf8 }: StoredFile,
  contentTypes: ContentTypes,
): Promise<StagedContent> {
  const declaredContentType = normalizeMediaType(sent.contentType);
  const contentType = await effectiveMediaType(declaredContentType, () => contentTypes.recognise(head));
  return {
    blob,
    byteSize: blob.byteSize,
    sha256: blob.sha256,
    fileName: sanitizeFileName(sent.fileName),
    contentType,
    declaredContentType,
    charset: contentType === PLAIN_TEXT && isUtf8 ? "utf-8" : null,
  };
}

/** Makes staged bytes owned by a row of this transaction; live ones change their owner. */
export async function attach(
  { blobs }: DocumentStores,
  { blob, isLive, bytes: _, ...content }: StagedContent,
  now: Instant,
): Promise<Content> {
  if (!isLive && !(await blobs.attach(blob))) {
    throw unavailable("storage_unavailable", "The upload timed out; send it again", 5);
  }
  return { ...content, blobKey: blob.key, contentCreatedAt: now };
}

/** Runs `work`; discards the staged bytes when it throws. */
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
/** Maximum UTF-16 units of a sent media type: two names of 127 characters, and room for parameters. */
const DECLARED_UNITS_MAX = 4_096;
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/**
 * Returns a media type in lower case without parameters (RFC 9110 8.3.1); `application/octet-stream` when malformed.
 */
export function normalizeMediaType(declared: string): string {
  if (declared.length > DECLARED_UNITS_MAX) return FALLBACK_TYPE;
  const essence = declared.replace(/;.*$/s, "").trim().toLowerCase();
  return MEDIA_TYPE.test(essence) ? essence : FALLBACK_TYPE;
}

/** Types that a browser could run as code. */
const ACTIVE_TYPE = /^(text\/html|text\/xml|application\/xml|(text|application)\/(x-)?(java|ecma)script|.*\+xml)$/;

/**
 * Returns the declared type, unless it is active and the bytes are recognised as another type. Only bytes declared as
 * active are inspected.
 */
export async function effectiveMediaType(declared: string, recognise: () => Promise<string | null>): Promise<string> {
  return ACTIVE_TYPE.test(declared) ? ((await recognise()) ?? declared) : declared;
}

/** Returns errors of the file's name, before a byte is read. */
export function fileErrors(file: FileUpload | null): readonly FieldError[] {
  if (!file || !isDeceptiveFileName(file.fileName)) return [];
  return [
    { field: "uploadedFile", code: "invalid", message: "has a name that can be mistaken for another; rename the file" },
  ];
}

/** True for a deceptive file name; ignores the path. */
export function isDeceptiveFileName(sent: string): boolean {
  return isDeceptive(withoutPath(sent));
}

/**
 * Returns a file name for storage: without path and control characters, shortened before the extension (uploads.md
 * 5.6). Deceptive names are rejected earlier, by {@link fileErrors}.
 */
export function sanitizeFileName(sent: string): string {
  const name = removeControlCharacters(withoutPath(toNfc(sent.toWellFormed()))).trim();
  if (isInvisible(name)) return UNTITLED;
  return codePoints(name) <= NAME_LENGTH_MAX ? name : shortened(name);
}

const withoutPath = (name: string): string => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);

function shortened(name: string): string {
  const [, stem = "", extension = ""] = /^(.*?)(\.[^.]{1,20})?$/s.exec(name) ?? [];
  return [...stem].slice(0, NAME_LENGTH_MAX - codePoints(extension)).join("") + extension;
}
