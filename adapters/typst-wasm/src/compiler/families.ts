import type { FontFamily, FontVariant } from "@cartulary/composition";

/** As the compiler describes the file of a font; no face is in what is none. */
export interface FontFile {
  readonly info: readonly {
    readonly family: string;
    readonly variant: { readonly style: FontVariant["style"]; readonly weight: number; readonly stretch: number };
  }[];
}

/** Its widths are thousandths of the normal one. */
const NORMAL_WIDTH = 1_000;

/** Families by name with their faces; where a family is in several files, it is of the source of the first. */
export function familiesOf(files: readonly FontFile[], embedded: number): readonly FontFamily[] {
  const families = new Map<string, FontFamily>();
  for (const [index, { info }] of files.entries()) {
    for (const { family: name, variant } of info) {
      const face = { ...variant, stretch: variant.stretch / NORMAL_WIDTH };
      const source = index < embedded ? "embedded" : "path";
      const known = families.get(name.toLowerCase()) ?? { name, source, variants: [] };
      families.set(name.toLowerCase(), { ...known, variants: [...known.variants, face] });
    }
  }
  return [...families.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
