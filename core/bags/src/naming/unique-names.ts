import { toNfc } from "@cartulary/kernel";
import { numberedName, safeName } from "./safe-name.ts";

/** An item of a folder. */
export interface Sibling {
  /** The true name. */
  readonly name: string;
  /** Instant of its creation. */
  readonly createdAt: string;
  /** Digest of its content; empty for a folder. */
  readonly sha256: string;
  /** Its other fields as text, without ids: orders those that are equal otherwise. */
  readonly rest: string;
}

/**
 * Returns a safe name for each sibling, in the same order; no two are equal without regard to case. Names that coincide
 * are numbered from 2 on, before their extension, by creation, then digest, then the other fields: never by id, so that
 * an imported copy gets the same names. A number that would repeat another name is skipped.
 */
export function uniqueNames(siblings: readonly Sibling[], folderPath = ""): readonly string[] {
  const names = siblings.map(({ name }) => safeName(name, folderPath));
  const groups = Map.groupBy(names.keys(), (index) => nameKey(names[index] ?? ""));
  const taken = new Set(groups.keys());
  const unique = [...names];
  for (const [, members] of [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [, ...coinciding] = members.toSorted((one, other) => compareSiblings(siblings[one], siblings[other]));
    let number = 2;
    for (const index of coinciding) {
      const name = names[index] ?? "";
      while (taken.has(nameKey(numberedName(name, number)))) number += 1;
      unique[index] = numberedName(name, number);
      taken.add(nameKey(unique[index]));
    }
  }
  return unique;
}

/** Equal for names that a file system without regard to case or composition takes for the same. */
export const nameKey = (name: string): string => toNfc(toNfc(name).toUpperCase().toLowerCase());

const ORDER = ["createdAt", "sha256", "name", "rest"] as const;

function compareSiblings(one: Sibling | undefined, other: Sibling | undefined): number {
  for (const field of ORDER) {
    const [left = "", right = ""] = [one?.[field], other?.[field]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
