import { Unreadable } from "./unreadable.ts";

/** Objects and arrays within each other. */
const DEPTH_MAX = 1_000;
const PIECE_LENGTH = 8_192;

/**
 * The names, strings, numbers and other values of JSON, one value a line. From where a text is no JSON it is yielded as it
 * stands: a note may begin with a bracket. Several values may follow each other, as in JSON Lines.
 */
export function* jsonTexts(source: string): Iterable<string> {
  const closings: string[] = [];
  let found = "";
  let at = 0;
  while (at < source.length) {
    const sign = source[at] ?? "";
    const closing = CLOSINGS.get(sign);
    if (closing !== undefined) {
      if (closings.length === DEPTH_MAX) {
        yield found;
        throw new Unreadable("damaged", "Too many objects within each other");
      }
      closings.push(closing);
      at += 1;
    } else if (sign === "}" || sign === "]") {
      if (closings.pop() !== sign) break;
      found += "\n";
      at += 1;
    } else if (sign === '"') {
      const end = endOfString(source, at);
      for (const [piece] of source.slice(at + 1, end).matchAll(STRING_PIECES)) {
        found += unescaped(piece);
        if (found.length < PIECE_LENGTH) continue;
        yield found;
        found = "";
      }
      at = end + 1;
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(source)?.[0];
      if (word === undefined) break;
      found += BETWEEN.get(word.trim()) ?? word;
      at += word.length;
    }
    if (found.length >= PIECE_LENGTH) {
      yield found;
      found = "";
    }
  }
  yield found;
  yield source.slice(at);
}

const CLOSINGS: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["[", "]"],
]);

/** What may stand between brackets and strings. The lengths are bounded: a longer one is read in pieces. */
const WORD = /[ \t\r\n]{1,1000}|[,:]|-?\d[\d.eE+-]{0,1000}|true|false|null/y;

/** A string may be all of a file: it is read piece by piece, none of which ends within an escape. */
const STRING_PIECES = /(?:[^\\]|\\(?:u[\da-f]{4}|[\s\S]|$)){1,8192}/gi;

const BETWEEN: ReadonlyMap<string, string> = new Map([
  ["", ""],
  [",", "\n"],
  [":", " "],
  ["true", "true"],
  ["false", "false"],
  ["null", ""],
]);

/** Where the quotation mark is that ends the string which begins at a place; the end of the source where there is none. */
function endOfString(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    const sign = source.charCodeAt(at);
    if (sign === BACKSLASH) at += 1;
    else if (sign === QUOTATION_MARK) return at;
  }
  return source.length;
}

const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;

function unescaped(string: string): string {
  if (!string.includes("\\")) return string;
  return string.replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (_, unit: string | undefined, letter: string) =>
    unit === undefined ? (ESCAPES.get(letter) ?? letter) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", ""],
  ["f", "\n"],
]);
