import {
  type DocumentTemplate,
  type PrintedTemplate,
  type TypesetResult,
  type Typesetter,
  templateComposition,
} from "@cartulary/composition";
import type { NewId } from "@cartulary/kernel";
import type { Letter, LetterTypesetter } from "@cartulary/rental/agency";
import { seededLetter } from "./seeded-letters.ts";

/** Returns the stored template with a key; `null` without one. */
export type LetterTemplateFinder = (key: string) => Promise<DocumentTemplate | null>;

interface Dependencies {
  readonly typesetter: Pick<Typesetter, "typeset">;
  readonly newId: NewId;
  readonly letterTemplate?: LetterTemplateFinder;
}

/**
 * Typesets letters like composed documents: in a child process, because templates are untrusted. The agency's own
 * template wins over the host's; where it is broken, the seeded one prints, with a warning that says why.
 */
export function letterTypesetter({ typesetter, newId, letterTemplate }: Dependencies): LetterTypesetter {
  const typeset = (template: PrintedTemplate, { values, createdAt, mandataireId }: Letter, inBackground: boolean) =>
    typesetter.typeset({
      composition: async () => templateComposition(template, values, { newId, now: createdAt }),
      ...{ createdAt, onBehalfOf: mandataireId, inBackground },
    });

  return async (letter, { inBackground } = { inBackground: false }) => {
    const stored = letterTemplate ? await storedTemplate(letterTemplate, letter) : null;
    const first = stored && (await typeset(stored, letter, inBackground));
    if (first?.outcome === "typeset") return { pdf: first.pdf, warning: null };
    const seeded = await typeset(seededLetter(letter.templateKey), letter, inBackground);
    if (seeded.outcome !== "typeset") return { failure: JSON.stringify(seeded) };
    return { pdf: seeded.pdf, warning: stored && first ? warningOf(stored.key, first) : null };
  };
}

async function storedTemplate(
  find: LetterTemplateFinder,
  { templateKey, mandataireId }: Letter,
): Promise<DocumentTemplate | null> {
  for (const key of [`${templateKey}@${mandataireId}`, templateKey]) {
    const template = await find(key);
    if (template?.active) return template;
  }
  return null;
}

function warningOf(key: string, result: Exclude<TypesetResult, { readonly outcome: "typeset" }>): string {
  const why = { incomplete: incompleteReason, too_long: () => "it is too long", failed: failureReason };
  return `Template ${key} is broken and was replaced by the seeded one: ${why[result.outcome](result as never)}`;
}

const incompleteReason = ({ missingNames }: { readonly missingNames: readonly string[] }): string =>
  `it names unknown variables: ${missingNames.join(", ")}`;

function failureReason({ cause, diagnostics }: Extract<TypesetResult, { readonly outcome: "failed" }>): string {
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  if (!first) return cause;
  return first.line === null ? first.message : `line ${first.line}: ${first.message}`;
}
