/** The supported kinds of pictures. Leptonica could decode more, but other kinds never reach it. */
export type PictureKind = "jpeg" | "png" | "tiff" | "webp";

/** Detects the kind of picture by its bytes, not by its declared type; `null` for other files. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("II*\0") || head.startsWith("MM\0*")) return "tiff";
  return head.startsWith("RIFF") && head.startsWith("WEBP", 8) ? "webp" : null;
}
