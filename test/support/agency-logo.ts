import { pngOf } from "./png.ts";

const WIDTH = 240;
const HEIGHT = 120;
const [NAVY, WHITE] = [0x1e3a5f, 0xffffff];

/** A logo of an agency at a harbour: a lighthouse above waves, as PNG. */
export function agencyLogo(): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const colour = isInk(x, y) ? NAVY : WHITE;
      rgb.set([colour >> 16, (colour >> 8) & 255, colour & 255], 3 * (y * WIDTH + x));
    }
  }
  return pngOf({ width: WIDTH, height: HEIGHT, rgb });
}

function isInk(x: number, y: number): boolean {
  const fromCentre = Math.abs(x - WIDTH / 2);
  const isTower = y >= 28 && y < 84 && fromCentre < 10 + (y - 28) / 7;
  const isBand = y >= 46 && y < 60;
  const isLamp = y >= 12 && y < 26 && fromCentre < 9;
  const isBeam = Math.abs(y - 19) < 1 + fromCentre / 18 && fromCentre > 16 && fromCentre < 90;
  const crest = 96 + 5 * Math.sin(x / 9);
  const isWave = Math.abs(y - crest) < 3 || Math.abs(y - crest - 13) < 3;
  return (isTower && !isBand) || isLamp || isBeam || isWave;
}
