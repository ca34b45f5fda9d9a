/** Arguments that a call is made with: every engine takes far more. */
const TOGETHER = 4096;

/** The text of its UTF-16 code units, however many. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = "";
  for (let at = 0; at < units.length; at += TOGETHER) {
    const some = units.subarray(at, at + TOGETHER) as unknown as number[];
    // biome-ignore lint/plugin: never more arguments than TOGETHER, and one character at a time takes twenty times as long
    text += String.fromCharCode.apply(null, some);
  }
  return text;
}
