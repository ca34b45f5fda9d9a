import type { EngineRequest } from "@cartulary/typst/engine";
import type { PixelSize } from "./formats.ts";

/** What stays white around a picture. */
const MARGIN_POINTS = 24;
const A4_POINTS = { width: 595.28, height: 841.89 };
/** A pixel of 96 dpi: as large as a picture is drawn at most. */
const POINTS_PER_PIXEL = 0.75;

/**
 * The page of a picture, for Typst, which turns pictures as their EXIF says: upright A4, white, the picture in the middle, as
 * large as fits between the margins, but not larger than its pixels are at 96 dpi.
 */
export function pictureSource(
  content: Uint8Array,
  format: "jpeg" | "png",
  { width, height }: PixelSize,
): Pick<EngineRequest, "main" | "files"> {
  const picture = { path: `/image.${format}`, content };
  const longest = Math.max(width, height) * POINTS_PER_PIXEL;
  const free = { width: A4_POINTS.width - 2 * MARGIN_POINTS, height: A4_POINTS.height - 2 * MARGIN_POINTS };
  // The longest side is the same however the picture is turned; which one it is, only Typst knows.
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
