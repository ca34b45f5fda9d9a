import { comparePaths, PAYLOAD, VERSIONS_ENDING } from "@cartulary/bags";

/** A record of the metadata of a bag: an object as the API shows it, with its path. */
export type BagRecord = Readonly<Record<string, unknown>>;

/** A folder to create. */
export interface BagFolder {
  readonly path: string;
  /** `null` for a folder that only paths name. */
  readonly record: BagRecord | null;
}

/** A document to create. */
export interface BagDocument {
  readonly path: string;
  /** `null` for a file that no record describes. */
  readonly record: BagRecord | null;
  /** Archived contents, oldest first. */
  readonly versions: readonly { readonly path: string; readonly record: BagRecord }[];
}

/**
 * Everything in a bag, in the order of its creation as far as records tell it, then by path; each folder before its content.
 * An export numbers names that coincide by their creation, which becomes that of the import where the caller may set no dates.
 */
export interface BagTree {
  readonly folders: readonly BagFolder[];
  readonly documents: readonly BagDocument[];
}

/** Parses lines of JSON. Throws for a line that is no object with a path below `data/`. */
export function parseRecords(file: string, text: string): readonly BagRecord[] {
  return text.split("\n").flatMap((line, index) => {
    if (line === "") return [];
    const record = parseRecord(`${file}: line ${index + 1}`, line);
    const { path } = record;
    if (typeof path === "string" && path.startsWith(PAYLOAD)) return [record];
    throw new Error(`${file}: line ${index + 1} has no path below ${PAYLOAD}`);
  });
}

/** Parses an object. Throws with the name of its place. */
export function parseRecord(place: string, text: string): BagRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as BagRecord;
  } catch {
    // Reported below, as values of other kinds are.
  }
  throw new Error(`${place} is no JSON object`);
}

/**
 * Joins the records of a bag with its files. A file without record is a document of its own, unless it is an archived
 * content. Throws for a record whose file is not in the bag.
 */
export function bagTree(
  payload: readonly string[],
  records: { readonly folders: readonly BagRecord[]; readonly documents: readonly BagRecord[] },
): BagTree {
  const files = new Set(payload);
  const described = records.documents.map((record) => documentOf(record, files));
  const known = new Set(described.flatMap(({ path, versions }) => [path, ...versions.map((version) => version.path)]));
  const plain = payload.filter((path) => !known.has(path));
  const documents = [...described, ...plain.map((path) => ({ path, record: null, versions: [] }))];
  const folders = new Map<string, BagFolder>();
  for (const { path } of documents)
    for (const folder of foldersAbove(path)) folders.set(folder, { path: folder, record: null });
  for (const record of records.folders) {
    const path = String(record.path).replace(/\/$/, "");
    for (const above of foldersAbove(path)) if (!folders.has(above)) folders.set(above, { path: above, record: null });
    folders.set(path, { path, record });
  }
  return {
    folders: [...folders.values()].toSorted(
      (one, other) => depthOf(one.path) - depthOf(other.path) || byCreation(one, other),
    ),
    documents: documents.toSorted(byCreation),
  };
}

const depthOf = (path: string): number => path.split("/").length;

/** What was created first, then by digest, as exports number names that coincide; a number makes a path longer. */
function byCreation(one: BagFolder | BagDocument, other: BagFolder | BagDocument): number {
  if (one.record === null || other.record === null)
    return Number(one.record === null) - Number(other.record === null) || byPath(one, other);
  for (const field of ["created_at", "sha256"]) {
    const [left, right] = [String(one.record[field] ?? ""), String(other.record[field] ?? "")];
    if (left !== right) return left < right ? -1 : 1;
  }
  return one.path.length - other.path.length || byPath(one, other);
}

const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  comparePaths(one.path, other.path);

function documentOf(record: BagRecord, files: ReadonlySet<string>): BagDocument {
  const path = String(record.path);
  const versions = recordsIn(record.versions)
    .map((version) => ({ path: String(version.path), record: version }))
    .toSorted((one, other) => Number(one.record.version_number) - Number(other.record.version_number));
  for (const file of [path, ...versions.map((version) => version.path)])
    if (!files.has(file)) throw new Error(`metadata/documents.jsonl describes ${file}, which is not in the bag`);
  for (const version of versions)
    if (!version.path.startsWith(`${path}${VERSIONS_ENDING}/`))
      throw new Error(`metadata/documents.jsonl has a version of ${path} elsewhere: ${version.path}`);
  return { path, record, versions };
}

/** Returns the objects of a list; none for other values. */
export function recordsIn(value: unknown): readonly BagRecord[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item): item is BagRecord => typeof item === "object" && item !== null);
}

/** Yields the folders above a path below `data/`, the highest first. */
function* foldersAbove(path: string): Generator<string> {
  for (let at = path.indexOf("/", PAYLOAD.length); at !== -1; at = path.indexOf("/", at + 1)) yield path.slice(0, at);
}

/** Returns the folder of a path; `null` at the top. */
export function folderOf(path: string): string | null {
  const above = path.slice(0, path.lastIndexOf("/"));
  return `${above}/` === PAYLOAD ? null : above;
}

/** Returns the last step of a path. */
export const lastStep = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
