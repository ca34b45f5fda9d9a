import { isSeal, seal } from "./seal.ts";

/**
 * Signs one of our paths for the query string of /login. Percent signs become tildes, because escaping them again would
 * make a long `state` exceed the query limit.
 */
export async function sealPath(path: string, visit: string): Promise<string> {
  const escaped = path.replaceAll("~", "%7E");
  return `${await seal(visit, "return_to", escaped)}.${escaped.replaceAll("%", "~")}`;
}

/** Returns the signed path; `null` if the signature is not of this browser, or the path is not ours. */
export async function openPath(sealed: string, visit: string | null): Promise<string | null> {
  const [, signature = "", carried = ""] = /^([^.]*)\.(.*)$/s.exec(sealed) ?? [];
  const path = carried.replaceAll("~", "%");
  if (visit === null || !isOwnPath(path)) return null;
  return (await isSeal(signature, visit, "return_to", path)) ? path : null;
}

/** True for a path of ours. Browsers read `//host` and `/\host` as another site, and ignore tabs and line ends. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path);
}
