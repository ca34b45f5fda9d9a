import { Unreadable } from "./unreadable.ts";

/** Maximum nesting of objects and arrays. */
const DEPTH_MAX = 1_000;
const PIECE_LENGTH = 8_192;

/**
 * Yields the names and values of JSON, one value per line. From the first invalid character on, it yields the source
 * unchanged: a note may begin with a bracket. Accepts several values in a row, as in JSON Lines.
 */
export function* jsonTexts(source: string): Iterable<string> {
  const closings: string[] = [];
  let output = "";
  let at = 0;
  while (at < source.length) {
    const character = source[at] ?? "";
    const closing = CLOSINGS.get(character);
    if (closing !== undefined) {
      if (closings.length === DEPTH_MAX) {
        yield output;
        throw new Unreadable("damaged", "Too many nested objects");
      }
      closings.push(closing);
      at += 1;
    } else if (character === "}" || character === "]") {
      if (closings.pop() !== character) break;
      output += "\n";
      at += 1;
    } else if (character === '"') {
      const end = endOfString(source, at);
      for (const [piece] of source.slice(at + 1, end).matchAll(STRING_PIECES)) {
        output += unescapeString(piece);
        if (output.length < PIECE_LENGTH) continue;
        yield output;
        output = "";
      }
      at = end + 1;
    } else {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(source)?.[0];
      if (token === undefined) break;
      output += BETWEEN.get(token.trim()) ?? token;
      at += token.length;
    }
    if (output.length >= PIECE_LENGTH) {
      yield output;
      output = "";
    }
  }
  yield output;
  yield source.slice(at);
}

const CLOSINGS: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["[", "]"],
]);

/** Tokens between brackets and strings. Lengths are bounded; longer tokens are read in pieces. */
const TOKEN = /[ \t\r\n]{1,1000}|[,:]|-?\d[\d.eE+-]{0,1000}|true|false|null/y;

/** Pieces of a string, which may be as long as the file. No piece ends within an escape. */
const STRING_PIECES = /(?:[^\\]|\\(?:u[\da-f]{4}|[\s\S]|$)){1,8192}/gi;

const BETWEEN: ReadonlyMap<string, string> = new Map([
  ["", ""],
  [",", "\n"],
  [":", " "],
  ["true", "true"],
  ["false", "false"],
  ["null", ""],
]);

/** Returns the index of the closing quotation mark of the string at `start`; the end of the source if there is none. */
function endOfString(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source.charCodeAt(at);
    if (character === BACKSLASH) at += 1;
    else if (character === QUOTATION_MARK) return at;
  }
  return source.length;
}

const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;

function unescapeString(string: string): string {
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
