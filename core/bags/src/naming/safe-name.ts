import { toNfc, utf8Length } from "@cartulary/kernel";

/** Maximum UTF-8 bytes of a safe name: 255 of most file systems, less room for a number and for `.versions`. */
export const NAME_BYTES_MAX = 200;
/** Maximum UTF-8 bytes of a safe name below a long path: 64 levels of it stay under 4,096, the longest path of Linux. */
const DEEP_NAME_BYTES_MAX = 40;
/** UTF-8 bytes from which the path of a folder is long. */
const LONG_PATH_BYTES = 1_500;
/** Maximum UTF-8 bytes of an extension that survives shortening. */
const EXTENSION_BYTES_MAX = 20;

/** Ending of the folder with a document's archived contents; no other name in a bag ends with it. */
export const VERSIONS_ENDING = ".versions";

/**
 * Controls, invisible characters and line separators; what Windows forbids; `%`, which implementations of RFC 8493 encode
 * differently; and `$`, which some of them expand as a variable.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*%$]/gu;
/** Spaces at the ends are lost in manifests; Windows drops dots and spaces at the end. */
const LEADING = /^\s+/;
const TRAILING = /[\s.]+$/;
/** Names of devices of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin|conout|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

/**
 * Returns the name of a folder or document in a bag, valid on every file system:
 *
 * 1. composed (NFC), with `_` for controls, invisible characters, `< > : " / \ | ? * % $` and lone surrogates;
 * 2. without spaces at its beginning, and without spaces and dots at its end; `_` if nothing is left;
 * 3. with `_` before a name of a device of Windows, or a tilde, and after the ending `.versions`;
 * 4. shortened before its extension to 200 bytes of UTF-8, or to 40 in a folder whose path has more than 1,500.
 */
export function safeName(name: string, folderPath = ""): string {
  const max = utf8Length(folderPath) > LONG_PATH_BYTES ? DEEP_NAME_BYTES_MAX : NAME_BYTES_MAX;
  const allowed = toNfc(name.toWellFormed()).replaceAll("\ufffd", "_").replace(UNSAFE, "_");
  const visible = trimmed(allowed) || "_";
  const prefixed = DEVICE.test(visible) || visible.startsWith("~") ? `_${visible}` : visible;
  return withoutVersionsEnding(shortened(prefixed, max));
}

const trimmed = (name: string): string => name.replace(LEADING, "").replace(TRAILING, "");

const withoutVersionsEnding = (name: string): string =>
  name.toLowerCase().endsWith(VERSIONS_ENDING) ? `${name}_` : name;

/** Returns the beginning of a name, its extension, and the number between them from 2 on. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const extension = extensionOf(name);
  return `${name.slice(0, name.length - extension.length)} (${number})${extension}`;
}

function shortened(name: string, max: number): string {
  if (utf8Length(name) <= max) return name;
  const extension = extensionOf(name);
  return trimmed(beginningOf(name, max - utf8Length(extension)) + extension) || "_";
}

function extensionOf(name: string): string {
  const [extension = ""] = /(?<=.)\.[^.\s]+$/u.exec(name) ?? [];
  return utf8Length(extension) <= EXTENSION_BYTES_MAX ? extension : "";
}

/** Returns as many characters as `bytes` bytes hold. */
function beginningOf(name: string, bytes: number): string {
  let [length, remaining] = [0, bytes];
  for (const character of name) {
    remaining -= utf8Length(character);
    if (remaining < 0) break;
    length += character.length;
  }
  return name.slice(0, length).trimEnd();
}
