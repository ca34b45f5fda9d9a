/**
 * Whether a PDF ends with a cross-reference table or stream, as a file that came whole does. After the last word `startxref`,
 * or the last trailer where that word is missing, no object follows.
 */
export function hasItsEnd(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.lastIndexOf("startxref");
  if (start >= 0 && !holdsObjects(bytes, start)) return true;
  const trailer = bytes.lastIndexOf("trailer");
  return trailer >= 0 && bytes.indexOf(">>", trailer) >= 0 && !holdsObjects(bytes, trailer);
}

function holdsObjects(bytes: Buffer, from: number): boolean {
  return bytes.indexOf("endobj", from) >= 0 || bytes.indexOf("endstream", from) >= 0 || holdsHead(bytes, from);
}

/** Whether `1 0 obj` or its like stands after a place. */
function holdsHead(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf("obj", from); at >= 0; at = bytes.indexOf("obj", at + 3)) {
    if (/\d\s+\d+\s*$/.test(bytes.toString("latin1", Math.max(from, at - 24), at))) return true;
  }
  return false;
}
