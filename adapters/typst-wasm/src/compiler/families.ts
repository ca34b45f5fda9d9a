import type { FontFamily, FontVariant } from "@cartulary/composition";

/** The compiler's description of a font file; without faces if it is not a font. */
export interface FontFile {
  readonly info: readonly {
    readonly family: string;
    readonly variant: { readonly style: FontVariant["style"]; readonly weight: number; readonly stretch: number };
  }[];
}

/** Widths are in thousandths of the normal width. */
const NORMAL_WIDTH = 1_000;

/** Returns the families by name with their faces. A family in several files has the source of the first. */
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
