import type { NewTemplate, PrintedTemplate } from "@cartulary/composition";
import { LETTER_TEMPLATE_KEYS, LETTER_TEMPLATES, type LetterTemplateKey } from "@cartulary/rental/agency";

/** Without a part, a document of the template would have nothing to compile; this one prints nothing. */
const BLANK_PART = {
  key: "lettre",
  content: "// La lettre est dans la source du modèle.",
  contentFormat: "typst",
  status: "editing",
} as const;

/** The seeded templates of letters, by key. */
const SEEDED: ReadonlyMap<LetterTemplateKey, NewTemplate & Pick<PrintedTemplate, "locale" | "pageSettings">> = new Map(
  LETTER_TEMPLATE_KEYS.map((key) => {
    const { name, description, typstSource, variables } = LETTER_TEMPLATES[key];
    const variablesSchema = { type: "object", properties: { ...variables }, required: [] };
    const layout = { locale: "fr", pageSettings: { paper: "a4", lang: "fr" }, defaultParts: [BLANK_PART] };
    return [key, { key, name, description, category: "gestion locative", typstSource, variablesSchema, ...layout }];
  }),
);

/** The templates of letters that a host begins with (effects.md 6, Templates of letters). */
export const SEEDED_LETTERS: readonly NewTemplate[] = [...SEEDED.values()];

/** Returns the seeded template of a letter, as a whole source. */
export function seededLetter(key: LetterTemplateKey): PrintedTemplate {
  const { typstSource, variablesSchema, locale, pageSettings } = SEEDED.get(key) as NewTemplate & PrintedTemplate;
  return { typstSource, variablesSchema, locale, pageSettings, defaultParts: [] };
}
