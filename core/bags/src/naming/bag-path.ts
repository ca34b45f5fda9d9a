/** The folder of a bag with its content. */
export const PAYLOAD = "data/";

/** Maximum UTF-16 units of a path in a bag. */
export const PATH_UNITS_MAX = 8_192;

/**
 * Returns the reason for which a path may not be used, or `null`. A path that leaves the bag would let its maker write
 * anywhere.
 */
export function pathProblem(path: string): string | null {
  if (path === "" || path.length > PATH_UNITS_MAX) return "has no usable length";
  if (path.includes("\u0000")) return "has a NUL character";
  if (/^(?:[/\\~]|[A-Za-z]:[/\\])/.test(path)) return "is absolute";
  if (path.split(/[/\\]/).includes("..")) return "leaves the bag";
  if (path.split("/").some((segment) => segment === "" || segment === ".")) return "has an empty step";
  return null;
}

/** Decodes `%25`, `%0D` and `%0A` of a path in a manifest, and nothing else (RFC 8493 section 2.1.3). */
export function decodePath(written: string): string {
  return written.replace(/%(25|0D|0A)/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Orders paths by code points, which is the order of their bytes in UTF-8. */
export function comparePaths(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

/** Surrogates come after all other units: their characters are above U+FFFF. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
