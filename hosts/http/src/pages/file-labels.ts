import type { Language } from "../transport/language.ts";
import type { FileKind } from "./translations.ts";

/** Kinds by media type; the first match wins. */
const KINDS: readonly (readonly [RegExp, FileKind])[] = [
  [/^application\/pdf$/, "pdf"],
  [/^image\//, "image"],
  [/^audio\//, "sound"],
  [/^video\//, "film"],
  [/^text\/csv$|spreadsheet|ms-excel/, "table"],
  [/presentation|ms-powerpoint/, "slides"],
  [/wordprocessing|msword|opendocument\.text|\/rtf$/, "writing"],
  [/^text\/|^application\/(json|xml)$/, "text"],
  [/[/-](zip|gzip|x-tar|x-7z-compressed|x-rar-compressed|x-bzip2|x-xz)$/, "archive"],
];

/** Returns the kind of a file for users. */
export function fileKindOf(contentType: string): FileKind {
  return KINDS.find(([pattern]) => pattern.test(contentType))?.[1] ?? "other";
}

/** Each is a thousand of the previous one. */
const UNITS = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Formats a size in the reader's language: `512 bytes`, `1.5 MB`, `1,5 Mo`. */
export function sizeOf(byteSize: number, language: Language): string {
  if (byteSize < 1000) {
    return new Intl.NumberFormat(language, { style: "unit", unit: "byte", unitDisplay: "long" }).format(byteSize);
  }
  const power = Math.min(UNITS.length, Math.floor((String(byteSize).length - 1) / 3));
  const unit = UNITS[power - 1] ?? "terabyte";
  const options = { style: "unit", unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(byteSize / 1000 ** power);
}
