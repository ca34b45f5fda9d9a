import type { EngineRequest } from "@cartulary/typst/engine";
import type { PixelSize } from "./formats.ts";

/** White margin around a picture. */
const MARGIN_POINTS = 24;
const A4_POINTS = { width: 595.28, height: 841.89 };
/** A pixel at 96 dpi: the maximum size. */
const POINTS_PER_PIXEL = 0.75;

/**
 * Returns Typst source for a page with a picture, which Typst rotates by its EXIF data: white A4 portrait, the picture
 * centred and as large as fits between the margins, but not larger than at 96 dpi.
 */
export function pictureSource(
  content: Uint8Array,
  format: "jpeg" | "png",
  { width, height }: PixelSize,
): Pick<EngineRequest, "main" | "files"> {
  const picture = { path: `/image.${format}`, content };
  const longest = Math.max(width, height) * POINTS_PER_PIXEL;
  const free = { width: A4_POINTS.width - 2 * MARGIN_POINTS, height: A4_POINTS.height - 2 * MARGIN_POINTS };
  // Rotation does not change the longest side; only Typst knows which side it is.
  const typst = `#set page(paper: "a4", margin: 0pt, fill: white)
#set align(center + horizon)
#context {
  let turned = measure(image("${picture.path}"))
  let whole = ${longest}pt / calc.max(turned.width, turned.height)
  let scale = calc.min(whole, ${free.width}pt / turned.width, ${free.height}pt / turned.height)
  image("${picture.path}", width: turned.width * scale, height: turned.height * scale, fit: "stretch")
}`;
  return { main: "/main.typ", files: [{ path: "/main.typ", content: typst }, picture] };
}
