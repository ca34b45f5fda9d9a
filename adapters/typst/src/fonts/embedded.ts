import type { FontFamily, FontVariant } from "@cartulary/composition";

const face = (style: FontVariant["style"], weight: number): FontVariant => ({ style, weight, stretch: 1 });

/** The fonts embedded in the compiler (typst-assets 0.14), which has no call that lists them. */
export const EMBEDDED_FAMILIES: readonly FontFamily[] = [
  {
    name: "DejaVu Sans Mono",
    source: "embedded",
    variants: [face("normal", 400), face("normal", 700), face("oblique", 400), face("oblique", 700)],
  },
  {
    name: "Libertinus Serif",
    source: "embedded",
    variants: [400, 600, 700].flatMap((weight) => [face("normal", weight), face("italic", weight)]),
  },
  {
    name: "New Computer Modern",
    source: "embedded",
    variants: [400, 700].flatMap((weight) => [face("normal", weight), face("italic", weight)]),
  },
  {
    name: "New Computer Modern Math",
    source: "embedded",
    variants: [face("normal", 400), face("normal", 450), face("normal", 700)],
  },
];
