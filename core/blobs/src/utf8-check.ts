/** Checks whether a stream of bytes is UTF-8, without buffering. */
export interface Utf8Check {
  take(bytes: Uint8Array): void;
  /** True when everything so far is UTF-8 and the last character is complete. */
  isUtf8(): boolean;
}

/** Creates a check (RFC 3629 section 4). Skips all bytes after the first error. */
export function utf8Check(): Utf8Check {
  let isValid = true;
  /** Missing bytes of the current character, and the allowed range of the next one. */
  let missing = 0;
  let [lowest, highest] = [0x80, 0xbf];

  function begin(byte: number): void {
    missing = lengthOf(byte) - 1;
    isValid = missing >= 0;
    lowest = LOWEST.get(byte) ?? 0x80;
    highest = HIGHEST.get(byte) ?? 0xbf;
  }

  function continueCharacter(byte: number): void {
    isValid = byte >= lowest && byte <= highest;
    missing -= 1;
    [lowest, highest] = [0x80, 0xbf];
  }

  return {
    take(bytes) {
      for (let at = 0; isValid && at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0;
        if (missing > 0) continueCharacter(byte);
        else if (byte >= 0x80) begin(byte);
      }
    },
    isUtf8: () => isValid && missing === 0,
  };
}

/** Returns the length of a character by its first byte; 0 if invalid. */
function lengthOf(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** Narrower ranges of second bytes, against overlong forms, surrogates, and values beyond Unicode. */
const LOWEST: ReadonlyMap<number, number> = new Map([
  [0xe0, 0xa0],
  [0xf0, 0x90],
]);
const HIGHEST: ReadonlyMap<number, number> = new Map([
  [0xed, 0x9f],
  [0xf4, 0x8f],
]);
