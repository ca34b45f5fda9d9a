import { type Caller, isAdministrator } from "@cartulary/kernel";
import type { FontFamily, Fonts, FontVariant, Typesetter } from "../ports.ts";

/** Which fonts are asked for. */
export interface FontQuery {
  /** Also those of the machine; they are when absent. */
  readonly includeSystem?: boolean;
  /** With the faces of each family; so it is when absent. */
  readonly withVariants?: boolean;
}

/** A family as it is listed. */
interface ListedFont {
  readonly family: string;
  readonly source: FontFamily["source"];
  readonly variants?: readonly FontVariant[];
}

/** The fonts that a compiler can resolve. */
export interface FontList {
  readonly fonts: readonly ListedFont[];
  readonly total: number;
  /** Where fonts of one's own are looked for; to others than administrators only the last name of each. */
  readonly fontPaths: readonly string[];
}

/** What documents can be set in. */
export interface FontCatalogue {
  list(caller: Caller, query: FontQuery): Promise<FontList>;
}

export function createFontCatalogue({ typesetter }: { readonly typesetter: Typesetter }): FontCatalogue {
  return {
    async list(caller, query) {
      return fontList(await typesetter.fonts(caller.userId), query, isAdministrator(caller));
    },
  };
}

/** By name; what an asker may know of the machine's directories. */
export function fontList(
  { families, fontPaths }: Fonts,
  { includeSystem = true, withVariants = true }: FontQuery,
  mayKnowPaths: boolean,
): FontList {
  const fonts = families
    .filter(({ source }) => includeSystem || source !== "system")
    .map(({ name, source, variants }): ListedFont => ({ family: name, source, ...(withVariants && { variants }) }))
    .toSorted((one, other) => (one.family < other.family ? -1 : one.family > other.family ? 1 : 0));
  return { fonts, total: fonts.length, fontPaths: mayKnowPaths ? fontPaths : fontPaths.map(lastName) };
}

const lastName = (path: string): string => path.split(/[\\/]/).findLast((name) => name !== "") ?? "";
