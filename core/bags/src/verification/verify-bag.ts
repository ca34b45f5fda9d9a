import type { Algorithm } from "../files/manifest.ts";
import { comparePaths, PAYLOAD } from "../naming/bag-path.ts";
import { type BagContents, coincidingPaths, type Manifest, readContents } from "./bag-contents.ts";
import type { BagFinding, BagSource } from "./bag-source.ts";

/** A bag that was read whole. It is valid when no finding is an error. */
export interface BagReport {
  readonly contents: BagContents;
  readonly findings: readonly BagFinding[];
}

/**
 * Checks a bag (RFC 8493 section 3): complete, with each payload file in every manifest (in one of them before version
 * 1.0), and valid, with every digest as listed. Returns all findings, by path. Reads every file once, one piece at a time.
 * Throws {@link NoBagError} where nothing looks like a bag.
 *
 * @example
 * ```ts
 * import { type BagSource, verifyBag } from "@cartulary/bags";
 *
 * export async function isValid(source: BagSource): Promise<boolean> {
 *   return (await verifyBag(source)).findings.every(({ severity }) => severity === "warning");
 * }
 * ```
 */
export async function verifyBag(source: BagSource, onFile?: (path: string) => void): Promise<BagReport> {
  const contents = await readContents(source);
  const findings = [...contents.findings, ...oxumFindings(contents), ...listingFindings(contents)];
  for (const [path, expected] of expectedDigests(contents)) {
    onFile?.(path);
    for (const finding of await digestFindings(source, contents, path, expected)) findings.push(finding);
  }
  return { contents, findings: findings.toSorted(compareFindings) };
}

const error = (path: string | null, message: string): BagFinding => ({ severity: "error", path, message });

const compareFindings = (one: BagFinding, other: BagFinding): number => comparePaths(one.path ?? "", other.path ?? "");

/** Payload-Oxum is the number of bytes and of files of the payload (RFC 8493 section 2.2.2). */
function oxumFindings({ info, files }: BagContents): readonly BagFinding[] {
  const values = info.filter(({ label }) => label.toLowerCase() === "payload-oxum").map(({ value }) => value);
  let [bytes, count] = [0, 0];
  for (const [path, byteSize] of files) {
    if (!path.startsWith(PAYLOAD)) continue;
    bytes += byteSize;
    count += 1;
  }
  return values
    .filter((value) => !/^\d+\.\d+$/.test(value) || value !== `${bytes}.${count}`)
    .map((value) => error("bag-info.txt", `has Payload-Oxum ${value.slice(0, 40)}, and the payload ${bytes}.${count}`));
}

function listingFindings({ files, manifests, isVersionOne }: BagContents): readonly BagFinding[] {
  const findings: BagFinding[] = [];
  const ofPayload = manifests.filter(({ isOfTags }) => !isOfTags);
  for (const path of files.keys()) {
    if (!path.startsWith(PAYLOAD) || ofPayload.length === 0) continue;
    const without = ofPayload.filter(({ digests }) => !digests.has(path));
    if (without.length === ofPayload.length) findings.push(error(path, "is in no manifest"));
    else if (isVersionOne) for (const { file } of without) findings.push(error(path, `is not in ${file}`));
  }
  for (const { file, digests } of manifests)
    for (const path of digests.keys())
      if (!files.has(path)) findings.push(error(path, `is missing, listed in ${file}`));
  for (const path of coincidingPaths(files.keys()))
    findings.push({ severity: "warning", path, message: "has the name of another file, without regard to case" });
  return findings;
}

/** The digests of one file. */
type Expected = readonly (Pick<Manifest, "file" | "algorithm"> & { readonly digest: string })[];

function* expectedDigests({ files, manifests }: BagContents): Generator<readonly [path: string, expected: Expected]> {
  for (const path of files.keys()) {
    const expected = manifests.flatMap(({ file, algorithm, digests }) => {
      const digest = digests.get(path);
      return digest === undefined ? [] : [{ file, algorithm, digest }];
    });
    if (expected.length > 0) yield [path, expected];
  }
}

async function digestFindings(
  source: BagSource,
  { files }: BagContents,
  path: string,
  expected: Expected,
): Promise<readonly BagFinding[]> {
  const digests = new Map([...new Set(expected.map(({ algorithm }) => algorithm))].map(started));
  let byteSize = 0;
  try {
    for await (const piece of source.open(path)) {
      byteSize += piece.byteLength;
      for (const digest of digests.values()) digest.update(piece);
    }
  } catch (cause) {
    return [error(path, `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`)];
  }
  if (byteSize !== files.get(path)) return [error(path, "has changed while it was read")];
  const found = new Map([...digests].map(([algorithm, digest]) => [algorithm, digest.hex()]));
  return expected
    .filter(({ algorithm, digest }) => found.get(algorithm) !== digest)
    .map(({ file }) => error(path, `has another digest than in ${file}`));

  function started(algorithm: Algorithm) {
    return [algorithm, source.startDigest(algorithm)] as const;
  }
}
