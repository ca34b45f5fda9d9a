import {
  type FieldError,
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  line,
  presentErrors,
  standardLists,
} from "@cartulary/kernel";
import { isLanguage, pageSettingsError } from "./page-settings.ts";
import { newPartErrors, PARTS_MAX, type PartInput } from "./part.ts";
import {
  blank,
  descriptionError,
  keyError,
  nameError,
  optionalLineError,
  requiredSourceError,
  sent,
  sentOf,
} from "./values.ts";
import { variablesSchemaError } from "./variables.ts";

export type DocumentTemplateId = Id<"DocumentTemplate">;

/** A template as it is stored. Documents copy what they need of it, so that changing it changes none of them. */
export interface DocumentTemplate {
  readonly id: DocumentTemplateId;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  /** The language of its texts. */
  readonly locale: string;
  /** The preamble of composed documents, or all of a pure Typst one. */
  readonly typstSource: string;
  readonly variablesSchema: JsonObject;
  readonly defaultParts: readonly PartInput[];
  readonly pageSettings: JsonObject;
  /** Whether documents can be made of it. */
  readonly active: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A template as it is answered. */
export interface DocumentTemplateView extends DocumentTemplate {
  readonly composedDocumentsCount: number;
}

/** What may be said of a template. An absent field keeps its value; on creation it gets its default. */
export interface TemplateInput {
  readonly key?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly category?: string | null;
  readonly locale?: string;
  readonly typstSource?: string;
  readonly variablesSchema?: JsonObject | null;
  readonly defaultParts?: readonly PartInput[] | null;
  readonly pageSettings?: JsonObject | null;
  readonly active?: boolean;
}

/** What is said of a template that is being made. */
export interface NewTemplate extends TemplateInput {
  readonly key: string;
  readonly typstSource: string;
}

/** Everything wrong with the values themselves. */
export function templateErrors(input: TemplateInput): readonly FieldError[] {
  const own = presentErrors(
    sent("key", input.key, keyError),
    sent("name", input.name, nameError),
    sent("description", input.description, descriptionError),
    sent("category", input.category, optionalLineError),
    sent("locale", input.locale, localeError),
    sent("typstSource", input.typstSource, requiredSourceError),
    sent("variablesSchema", input.variablesSchema, variablesSchemaError),
    sent("pageSettings", input.pageSettings, pageSettingsError),
  );
  return [...own, ...defaultPartsErrors(input.defaultParts ?? [])];
}

function localeError(field: string, locale: string): FieldError | null {
  if (locale === "") return blank(field);
  return isLanguage(locale) ? null : { field, code: "invalid", message: "is not a language such as fr or fr-BE" };
}

function defaultPartsErrors(parts: readonly PartInput[]): readonly FieldError[] {
  if (parts.length > PARTS_MAX) {
    return [{ field: "defaultParts", code: "too_long", message: `has too many parts (maximum is ${PARTS_MAX})` }];
  }
  return parts.flatMap((part, index) =>
    newPartErrors(part).map((error) => ({ ...error, field: `defaultParts[${index}].${snake(error.field)}` })),
  );
}

/** Below the first name of a field's path stand the wire's own. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The template that an input without errors makes. Without a name it is called by its key. */
export function newTemplate(
  input: NewTemplate,
  { id, now }: { readonly id: DocumentTemplateId; readonly now: Instant },
): DocumentTemplate {
  return {
    description: null,
    category: null,
    locale: "fr",
    variablesSchema: {},
    defaultParts: [],
    pageSettings: {},
    active: true,
    name: input.key,
    ...templatePatch(input),
    key: input.key,
    typstSource: input.typstSource,
    id,
    createdAt: now,
    updatedAt: now,
  };
}

/** What an input says of a template, as it is kept. */
export function templatePatch(input: TemplateInput): Partial<DocumentTemplate> {
  const { name, variablesSchema, defaultParts, pageSettings, ...others } = input;
  return {
    ...(sentOf(others) as Partial<DocumentTemplate>),
    ...(name !== undefined && { name: line(name) }),
    ...(variablesSchema !== undefined && { variablesSchema: variablesSchema ?? {} }),
    ...(defaultParts !== undefined && { defaultParts: defaultParts ?? [] }),
    ...(pageSettings !== undefined && { pageSettings: pageSettings ?? {} }),
  };
}

const fields = {
  id: "uuid",
  key: "keyword",
  name: "text",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link templateListing} knows. */
export type TemplateField = keyof typeof fields;

/** How templates are ordered; their list takes no question. */
export const templateListing: Listing<TemplateField> = {
  dialect: standardLists,
  fields,
  sorts: ["name"],
  sort: "name",
  direction: "asc",
};
