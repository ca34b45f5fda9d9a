import {
  APART,
  charsetEncoding,
  codePageEncoding,
  DESTINATIONS_WITH_TEXT,
  DESTINATIONS_WITHOUT_TEXT,
  SIGNS,
} from "./rtf-words.ts";
import { Unreadable } from "./unreadable.ts";

/** Maximum nesting of groups. */
const DEPTH_MAX = 1_000;
const PIECE_LENGTH = 8_192;
/** Maximum number of bytes that wait for the next control word; it splits no multi-byte character. */
const WAITING_MAX = 1_048_576;
/** Maximum number of fonts with an encoding. */
const FONTS_MAX = 4_096;
const DEFAULT_ENCODING = "windows-1252";

/** The state of a group, which ends with it. */
interface Group {
  /** True if its text is not part of the document. */
  readonly isDropped: boolean;
  readonly isHidden: boolean;
  /** Encoding of its bytes; `null` for the document's. */
  readonly encoding: string | null;
  /** Number of substitute characters after each Unicode character, for readers without Unicode. */
  readonly substitutes: number;
  readonly isFontTable: boolean;
  /** True if its text is separate from the surrounding text. */
  readonly isApart: boolean;
}

const OUTERMOST: Group = {
  isDropped: false,
  isHidden: false,
  encoding: null,
  substitutes: 1,
  isFontTable: false,
  isApart: false,
};

/** A token of RTF. A control word may have a number. */
type Token =
  | { readonly kind: "open" | "close" | "ignorable" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "word"; readonly word: string; readonly number: number | null };

/**
 * Yields the text of RTF (1.9.1), including headers, footers, notes, comments and frames. Omits field instructions,
 * pictures, hidden text and tracked deletions.
 */
export function* rtfTexts(bytes: Uint8Array): Iterable<string> {
  const fonts = new Map<number, string>();
  const groups: Group[] = [];
  let group = OUTERMOST;
  let encoding = DEFAULT_ENCODING;
  let font = 0;
  let isIgnorable = false;
  /** Number of substitute characters to skip. */
  let toSkip = 0;
  let pending: number[] = [];
  let output = "";

  function decodeWaiting(): void {
    if (pending.length === 0) return;
    output += new TextDecoder(group.encoding ?? encoding).decode(Uint8Array.from(pending));
    pending = [];
  }

  function add(text: string): void {
    decodeWaiting();
    if (!group.isDropped && !group.isHidden) output += text;
  }

  const rules: Readonly<Record<string, (number: number | null) => void>> = {
    ansicpg: (page) => {
      encoding = codePageEncoding(page ?? 0) ?? encoding;
    },
    mac: () => {
      encoding = "macintosh";
    },
    fonttbl: () => {
      group = { ...group, isDropped: true, isFontTable: true };
    },
    f: (number) => {
      font = number ?? 0;
      if (!group.isFontTable) group = { ...group, encoding: fonts.get(font) ?? null };
    },
    fcharset: (charset) => {
      const known = charsetEncoding(charset ?? 0);
      if (group.isFontTable && known !== null && fonts.size < FONTS_MAX) fonts.set(font, known);
    },
    plain: () => {
      group = { ...group, isHidden: false, encoding: null };
    },
    v: (number) => {
      group = { ...group, isHidden: number !== 0 };
    },
    deleted: (number) => {
      group = { ...group, isHidden: number !== 0 };
    },
    uc: (number) => {
      group = { ...group, substitutes: Math.min(Math.max(number ?? 1, 0), 16) };
    },
    u: (number) => {
      add(String.fromCharCode((number ?? 0) & 0xffff));
      toSkip = group.substitutes;
    },
  };

  function applyWord(word: string, number: number | null): void {
    decodeWaiting();
    const isDropped = isIgnorable ? !DESTINATIONS_WITH_TEXT.has(word) : DESTINATIONS_WITHOUT_TEXT.has(word);
    isIgnorable = false;
    if (isDropped) group = { ...group, isDropped };
    else if (APART.has(word)) {
      group = { ...group, isApart: true };
      add("\n");
    }
    const sign = SIGNS.get(word);
    if (sign !== undefined) add(sign);
    if (Object.hasOwn(rules, word)) rules[word]?.(number);
  }

  function end(): void {
    const { isApart } = group;
    group = groups.pop() ?? OUTERMOST;
    if (isApart && !group.isApart) add("\n");
  }

  for (const token of tokensOf(bytes)) {
    if (token.kind === "bytes") {
      const letters = token.bytes.subarray(toSkip);
      toSkip = Math.max(toSkip - token.bytes.length, 0);
      if (!group.isDropped && !group.isHidden) for (const byte of letters) pending.push(byte);
    } else if (token.kind === "word") {
      if (toSkip > 0 && SIGNS.has(token.word)) toSkip -= 1;
      else applyWord(token.word, token.number);
    } else if (token.kind === "ignorable") {
      isIgnorable = true;
    } else {
      decodeWaiting();
      toSkip = 0;
      isIgnorable = false;
      if (token.kind === "open") groups.push(group);
      else end();
    }
    if (pending.length > WAITING_MAX) decodeWaiting();
    if (output.length >= PIECE_LENGTH || groups.length > DEPTH_MAX) {
      yield output;
      output = "";
      if (groups.length > DEPTH_MAX) throw new Unreadable("damaged", "Too many nested groups");
    }
  }
  decodeWaiting();
  yield output;
  if (groups.length > 0) throw new Unreadable("damaged", "The end is missing");
}

const [OPEN, CLOSE, BACKSLASH, QUOTE, STAR, MINUS] = [0x7b, 0x7d, 0x5c, 0x27, 0x2a, 0x2d];
const [LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x0a, 0x0d, 0x20];

/** Line ends in the file are not part of the text. */
const isLineEnd = (byte: number) => byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 0;
const isSpecial = (byte: number) => byte === OPEN || byte === CLOSE || byte === BACKSLASH || isLineEnd(byte);
const isLetter = (byte: number) => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
/** Maximum lengths of a control word and its number (RTF 1.9.1, Control Word). */
const WORD_LENGTH_MAX = 32;
const DIGITS_MAX = 10;

function* tokensOf(bytes: Uint8Array): Iterable<Token> {
  let at = 0;
  const currentByte = () => bytes[at] ?? 0;
  while (at < bytes.length) {
    const start = at;
    const byte = currentByte();
    at += 1;
    if (byte === OPEN) yield { kind: "open" };
    else if (byte === CLOSE) yield { kind: "close" };
    else if (byte === BACKSLASH) yield* controlAt();
    else if (!isLineEnd(byte)) {
      while (at < bytes.length && !isSpecial(currentByte())) at += 1;
      yield { kind: "bytes", bytes: bytes.subarray(start, at) };
    }
  }

  function* controlAt(): Iterable<Token> {
    const sign = currentByte();
    if (isLetter(sign)) {
      yield* wordAt();
      return;
    }
    at += 1;
    if (sign === STAR) yield { kind: "ignorable" };
    else if (sign === QUOTE) {
      const byte = Number.parseInt(String.fromCharCode(currentByte(), bytes[at + 1] ?? 0), 16);
      if (!Number.isNaN(byte)) yield { kind: "bytes", bytes: Uint8Array.of(byte) };
      at += 2;
    } else if (sign === OPEN || sign === CLOSE || sign === BACKSLASH)
      yield { kind: "bytes", bytes: Uint8Array.of(sign) };
    else yield { kind: "word", word: String.fromCharCode(sign), number: null };
  }

  function* wordAt(): Iterable<Token> {
    const start = at;
    while (isLetter(currentByte()) && at - start < WORD_LENGTH_MAX) at += 1;
    const word = Buffer.from(bytes.subarray(start, at)).toString("latin1");
    const startOfNumber = at;
    if (currentByte() === MINUS) at += 1;
    while (isDigit(currentByte()) && at - startOfNumber <= DIGITS_MAX) at += 1;
    const digits = Buffer.from(bytes.subarray(startOfNumber, at)).toString("latin1");
    const number = digits === "" || digits === "-" ? null : Number(digits);
    if (currentByte() === SPACE) at += 1;
    if (word === "bin") at += Math.max(number ?? 0, 0);
    else yield { kind: "word", word, number };
  }
}
