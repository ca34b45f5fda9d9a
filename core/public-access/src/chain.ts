import { existing, refused } from "@cartulary/kernel";
import type { NamedLink } from "./ports.ts";
import type { Chain } from "./rule.ts";

/** A chain's own node: the first. */
export function selfOf({ links: [own] }: Chain<NamedLink>): NamedLink {
  return existing(own);
}

/** Refuses what is no root: propagation is no way to publish. */
export function requireRoot(chain: Chain<NamedLink>): void {
  if (selfOf(chain).publishedSeq !== null) return;
  throw refused("not_a_public_root", "The folder is not published; publish it first");
}
