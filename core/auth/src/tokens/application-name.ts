import type { Caller } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";

/** The application that a caller's token was given to, by name; `null` for a token of his own, and for none. */
export async function applicationNameOf(
  { tokens }: Pick<AuthStores, "tokens">,
  { tokenId }: Caller,
): Promise<string | null> {
  return tokenId ? tokens.applicationName(tokenId) : null;
}
