/**
 * True if a PDF ends with a cross-reference table or stream, so that it is complete: no object follows the last
 * `startxref`, or the last trailer if that word is missing.
 */
export function hasItsEnd(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.lastIndexOf("startxref");
  if (start >= 0 && !hasObjects(bytes, start)) return true;
  const trailer = bytes.lastIndexOf("trailer");
  return trailer >= 0 && bytes.indexOf(">>", trailer) >= 0 && !hasObjects(bytes, trailer);
}

function hasObjects(bytes: Buffer, from: number): boolean {
  return bytes.indexOf("endobj", from) >= 0 || bytes.indexOf("endstream", from) >= 0 || hasObjectHeader(bytes, from);
}

/** True if an object header like `1 0 obj` follows `from`. */
function hasObjectHeader(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf("obj", from); at >= 0; at = bytes.indexOf("obj", at + 3)) {
    if (/\d\s+\d+\s*$/.test(bytes.toString("latin1", Math.max(from, at - 24), at))) return true;
  }
  return false;
}
