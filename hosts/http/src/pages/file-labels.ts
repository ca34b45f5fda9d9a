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
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

const formatsIn = (language: Language): readonly Intl.NumberFormat[] =>
  UNITS.map(
    (unit) =>
      new Intl.NumberFormat(language, {
        ...{ style: "unit", unit, maximumFractionDigits: 1 },
        ...(unit === "byte" && { unitDisplay: "long" }),
      }),
  );

/** Made once: making a format costs more than using it a hundred times. */
const SIZES: Readonly<Record<Language, readonly Intl.NumberFormat[]>> = { en: formatsIn("en"), fr: formatsIn("fr") };

/** Formats a size in the reader's language: `512 bytes`, `1.5 MB`, `1,5 Mo`. */
export function sizeOf(byteSize: number, language: Language): string {
  const power = Math.min(UNITS.length - 1, Math.floor((String(byteSize).length - 1) / 3));
  return SIZES[language][power]?.format(byteSize / 1000 ** power) ?? String(byteSize);
}
