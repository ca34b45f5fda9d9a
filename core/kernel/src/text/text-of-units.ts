/** Number of arguments per call, below the limit of every engine. */
const TOGETHER = 4096;

/** Builds a string from any number of UTF-16 code units. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = "";
  for (let at = 0; at < units.length; at += TOGETHER) {
    const some = units.subarray(at, at + TOGETHER) as unknown as number[];
    // biome-ignore lint/plugin: never more arguments than TOGETHER, and one character at a time takes twenty times as long
    text += String.fromCharCode.apply(null, some);
  }
  return text;
}
