import { isSeal, seal } from "./seal.ts";

/** A path of ours to come back to after signing in, as the query string of /login carries it. */
export async function sealedPath(path: string, visit: string): Promise<string> {
  return `${await seal(visit, "return_to", path)}.${path}`;
}

/** The path in it; `null` when this browser was not sent away from there by us, or it leads elsewhere than to us. */
export async function openedPath(sealed: string, visit: string | null): Promise<string | null> {
  const [, signature = "", path = ""] = /^([^.]*)\.(.*)$/s.exec(sealed) ?? [];
  if (visit === null || !isOwnPath(path)) return null;
  return (await isSeal(signature, visit, "return_to", path)) ? path : null;
}

/** Browsers read `//host` and `/\host` as another site, and leave tabs and line ends out before they look. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path);
}
