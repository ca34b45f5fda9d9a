import { isSeal, seal } from "./seal.ts";

/**
 * A path of ours to come back to after signing in, as the query string of /login carries it. Its percent signs stand as
 * tildes: escaped once more, a long `state` would not fit into a query any more.
 */
export async function sealedPath(path: string, visit: string): Promise<string> {
  const escaped = path.replaceAll("~", "%7E");
  return `${await seal(visit, "return_to", escaped)}.${escaped.replaceAll("%", "~")}`;
}

/** The path in it; `null` when this browser was not sent away from there by us, or it leads elsewhere than to us. */
export async function openedPath(sealed: string, visit: string | null): Promise<string | null> {
  const [, signature = "", carried = ""] = /^([^.]*)\.(.*)$/s.exec(sealed) ?? [];
  const path = carried.replaceAll("~", "%");
  if (visit === null || !isOwnPath(path)) return null;
  return (await isSeal(signature, visit, "return_to", path)) ? path : null;
}

/** Browsers read `//host` and `/\host` as another site, and leave tabs and line ends out before they look. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path);
}
