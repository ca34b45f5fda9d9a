/**
 * Encodes UTF-8 without TextEncoder, which the language lacks. Throws a RangeError for lone surrogates, which UTF-8
 * cannot write.
 */
export function utf8Bytes(text: string): Uint8Array {
  if (!text.isWellFormed()) throw new RangeError("The text has a lone surrogate");
  const bytes = new Uint8Array(mostBytes(text));
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      bytes[end++] = unit;
    } else if (unit < 0x800) {
      bytes[end++] = 0xc0 | (unit >> 6);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else if (unit < 0xd800 || unit > 0xdfff) {
      bytes[end++] = 0xe0 | (unit >> 12);
      bytes[end++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else {
      const point = text.codePointAt(at) ?? 0xfffd;
      at += 1;
      bytes[end++] = 0xf0 | (point >> 18);
      bytes[end++] = 0x80 | ((point >> 12) & 0x3f);
      bytes[end++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[end++] = 0x80 | (point & 0x3f);
    }
  }
  return bytes.subarray(0, end);
}

/** Returns an upper bound of the bytes; three bytes per character would allocate too much. */
function mostBytes(text: string): number {
  let most = text.length;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) most += 2;
  return most;
}
