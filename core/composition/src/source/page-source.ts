import { languageOf, type PageSettings } from "../records/page-settings.ts";
import type { Filling } from "./placeholders.ts";
import { typstString, typstText } from "./typst-text.ts";

/**
 * The families of every text, the first before the next: the default one, and those that have the signs which it lacks.
 * Each typesetter embeds them, so that a sign looks the same on every machine. Of the font for formulas only the ligatures
 * come before the plain signs: those of the monospaced font do not fit into a word.
 */
const FAMILIES =
  '"Libertinus Serif", (name: "New Computer Modern Math", covers: regex("[\\u{fb00}-\\u{fb06}]")), "DejaVu Sans Mono", "New Computer Modern Math"';

/** A link that leads anywhere but to the web, a mailbox or a telephone prints its text. Places in the document itself stay. */
const LINK_RULE =
  '#show link: it => if type(it.dest) == str and not it.dest.contains(regex("(?i)^(https?:|mailto:|tel:)")) { it.body } else { it }';

/** What holds of every document, whoever wrote its sources (composition.md 2): one line. */
export const STANDING_RULES: string = `#set text(font: (${FAMILIES}));${LINK_RULE}\n`;

/** The head and the foot that parts make, as content of Typst; `null` where no part makes one. */
interface PartFurniture {
  readonly header: string | null;
  readonly footer: string | null;
}

/** The set rules that a document begins with. Parts win over texts of the settings. */
export function pageSource(
  settings: PageSettings,
  locale: string,
  { header, footer }: PartFurniture,
  filling: Filling,
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

/** Text of no size cannot be set. */
const sizeOf = (size: string | undefined): string | undefined =>
  size !== undefined && Number.parseFloat(size) > 0 ? size : undefined;
