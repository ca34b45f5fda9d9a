/** Tells of bytes that come in pieces whether they are UTF-8, without keeping any. */
export interface Utf8Check {
  take(bytes: Uint8Array): void;
  /** Whether all that came is UTF-8, ended characters and all. */
  isUtf8(): boolean;
}

/** A check of bytes that nobody has seen yet (RFC 3629 section 4). What is found wrong once costs nothing after that. */
export function utf8Check(): Utf8Check {
  let isSound = true;
  /** Bytes that the present character still needs, and between what the next of them has to lie. */
  let missing = 0;
  let [lowest, highest] = [0x80, 0xbf];

  function begin(byte: number): void {
    missing = lengthOf(byte) - 1;
    isSound = missing >= 0;
    lowest = LOWEST.get(byte) ?? 0x80;
    highest = HIGHEST.get(byte) ?? 0xbf;
  }

  function goOn(byte: number): void {
    isSound = byte >= lowest && byte <= highest;
    missing -= 1;
    [lowest, highest] = [0x80, 0xbf];
  }

  return {
    take(bytes) {
      for (let at = 0; isSound && at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0;
        if (missing > 0) goOn(byte);
        else if (byte >= 0x80) begin(byte);
      }
    },
    isUtf8: () => isSound && missing === 0,
  };
}

/** Bytes of a character that begins like that; 0 for what begins none. */
function lengthOf(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** Where the second byte is bounded more tightly: overlong forms, surrogates, and what lies beyond Unicode. */
const LOWEST: ReadonlyMap<number, number> = new Map([
  [0xe0, 0xa0],
  [0xf0, 0x90],
]);
const HIGHEST: ReadonlyMap<number, number> = new Map([
  [0xed, 0x9f],
  [0xf4, 0x8f],
]);
