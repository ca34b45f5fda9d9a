import { languageOf, type PageSettings } from "../records/page-settings.ts";
import type { PlaceholderFiller } from "./placeholders.ts";
import { typstString, typstText } from "./typst-text.ts";

/**
 * The fonts of all texts in order: the default one, then those with missing characters. Every typesetter embeds them,
 * so the result is the same on all machines. Ligatures come from the mathematical font, because those of the monospaced
 * font are too wide.
 */
const FAMILIES =
  '"Libertinus Serif", (name: "New Computer Modern Math", covers: regex("[\\u{fb00}-\\u{fb06}]")), "DejaVu Sans Mono", "New Computer Modern Math"';

/** Prints links to other targets than web, mail and telephone as text. Internal links stay. */
const LINK_RULE =
  '#show link: it => if type(it.dest) == str and not it.dest.contains(regex("(?i)^(https?:|mailto:|tel:)")) { it.body } else { it }';

/** Rules of every document, on one line (composition.md 2). */
export const STANDING_RULES: string = `#set text(font: (${FAMILIES}));${LINK_RULE}\n`;

/** Header and footer from parts as Typst content; `null` without. */
interface PageContent {
  readonly header: string | null;
  readonly footer: string | null;
}

/** Builds the initial set rules. Parts take precedence over texts of the settings. */
export function pageSource(
  settings: PageSettings,
  locale: string,
  { header, footer }: PageContent,
  filling: PlaceholderFiller,
): string {
  const text = (value: string | undefined) => (value ? `[${typstText(filling.fill(value))}]` : null);
  const page = argumentsOf({
    paper: settings.paper && typstString(settings.paper),
    flipped: settings.flipped === undefined ? undefined : String(settings.flipped),
    margin: settings.margin,
    header: header ?? text(settings.header),
    footer: footer ?? text(settings.footer),
  });
  const { lang, region } = languageOf(settings.lang ?? locale);
  const style = argumentsOf({
    lang: typstString(lang),
    region: region && typstString(region),
    font: settings.font && `(${typstString(settings.font)}, ${FAMILIES})`,
    size: sizeOf(settings.size),
  });
  return `${page === "" ? "" : `#set page(${page});\n`}#set text(${style});\n`;
}

function argumentsOf(named: Readonly<Record<string, string | null | undefined>>): string {
  return Object.entries(named)
    .flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
    .join(", ");
}

/** Ignores size zero, which cannot be typeset. */
const sizeOf = (size: string | undefined): string | undefined =>
  size !== undefined && Number.parseFloat(size) > 0 ? size : undefined;
