import {
  type DocumentTemplate,
  type PrintedTemplate,
  type TypesetPicture,
  type TypesetResult,
  type Typesetter,
  templateComposition,
} from "@cartulary/composition";
import type { NewId } from "@cartulary/kernel";
import type { Letter, LetterTypesetter } from "@cartulary/rental/agency";
import { type LogoDocuments, pictureIn } from "./logo-documents.ts";
import { seededLetter } from "./seeded-letters.ts";

/** Returns the stored template with a key; `null` without one. */
export type LetterTemplateFinder = (key: string) => Promise<DocumentTemplate | null>;

interface Dependencies {
  readonly typesetter: Pick<Typesetter, "typeset">;
  readonly newId: NewId;
  readonly letterTemplate?: LetterTemplateFinder;
  readonly logos?: LogoDocuments;
}

/** Warnings about the logo, for the readers of the letter's header. */
const LOGO_MISSING = "The logo is no longer a PNG or JPEG picture of 1 MiB or less; the letter has none";
const LOGO_BROKEN = "The logo cannot be shown; the letter has none";

/**
 * Typesets letters like composed documents: in a child process, because templates are untrusted. The agency's own
 * template wins over the host's; where it is broken, the seeded one prints, with a warning that says why. So does a
 * letter whose logo is gone or broken, without it.
 */
export function letterTypesetter(dependencies: Dependencies): LetterTypesetter {
  const { letterTemplate, logos } = dependencies;
  return async (letter, { inBackground } = { inBackground: false }) => {
    const stored = letterTemplate ? await storedTemplate(letterTemplate, letter) : null;
    const logo = logos ? await logoOf(logos, letter) : null;
    const missing = letter.logoDocumentId !== null && logo === null ? [LOGO_MISSING] : [];
    const printing = { ...dependencies, letter, inBackground, logo };
    const own = stored && (await print(printing, stored));
    if (stored && own?.result.outcome === "typeset") {
      const archived = own.result.archival ? [] : archivalWarnings(stored.key, own.result);
      return { pdf: own.result.pdf, warning: warningOf([...archived, ...missing, ...own.warnings]) };
    }
    const seeded = await print(printing, seededLetter(letter.templateKey));
    if (seeded.result.outcome !== "typeset") return { failure: JSON.stringify(seeded.result) };
    const replaced = stored && own ? [replacementWarning(stored.key, own.result)] : [];
    return { pdf: seeded.result.pdf, warning: warningOf([...replaced, ...missing, ...seeded.warnings]) };
  };
}

const warningOf = (warnings: readonly string[]): string | null => (warnings.length === 0 ? null : warnings.join("; "));

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

async function logoOf(logos: LogoDocuments, { logoDocumentId }: Letter): Promise<TypesetPicture | null> {
  const content = logoDocumentId === null ? null : await logos.current(logoDocumentId);
  return content && pictureIn(content);
}

interface Printing extends Dependencies {
  readonly letter: Letter;
  readonly inBackground: boolean;
  readonly logo: TypesetPicture | null;
}

interface Print {
  readonly result: TypesetResult;
  readonly warnings: readonly string[];
}

/** Compiles a letter with its logo, and without it where only that succeeds. */
async function print(printing: Printing, template: PrintedTemplate): Promise<Print> {
  const result = await typeset(printing, template);
  if (result.outcome !== "failed" || printing.logo === null) return { result, warnings: [] };
  const bare = await typeset({ ...printing, logo: null }, template);
  return bare.outcome === "typeset" ? { result: bare, warnings: [LOGO_BROKEN] } : { result, warnings: [] };
}

function typeset(
  { typesetter, newId, letter, inBackground, logo }: Printing,
  template: PrintedTemplate,
): Promise<TypesetResult> {
  const { createdAt, mandataireId } = letter;
  const values = { ...letter.values, logo: logo?.path ?? "" };
  return typesetter.typeset({
    composition: async () => templateComposition(template, values, { newId, now: createdAt }),
    pictures: logo ? [logo] : [],
    ...{ createdAt, onBehalfOf: mandataireId, inBackground },
  });
}

/** Returns the warnings of a template that prints no PDF/A for reasons of its own. */
function archivalWarnings(
  key: string,
  { warnings }: Extract<TypesetResult, { readonly outcome: "typeset" }>,
): readonly string[] {
  const [reason] = warnings.filter(({ message }) => message.includes("PDF/A"));
  return [`Template ${key} prints no PDF/A${reason ? `: ${reason.message}` : ""}`];
}

function replacementWarning(key: string, result: TypesetResult): string {
  return `Template ${key} is broken and was replaced by the seeded one: ${reasonOf(result)}`;
}

function reasonOf(result: TypesetResult): string {
  if (result.outcome === "incomplete") return `it names unknown variables: ${result.missingNames.join(", ")}`;
  if (result.outcome !== "failed") return "it is too long";
  const [first] = result.diagnostics.filter(({ severity }) => severity === "error");
  if (!first) return result.cause;
  return first.line === null ? first.message : `line ${first.line}: ${first.message}`;
}
