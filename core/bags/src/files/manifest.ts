/** Digest algorithms of manifests that are checked. */
export const ALGORITHMS = ["md5", "sha1", "sha256", "sha512"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** Hexadecimal digits of a digest. */
const DIGITS: Readonly<Record<Algorithm, number>> = { md5: 32, sha1: 40, sha256: 64, sha512: 128 };

/** A manifest by its file name. */
export interface ManifestName {
  readonly file: string;
  /** True for a manifest of tag files, false for one of the payload. */
  readonly isOfTags: boolean;
  /** As written, in lower case, without a hyphen. */
  readonly algorithm: string;
}

/** Reads `manifest-sha256.txt` or `tagmanifest-sha256.txt`; `null` for other files. */
export function manifestName(file: string): ManifestName | null {
  const [, prefix, algorithm] = /^(tag)?manifest-([A-Za-z0-9-]+)\.txt$/.exec(file) ?? [];
  return algorithm === undefined
    ? null
    : { file, isOfTags: prefix !== undefined, algorithm: algorithm.toLowerCase().replaceAll("-", "") };
}

/** True when digests of this algorithm can be checked. */
export const isAlgorithm = (name: string): name is Algorithm => (ALGORITHMS as readonly string[]).includes(name);

/** A line of a manifest. */
export interface ManifestEntry {
  /** Hexadecimal, in lower case. */
  readonly digest: string;
  /** As written, without `./` or the `*` of md5sum before it. */
  readonly path: string;
}

/** Parses one line of a manifest; `null` for a malformed one. */
export function parseManifestLine(line: string, algorithm: Algorithm): ManifestEntry | null {
  const [, digest, path] = /^([0-9A-Fa-f]+)[ \t]+\*?(?:\.\/)?(.+)$/u.exec(line) ?? [];
  if (digest === undefined || path === undefined || digest.length !== DIGITS[algorithm]) return null;
  return { digest: digest.toLowerCase(), path };
}

/** Writes a line of a manifest. Paths of our bags need no encoding. */
export const manifestLine = (digest: string, path: string): string => `${digest}  ${path}\n`;
