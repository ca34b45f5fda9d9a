import { toNfc } from "@cartulary/kernel";
import { type Algorithm, isAlgorithm, type ManifestName, manifestName, parseManifestLine } from "../files/manifest.ts";
import { BAG_DECLARATION, linesOf, parseTagFile, type TagField } from "../files/tag-file.ts";
import { decodePath, PAYLOAD, pathProblem } from "../naming/bag-path.ts";
import { nameKey } from "../naming/unique-names.ts";
import { BAG_FILES_MAX, type BagFinding, type BagSource, TAG_FILE_BYTES_MAX } from "./bag-source.ts";

/** The files of a bag and its tag files, before any digest is computed. */
export interface BagContents {
  /** Sizes by path. */
  readonly files: ReadonlyMap<string, number>;
  /** True when the bag's version is 1.0 or later. */
  readonly isVersionOne: boolean;
  /** The fields of bag-info.txt. */
  readonly info: readonly TagField[];
  readonly manifests: readonly Manifest[];
  readonly findings: readonly BagFinding[];
}

/** A manifest with digests by path; paths are those of existing files where there are any. */
export interface Manifest extends ManifestName {
  readonly algorithm: Algorithm;
  readonly digests: ReadonlyMap<string, string>;
}

/** Thrown where nothing looks like a bag, or what looks like one must not be read further. */
export class NoBagError extends Error {
  override readonly name = "NoBagError";
}

/** Lists the files and reads the tag files. Throws {@link NoBagError} without declaration and manifests. */
export async function readContents(source: BagSource): Promise<BagContents> {
  const findings: BagFinding[] = [];
  const files = await listFiles(source, findings);
  const names = [...files.keys()].flatMap((file) => manifestName(file) ?? []);
  if (!files.has(BAG_DECLARATION) && names.length === 0) throw new NoBagError("there is no bag: no bagit.txt");
  const { isVersionOne, encoding } = await declaration(source, files, findings);
  const read = tagFileReader(source, files, encoding, findings);
  const info = await bagInfoFields(read, files, findings);
  const manifests: Manifest[] = [];
  const lookup = pathLookup(files, findings);
  for (const name of names) {
    const manifest = await readManifest(name, read, { lookup, findings });
    if (manifest) manifests.push(manifest);
  }
  if (!manifests.some(({ isOfTags }) => !isOfTags))
    findings.push(error(null, "has no payload manifest with a known algorithm"));
  await checkFetch(read, files, { lookup, findings });
  return { files, isVersionOne, info, manifests, findings };
}

const error = (path: string | null, message: string): BagFinding => ({ severity: "error", path, message });
const warning = (path: string | null, message: string): BagFinding => ({ severity: "warning", path, message });

async function listFiles(source: BagSource, findings: BagFinding[]): Promise<Map<string, number>> {
  const files = new Map<string, number>();
  let hasPayload = false;
  for await (const { path, kind, byteSize } of source.items()) {
    if (path === "data" && kind === "file") findings.push(error(path, "is a file, not a folder"));
    hasPayload ||= path.startsWith(PAYLOAD) || (path === "data" && kind === "folder");
    const problem = pathProblem(path);
    if (problem) findings.push(error(path, problem));
    else if (kind === "other") findings.push(error(path, "is a link or a device, not a file"));
    else if (kind === "file" && files.has(path)) findings.push(error(path, "occurs twice"));
    else if (kind === "file") files.set(path, byteSize);
    if (files.size > BAG_FILES_MAX) throw new Error(`the bag has more than ${BAG_FILES_MAX} files`);
  }
  if (!hasPayload && files.has(BAG_DECLARATION)) findings.push(error("data", "is missing: the folder of the payload"));
  return files;
}

async function declaration(
  source: BagSource,
  files: ReadonlyMap<string, number>,
  findings: BagFinding[],
): Promise<{ readonly isVersionOne: boolean; readonly encoding: string }> {
  const fallback = { isVersionOne: true, encoding: "UTF-8" };
  const read = tagFileReader(source, files, "UTF-8", findings);
  if (!files.has(BAG_DECLARATION)) findings.push(error(BAG_DECLARATION, "is missing"));
  const text = await read(BAG_DECLARATION);
  if (text === null) return fallback;
  if (text.startsWith("\ufeff")) findings.push(error(BAG_DECLARATION, "begins with a byte order mark"));
  const [version, encoding, ...more] = linesOf(text).filter((line) => line.trim() !== "");
  const [, major] = /^(?:\ufeff)?BagIt-Version: ?(\d+)\.\d+\s*$/.exec(version ?? "") ?? [];
  const [, name] = /^Tag-File-Character-Encoding: ?(\S+)\s*$/.exec(encoding ?? "") ?? [];
  if (major === undefined) findings.push(error(BAG_DECLARATION, "has no BagIt-Version in its first line"));
  if (name === undefined)
    findings.push(error(BAG_DECLARATION, "has no Tag-File-Character-Encoding in its second line"));
  if (more.length > 0) findings.push(error(BAG_DECLARATION, "has more than two lines"));
  return { isVersionOne: Number(major ?? 1) >= 1, encoding: name ?? "UTF-8" };
}

/** Reads a tag file; `null` if it is absent, too long or not in the encoding, which is found. */
type ReadTagFile = (path: string) => Promise<string | null>;

function tagFileReader(
  source: BagSource,
  files: ReadonlyMap<string, number>,
  encoding: string,
  findings: BagFinding[],
): ReadTagFile {
  return async (path) => {
    const byteSize = files.get(path);
    if (byteSize === undefined) return null;
    const bytes = byteSize > TAG_FILE_BYTES_MAX ? null : await allBytes(source, path, byteSize);
    const text = bytes && source.decode(bytes, encoding);
    if (text === null) findings.push(error(path, bytes ? `is not text in ${encoding}` : "is too long or unreadable"));
    return text;
  };
}

/** Returns the bytes; `null` when they cannot be read or are more than announced. */
async function allBytes(source: BagSource, path: string, byteSize: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(byteSize);
  let at = 0;
  try {
    for await (const piece of source.open(path)) {
      if (at + piece.byteLength > byteSize) return null;
      bytes.set(piece, at);
      at += piece.byteLength;
    }
  } catch {
    return null;
  }
  return bytes.subarray(0, at);
}

async function bagInfoFields(
  read: ReadTagFile,
  files: ReadonlyMap<string, number>,
  findings: BagFinding[],
): Promise<readonly TagField[]> {
  // Versions before 0.96 called it package-info.txt.
  const path = files.has("bag-info.txt") ? "bag-info.txt" : "package-info.txt";
  const text = await read(path);
  const fields = text === null ? [] : parseTagFile(text);
  if (fields === null) findings.push(error(path, "is not made of labels and values"));
  return fields ?? [];
}

interface Reading {
  readonly lookup: (written: string, manifest: string) => string | null;
  readonly findings: BagFinding[];
}

async function readManifest(name: ManifestName, read: ReadTagFile, reading: Reading): Promise<Manifest | null> {
  const { file, algorithm, isOfTags } = name;
  const { findings } = reading;
  if (!isAlgorithm(algorithm)) {
    findings.push(warning(file, `is not checked: the algorithm ${algorithm} is unknown`));
    return null;
  }
  const text = await read(file);
  const digests = new Map<string, string>();
  for (const line of linesOf(text ?? "")) {
    if (line.trim() === "") continue;
    const entry = parseManifestLine(line, algorithm);
    if (!entry) findings.push(error(file, `has a malformed line: ${line.slice(0, LINE_SHOWN)}`));
    const path = entry && reading.lookup(entry.path, file);
    if (!entry || path === null) continue;
    if (isOfTags === path.startsWith(PAYLOAD)) findings.push(error(path, `does not belong in ${file}`));
    else if (isOfTags && path.startsWith("tagmanifest-")) findings.push(error(path, `may not be listed in ${file}`));
    const known = digests.get(path);
    if (known !== undefined && known !== entry.digest) findings.push(error(path, `has two digests in ${file}`));
    else if (known !== undefined) findings.push(warning(path, `is listed twice in ${file}`));
    digests.set(path, entry.digest);
  }
  return { file, algorithm, isOfTags, digests };
}

/** Characters of a malformed line that a finding shows. */
const LINE_SHOWN = 80;

/**
 * Returns the file that a path in a manifest means: the decoded path, else the path as written, else the file whose name
 * is composed differently; the last two with a warning. Without such a file, the decoded path; `null` for an unsafe one.
 */
function pathLookup(files: ReadonlyMap<string, number>, findings: BagFinding[]): Reading["lookup"] {
  let byKey: Map<string, string> | null = null;
  const composedAs = (path: string): string | undefined => {
    byKey ??= new Map([...files.keys()].map((file) => [toNfc(file), file]));
    return byKey.get(toNfc(path));
  };
  return (written, manifest) => {
    const decoded = decodePath(written);
    const problem = pathProblem(decoded);
    if (problem) findings.push(error(written, `${problem}, in ${manifest}`));
    if (problem) return null;
    if (files.has(decoded)) return decoded;
    if (files.has(written)) findings.push(warning(written, `exists only as written in ${manifest}, without decoding`));
    if (files.has(written)) return written;
    const composed = composedAs(decoded);
    if (composed !== undefined) findings.push(warning(composed, `is composed differently in ${manifest}`));
    return composed ?? decoded;
  };
}

/** A line of fetch.txt is `URL LENGTH PATH`; its files are not fetched, so each must be there already. */
async function checkFetch(read: ReadTagFile, files: ReadonlyMap<string, number>, reading: Reading): Promise<void> {
  for (const line of linesOf((await read("fetch.txt")) ?? "")) {
    if (line.trim() === "") continue;
    const [, length, written] = /^\S+[ \t]+(\d+|-)[ \t]+(.+)$/u.exec(line) ?? [];
    if (written === undefined) reading.findings.push(error("fetch.txt", "has a malformed line"));
    const path = written === undefined ? null : reading.lookup(written.replace(/^\.\//, ""), "fetch.txt");
    if (path === null) continue;
    if (!path.startsWith(PAYLOAD)) reading.findings.push(error(path, "may not be listed in fetch.txt"));
    else if (!files.has(path)) reading.findings.push(error(path, "is to be fetched, and missing"));
    else if (length !== "-" && Number(length) !== files.get(path))
      reading.findings.push(error(path, "has another size than fetch.txt lists"));
  }
}

/** Groups paths that a file system without regard to case takes for the same. */
export function coincidingPaths(paths: Iterable<string>): readonly string[] {
  const seen = new Set<string>();
  const coinciding: string[] = [];
  for (const path of paths) {
    const key = nameKey(path);
    if (seen.has(key)) coinciding.push(path);
    seen.add(key);
  }
  return coinciding;
}
