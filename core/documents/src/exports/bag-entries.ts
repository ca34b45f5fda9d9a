import { BAG_DECLARATION, BAG_DECLARATION_TEXT, bagInfo, manifestLine, PAYLOAD, type ZipEntry } from "@cartulary/bags";
import { type BlobKey, type Digests, type Instant, utf8Bytes } from "@cartulary/kernel";
import type { ExportLine } from "./export-lines.ts";

/** A file of a bag: bytes of a blob, or text that is written anew for each reading. */
export type BagEntry = ZipEntry & ({ readonly blobKey: BlobKey } | { readonly text: () => AsyncIterable<string> });

/** Everything that a bag is made of. */
export interface BagContent {
  readonly lines: () => AsyncIterable<ExportLine>;
  /** CRC-32 of the payload's files, in the order of the lines. */
  readonly checksums: readonly number[];
  readonly payloadBytes: number;
  readonly sourceOrganization: string;
  readonly externalIdentifier: string;
  readonly baggedAt: Instant;
  /** The folder at the top of the ZIP. */
  readonly top: string;
  /** Metadata of the root and its plan, by path. */
  readonly rootFiles: Readonly<Record<string, string>>;
}

/** A tag file and its digest. */
interface TagFile {
  readonly entry: BagEntry;
  readonly sha256: string;
}

/**
 * Returns all files of a bag: the declaration first, the payload last; the folder of an empty payload, which every bag must
 * have (RFC 8493 section 2.1.2). Can be iterated several times.
 */
export async function bagEntries(content: BagContent, digests: Digests): Promise<() => AsyncGenerator<BagEntry>> {
  const tagFiles: TagFile[] = [];
  for (const [path, text] of Object.entries(tagTexts(content)))
    tagFiles.push(await tagFile(content.top + path, text, digests));
  const listed = tagFiles.map(({ entry, sha256 }) => manifestLine(sha256, entry.path.slice(content.top.length)));
  const manifest = await tagFile(`${content.top}tagmanifest-sha256.txt`, () => once(listed.join("")), digests);
  return async function* () {
    for (const { entry } of tagFiles) yield entry;
    yield manifest.entry;
    if (content.checksums.length === 0) yield emptyFolder(content.top + PAYLOAD);
    yield* payloadEntries(content);
  };
}

const emptyFolder = (path: string): BagEntry => ({ path, byteSize: 0, crc32: 0, text: nothing });

async function* nothing(): AsyncGenerator<string> {}

/** The tag files by path, in the order of paths. */
function tagTexts(content: BagContent): Readonly<Record<string, () => AsyncIterable<string>>> {
  const { lines, payloadBytes, checksums, sourceOrganization, externalIdentifier, baggedAt } = content;
  const info = bagInfo({
    ...{ sourceOrganization, externalIdentifier, payloadBytes },
    payloadFiles: checksums.length,
    baggingDate: baggedAt.slice(0, "2026-01-01".length),
  });
  const texts = {
    "bag-info.txt": () => once(info),
    [BAG_DECLARATION]: () => once(BAG_DECLARATION_TEXT),
    "manifest-sha256.txt": () => manifestTexts(lines()),
    "metadata/documents.jsonl": () => metadataTexts(lines(), "document"),
    "metadata/folders.jsonl": () => metadataTexts(lines(), "folder"),
    ...Object.fromEntries(Object.entries(content.rootFiles).map(([path, text]) => [path, () => once(text)])),
  };
  return Object.fromEntries(Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* manifestTexts(lines: AsyncIterable<ExportLine>): AsyncGenerator<string> {
  for await (const { files } of lines) for (const { sha256, path } of files) yield manifestLine(sha256, path);
}

async function* metadataTexts(lines: AsyncIterable<ExportLine>, kind: ExportLine["kind"]): AsyncGenerator<string> {
  for await (const line of lines) if (line.kind === kind) yield `${line.metadata}\n`;
}

async function* payloadEntries({ lines, checksums, top }: BagContent): AsyncGenerator<BagEntry> {
  let index = 0;
  for await (const { files } of lines()) {
    for (const { path, byteSize, blobKey } of files) {
      yield { path: top + path, byteSize, blobKey, crc32: checksums[index] ?? 0 };
      index += 1;
    }
  }
}

async function tagFile(path: string, text: () => AsyncIterable<string>, digests: Digests): Promise<TagFile> {
  const digest = digests.startSha256();
  let [byteSize, checksum] = [0, 0];
  for await (const piece of textBytes(text())) {
    byteSize += piece.byteLength;
    checksum = digests.crc32(piece, checksum);
    digest.update(piece);
  }
  return { entry: { path, byteSize, crc32: checksum, text }, sha256: digest.hex() };
}

/** Characters that are encoded together. */
const TOGETHER = 65_536;

/** Encodes texts as UTF-8, many short ones together. */
export async function* textBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = "";
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < TOGETHER) continue;
    yield utf8Bytes(waiting);
    waiting = "";
  }
  if (waiting !== "") yield utf8Bytes(waiting);
}
