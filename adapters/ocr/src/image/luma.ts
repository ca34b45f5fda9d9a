const WHITE = 255;

/** Perceived brightness of a colour (ITU-R BT.601), from 0 to 255. */
export const luma = (red: number, green: number, blue: number): number => 0.299 * red + 0.587 * green + 0.114 * blue;

/** Brightness of a 32-bit colour with red in the highest byte; ignores the opacity in the lowest byte. */
export const grayOfColor = (color: number): number => luma(color >>> 24, (color >>> 16) & 0xff, (color >>> 8) & 0xff);

/** Brightness of a 32-bit colour with opacity on white paper. */
export function grayOnWhite(color: number): number {
  const opacity = (color & 0xff) / WHITE;
  return grayOfColor(color) * opacity + WHITE * (1 - opacity);
}
