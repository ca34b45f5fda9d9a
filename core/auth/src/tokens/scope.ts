import { SCOPES, type Scope, scopesGrant } from "@cartulary/kernel";

/** Parses space-separated scopes, without duplicates, weakest first; `null` if one is unknown. */
export function parseScopes(text: string): readonly Scope[] | null {
  const names = text.split(" ").filter((name) => name !== "");
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  return names.every((name) => scopes.some((scope) => scope === name)) ? scopes : null;
}

/** Formats scopes for OAuth. */
export function writeScopes(scopes: readonly Scope[]): string {
  return scopes.join(" ");
}

/**
 * Returns the scopes of a request (`null`: without scope); `null` when the application may not have them. `admin` is
 * never a default.
 */
export function scopesFor(
  { scopes, defaultScopes }: Readonly<Record<"scopes" | "defaultScopes", readonly Scope[]>>,
  requested: string | null,
): readonly Scope[] | null {
  const parsed = requested === null ? [] : parseScopes(requested);
  if (!parsed?.every((scope) => scopesGrant(scopes, scope))) return null;
  if (parsed.length > 0) return parsed;
  const defaults = defaultScopes.filter((scope) => scope !== "admin");
  return defaults.length > 0 ? defaults : ["read"];
}
