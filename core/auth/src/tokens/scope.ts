import { SCOPES, type Scope, scopesGrant } from "@cartulary/kernel";

/** The scopes that a space-separated text names, each once and weakest first; `null` when it names another. */
export function parseScopes(text: string): readonly Scope[] | null {
  const names = text.split(" ").filter((name) => name !== "");
  const known = SCOPES.filter((scope) => names.includes(scope));
  return names.every((name) => known.some((scope) => scope === name)) ? known : null;
}

/** As OAuth writes them. */
export function writeScopes(scopes: readonly Scope[]): string {
  return scopes.join(" ");
}

/**
 * What a token gets when an application asks for `asked` (`null`: for nothing); `null` when it may not have it.
 * `admin` never comes unasked, whatever the application's defaults say.
 */
export function scopesFor(
  { scopes, defaultScopes }: Readonly<Record<"scopes" | "defaultScopes", readonly Scope[]>>,
  requested: string | null,
): readonly Scope[] | null {
  const named = requested === null ? [] : parseScopes(requested);
  if (!named?.every((scope) => scopesGrant(scopes, scope))) return null;
  if (named.length > 0) return named;
  const unasked = defaultScopes.filter((scope) => scope !== "admin");
  return unasked.length > 0 ? unasked : ["read"];
}
