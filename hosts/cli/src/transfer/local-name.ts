/** UTF-16 units of a name that are looked at: a document's name has 255 characters. */
const LOOKED_AT = 1024;
/** Bytes of a name that file systems take. */
const NAME_BYTES_MAX = 255;
/** Bytes of a name's ending, which stays when the name is cut. */
const ENDING_BYTES_MAX = 32;

/** What is not seen: controls, and what turns the direction of a text. The two joiners are part of some scripts. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** A shell expands or hides these, and commands take them for options. */
const LEADING = /^[.~-]/;
/** Devices of Windows, with whatever ending: a folder may be shared with such a machine. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;
/** What Windows takes in no name; a colon would write beside the file. */
const UNFIT_ON_WINDOWS = /[<>:"|?*]/g;

/**
 * The name under which a document is saved on this machine: one that leads out of no folder, is hidden by no shell, is no
 * option of any command and no device, and that the file system takes.
 */
export function localName(name: string, platform: NodeJS.Platform = process.platform): string {
  const segments = name
    .slice(0, LOOKED_AT)
    .toWellFormed()
    .replace(UNSEEN, "")
    .split(/[/\\]/)
    .filter((segment) => !/^\.*$/.test(segment.trim()));
  const joined = segments.join("_").trim();
  const fit = platform === "win32" ? joined.replace(UNFIT_ON_WINDOWS, "_").replace(/[. ]+$/, "") : joined;
  const visible = fit || "document";
  return cut(LEADING.test(visible) || DEVICE.test(visible) ? `_${visible}` : visible);
}

/** The beginning of a name, and its ending where it has a short one. */
function cut(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name;
  const [ending = ""] = /\.[^.\s]+$/.exec(name) ?? [];
  const short = Buffer.byteLength(ending) <= ENDING_BYTES_MAX ? ending : "";
  let left = NAME_BYTES_MAX - Buffer.byteLength(short);
  let beginning = "";
  for (const character of name) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    beginning += character;
  }
  return beginning.trimEnd() + short;
}
