import { DamagedPdf } from "./damaged-pdf.ts";
import { type PdfDictionary, PdfName, PdfReal, PdfString, type PdfValue } from "./values.ts";

/** Reads values one after the other. */
export interface Lexer {
  /** Position of the next byte. */
  at: number;
  skipSpace(): void;
  /** Reads up to the next space or delimiter. */
  word(): string;
  /** Reads the next word if it is an unsigned integer; otherwise returns `null` and reads nothing. */
  integer(): number | null;
  /** Reads `text` if it comes next. */
  take(text: string): boolean;
  value(): PdfValue;
}

/** Creates references and strings. */
export interface Making {
  reference(number: number): PdfValue;
  string(bytes: string): string;
}

const SPACES: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);
const ENDS: ReadonlySet<number> = new Set([...SPACES, ...Buffer.from("()<>[]{}/%")]);
const PAREN = 0x28;
const UNPAREN = 0x29;
const LESS = 0x3c;
const MORE = 0x3e;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const DEPTH_MAX = 400;

const INTEGER = /^[+-]?\d{1,15}$/;
const UNSIGNED = /^\d{1,15}$/;
const REAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/** Keywords that end an object: it ended before its value did. */
const ENDINGS: readonly string[] = ["endobj", "obj", "endstream", "stream", "xref", "trailer", "startxref"];
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", "\n": "", "\r": "" };

/** Reads PDF syntax (ISO 32000-1, 7.2 and 7.3); tolerates errors that hide no content. */
export function lexerOf(bytes: Buffer, { reference, string }: Making, from = 0): Lexer {
  let depth = 0;

  const lexer: Lexer = {
    at: from,
    skipSpace() {
      for (;;) {
        while (SPACES.has(bytes[lexer.at] ?? -1)) lexer.at += 1;
        if (bytes[lexer.at] !== PERCENT) return;
        while (lexer.at < bytes.byteLength && bytes[lexer.at] !== 10 && bytes[lexer.at] !== 13) lexer.at += 1;
      }
    },
    word() {
      lexer.skipSpace();
      const start = lexer.at;
      while (lexer.at < bytes.byteLength && !ENDS.has(bytes[lexer.at] as number)) lexer.at += 1;
      return bytes.toString("latin1", start, lexer.at);
    },
    integer() {
      const before = lexer.at;
      const text = lexer.word();
      if (UNSIGNED.test(text)) return Number(text);
      lexer.at = before;
      return null;
    },
    take(text) {
      lexer.skipSpace();
      if (bytes.toString("latin1", lexer.at, lexer.at + text.length) !== text) return false;
      lexer.at += text.length;
      return true;
    },
    value() {
      lexer.skipSpace();
      const byte = bytes[lexer.at];
      if (byte === PAREN) return literal();
      if (byte === SLASH) return new PdfName(name());
      if (byte === OPEN) return nested(array);
      if (byte === LESS) return bytes[lexer.at + 1] === LESS ? nested(dictionary) : hexadecimal();
      return plain(lexer.word());
    },
  };

  function damaged(): DamagedPdf {
    return new DamagedPdf(`No value at byte ${lexer.at}`);
  }

  function plain(text: string): PdfValue {
    if (text === "" || ENDINGS.includes(text)) throw damaged();
    if (text === "true" || text === "false") return text === "true";
    if (INTEGER.test(text)) return integerOrReference(Number(text));
    return REAL.test(text) ? new PdfReal(text) : null;
  }

  function integerOrReference(number: number): PdfValue {
    const after = lexer.at;
    if (number >= 0 && lexer.integer() !== null && lexer.word() === "R") return reference(number);
    lexer.at = after;
    return number;
  }

  function nested<Value>(read: () => Value): Value {
    if (depth === DEPTH_MAX) throw damaged();
    depth += 1;
    try {
      return read();
    } finally {
      depth -= 1;
    }
  }

  function array(): PdfValue[] {
    const elements: PdfValue[] = [];
    lexer.at += 1;
    for (lexer.skipSpace(); bytes[lexer.at] !== CLOSE; lexer.skipSpace()) elements.push(lexer.value());
    lexer.at += 1;
    return elements;
  }

  function dictionary(): PdfDictionary {
    const found: PdfDictionary = new Map();
    lexer.at += 2;
    for (lexer.skipSpace(); bytes[lexer.at] !== MORE; lexer.skipSpace()) {
      if (bytes[lexer.at] !== SLASH) {
        // Ignores a value without a key.
        lexer.value();
        continue;
      }
      const key = name();
      lexer.skipSpace();
      // A key without a value has the value null.
      found.set(key, bytes[lexer.at] === MORE ? null : lexer.value());
    }
    lexer.at += 2;
    return found;
  }

  function name(): string {
    lexer.at += 1;
    const start = lexer.at;
    while (lexer.at < bytes.byteLength && !ENDS.has(bytes[lexer.at] as number)) lexer.at += 1;
    const text = bytes.toString("latin1", start, lexer.at);
    return text.includes("#") ? plainName(text) : text;
  }

  function literal(): PdfString {
    const pieces: string[] = [];
    lexer.at += 1;
    let start = lexer.at;
    const piece = () => void pieces.push(bytes.toString("latin1", start, lexer.at));
    for (let open = 1; ; lexer.at += 1) {
      const byte = bytes[lexer.at];
      if (byte === undefined) throw damaged();
      if (byte === PAREN) open += 1;
      if (byte === UNPAREN) open -= 1;
      if (open === 0) break;
      if (byte !== BACKSLASH) continue;
      piece();
      pieces.push(readEscape());
      start = lexer.at + 1;
    }
    piece();
    lexer.at += 1;
    return new PdfString(string(pieces.join("")));
  }

  /** Returns the character of an escape; moves to its last byte. */
  function readEscape(): string {
    const octal = /^[0-7]{1,3}/.exec(bytes.toString("latin1", lexer.at + 1, lexer.at + 4))?.[0];
    if (octal) {
      lexer.at += octal.length;
      return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    }
    lexer.at += 1;
    const sign = String.fromCharCode(bytes[lexer.at] ?? 0);
    if (sign === "\r" && bytes[lexer.at + 1] === 10) lexer.at += 1;
    return ESCAPES[sign] ?? sign;
  }

  function hexadecimal(): PdfString {
    const end = bytes.indexOf(MORE, lexer.at);
    if (end < 0) throw damaged();
    const digits = bytes.toString("latin1", lexer.at + 1, end).replace(/[^0-9a-f]/gi, "");
    lexer.at = end + 1;
    return new PdfString(string(Buffer.from(digits.length % 2 ? `${digits}0` : digits, "hex").toString("latin1")));
  }

  return lexer;
}

/** Decodes escapes in a name that are not needed: `#54ype` is `Type`. */
function plainName(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (written, digits: string) => {
    const sign = String.fromCharCode(Number.parseInt(digits, 16));
    return /[\w.+:;,@&*-]/.test(sign) ? sign : written.toLowerCase();
  });
}
