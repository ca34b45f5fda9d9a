import { orNotFound, unprocessable } from "@cartulary/kernel";
import type { NamedLink } from "./ports.ts";
import type { Chain } from "./rule.ts";

/** Returns the first link of a chain: the node itself. Throws 404 when there is none. */
export function selfOf({ links: [own] }: Chain<NamedLink>): NamedLink {
  return orNotFound(own);
}

/** Throws 422 `not_a_public_root` unless the folder is a root: propagation never publishes. */
export function requireRoot(chain: Chain<NamedLink>): void {
  if (selfOf(chain).publishedSeq !== null) return;
  throw unprocessable("not_a_public_root", "The folder is not published; publish it first");
}
