export {
  ALGORITHMS,
  type Algorithm,
  isAlgorithm,
  type ManifestEntry,
  type ManifestName,
  manifestLine,
  manifestName,
  parseManifestLine,
} from "./files/manifest.ts";
export {
  BAG_DECLARATION,
  BAG_DECLARATION_TEXT,
  type BagInfo,
  bagInfo,
  linesOf,
  parseTagFile,
  type TagField,
  tagFile,
} from "./files/tag-file.ts";
export { comparePaths, decodePath, PATH_UNITS_MAX, PAYLOAD, pathProblem } from "./naming/bag-path.ts";
export { NAME_BYTES_MAX, safeName, VERSIONS_ENDING } from "./naming/safe-name.ts";
export { nameKey, type Sibling, uniqueNames } from "./naming/unique-names.ts";
export { type BagContents, type Manifest, NoBagError } from "./verification/bag-contents.ts";
export {
  BAG_FILES_MAX,
  type BagDigest,
  type BagFinding,
  type BagItem,
  type BagSource,
  TAG_FILE_BYTES_MAX,
} from "./verification/bag-source.ts";
export { type BagReport, verifyBag } from "./verification/verify-bag.ts";
export type { ZipEntry } from "./zip/records.ts";
export { storedZip, type ZipSize, zipSize } from "./zip/stored-zip.ts";
