import { type NamedBlob, parseBlobKey } from "@cartulary/kernel";

/** The description of a backup, without its blobs. */
export interface BackupHeader {
  /** The version of the software that wrote it. */
  readonly version: string;
  /** ISO 8601: when the backup began. */
  readonly createdAt: string;
  readonly database: {
    readonly fileName: string;
    readonly byteSize: number;
    /** Lower-case hexadecimal. */
    readonly sha256: string;
  };
}

/** Sums over the blobs of a backup. */
export interface BackupCounts {
  readonly blobs: number;
  readonly blobBytes: number;
}

/** The parts of a manifest, in their order: the header, every blob, the counts. */
export type ManifestPart =
  | { readonly kind: "header"; readonly header: BackupHeader }
  | { readonly kind: "blob"; readonly blob: NamedBlob }
  | { readonly kind: "counts"; readonly counts: BackupCounts };

export const MANIFEST = "manifest.json";
const FORMAT = 1;

/**
 * Writes a manifest: one JSON object whose blobs have a line each, so that ten million of them are read and written
 * without being in memory.
 */
export async function* manifestLines(header: BackupHeader, blobs: AsyncIterable<NamedBlob>): AsyncGenerator<string> {
  const { version, createdAt, database } = header;
  const head = {
    versions: { manifest: FORMAT, cartulary: version },
    created_at: createdAt,
    database: { file: database.fileName, byte_size: database.byteSize, sha256: database.sha256 },
  };
  yield `${JSON.stringify(head).slice(0, -1)},"blobs":[`;
  let [count, bytes, before] = [0, 0, ""];
  for await (const { key, byteSize, sha256 } of blobs) {
    yield `${before}${JSON.stringify({ key, byte_size: byteSize, sha256 })}`;
    count += 1;
    bytes += byteSize;
    before = ",";
  }
  yield `],"counts":${JSON.stringify({ blobs: count, blob_bytes: bytes })}}`;
}

/** Reads the lines of {@link manifestLines}. Throws for anything else, and for counts that do not match. */
export async function* readManifest(lines: AsyncIterable<string>): AsyncGenerator<ManifestPart> {
  let state: "before" | "blobs" | "after" = "before";
  let [count, bytes] = [0, 0];
  for await (const line of lines) {
    if (state === "before") {
      yield { kind: "header", header: headerOf(line) };
      state = "blobs";
    } else if (state === "blobs" && line.startsWith("]")) {
      const counts = countsOf(line);
      if (counts.blobs !== count || counts.blobBytes !== bytes) throw unreadable("its counts do not match its blobs");
      yield { kind: "counts", counts };
      state = "after";
    } else if (state === "blobs") {
      const blob = blobOf(line);
      count += 1;
      bytes += blob.byteSize;
      yield { kind: "blob", blob };
    } else throw unreadable("something follows its end");
  }
  if (state !== "after") throw unreadable("it ends too early");
}

function headerOf(line: string): BackupHeader {
  const head = parsed(`${line}]}`);
  const versions = objectOf(head.versions);
  const { file, byte_size, sha256 } = objectOf(head.database);
  if (versions.manifest !== FORMAT) throw unreadable(`its version is not ${FORMAT}`);
  if (typeof versions.cartulary !== "string" || typeof head.created_at !== "string") throw unreadable("line 1");
  if (typeof file !== "string" || !FILE_NAME.test(file)) throw unreadable("the name of its database");
  const database = { fileName: file, byteSize: sizeOf(byte_size), sha256: digestOf(sha256) };
  return { version: versions.cartulary, createdAt: head.created_at, database };
}

/** Names of databases, never a path. */
const FILE_NAME = /^database\.[a-z]{1,10}$/;

function blobOf(line: string): NamedBlob {
  const { key, byte_size, sha256 } = parsed(line.replace(/^,/, ""));
  const blobKey = typeof key === "string" ? parseBlobKey(key) : null;
  if (blobKey === null) throw unreadable("the key of a blob");
  return { key: blobKey, byteSize: sizeOf(byte_size), sha256: digestOf(sha256) };
}

function countsOf(line: string): BackupCounts {
  const { blobs, blob_bytes } = objectOf(parsed(`{"blobs":[${line}`).counts);
  return { blobs: sizeOf(blobs), blobBytes: sizeOf(blob_bytes) };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): Fields {
  try {
    return objectOf(JSON.parse(text));
  } catch (error) {
    throw unreadable("it is not JSON in the layout of a backup", error);
  }
}

function objectOf(value: unknown): Fields {
  if (typeof value === "object" && value !== null) return value as Fields;
  throw unreadable("a field is missing");
}

function sizeOf(value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw unreadable("a size or count");
}

function digestOf(value: unknown): string {
  if (typeof value === "string" && /^[0-9a-f]{64}$/.test(value)) return value;
  throw unreadable("a sha256");
}

const unreadable = (problem: string, cause?: unknown): Error =>
  new Error(`${MANIFEST} cannot be read: ${problem}`, { cause });
