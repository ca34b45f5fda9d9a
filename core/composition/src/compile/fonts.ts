import { type Caller, isAdministrator } from "@cartulary/kernel";
import type { FontFamily, Fonts, FontVariant, Typesetter } from "../ports.ts";

/** Filters of the font list. */
export interface FontQuery {
  /** Includes fonts of the operating system; default true. */
  readonly includeSystem?: boolean;
  /** Includes the variants of each family; default true. */
  readonly withVariants?: boolean;
}

/** A listed family. */
interface ListedFont {
  readonly family: string;
  readonly source: FontFamily["source"];
  readonly variants?: readonly FontVariant[];
}

/** The fonts that the compiler can use. */
export interface FontList {
  readonly fonts: readonly ListedFont[];
  readonly total: number;
  /** Directories of custom fonts; users other than administrators see only the last segment. */
  readonly fontPaths: readonly string[];
}

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

/** Sorts the fonts by name, and shortens paths unless the caller may see them. */
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
