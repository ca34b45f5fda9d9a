/** Maximum UTF-16 units of a name; a document's name has 255 characters. */
const NAME_UNITS_MAX = 1024;
/** Maximum bytes of a file name. */
const NAME_BYTES_MAX = 255;
/** Maximum bytes of an extension that survives shortening. */
const ENDING_BYTES_MAX = 32;

/** Invisible characters: controls, and marks of text direction. The two joiners are part of some scripts. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Shells expand or hide such names, and commands take them for options. */
const LEADING = /^[.~-]/;
/** Device names of Windows, with any extension: the folder may be shared with Windows. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;
/** Characters that Windows forbids in names; a colon would write to an alternate stream. */
const FORBIDDEN_ON_WINDOWS = /[<>:"|?*]/g;

/**
 * Returns a safe file name for a document: without path, not hidden, no option, no device name, and valid for the file
 * system.
 */
export function localName(name: string, platform: NodeJS.Platform = process.platform): string {
  const segments = name
    .slice(0, NAME_UNITS_MAX)
    .toWellFormed()
    .replace(INVISIBLE, "")
    .split(/[/\\]/)
    .filter((segment) => !/^\.*$/.test(segment.trim()));
  const joined = segments.join("_").trim();
  const fit = platform === "win32" ? joined.replace(FORBIDDEN_ON_WINDOWS, "_").replace(/[. ]+$/, "") : joined;
  const visible = fit || "document";
  return shortened(LEADING.test(visible) || DEVICE.test(visible) ? `_${visible}` : visible);
}

/** Shortens a name before its extension if that is short. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name;
  const [ending = ""] = /\.[^.\s]+$/.exec(name) ?? [];
  const short = Buffer.byteLength(ending) <= ENDING_BYTES_MAX ? ending : "";
  let remaining = NAME_BYTES_MAX - Buffer.byteLength(short);
  let beginning = "";
  for (const character of name) {
    remaining -= Buffer.byteLength(character);
    if (remaining < 0) break;
    beginning += character;
  }
  return beginning.trimEnd() + short;
}
