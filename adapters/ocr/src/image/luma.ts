const WHITE = 255;

/** How bright a colour seems (ITU-R BT.601), from 0 to 255. */
export const luma = (red: number, green: number, blue: number): number => 0.299 * red + 0.587 * green + 0.114 * blue;

/** The same of a colour in 32 bits, red in the highest and opacity in the lowest, which does not count. */
export const grayOfColor = (color: number): number => luma(color >>> 24, (color >>> 16) & 0xff, (color >>> 8) & 0xff);

/** The same on white paper, which shines through. */
export function grayOnWhite(color: number): number {
  const opacity = (color & 0xff) / WHITE;
  return grayOfColor(color) * opacity + WHITE * (1 - opacity);
}
