import {
  DEFAULT_LIST_DIALECT,
  type FieldError,
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  normalizeLine,
  withoutNulls,
} from "@cartulary/kernel";
import {
  blank,
  descriptionError,
  errorIfPresent,
  nameError,
  optionalLineError,
  presentFields,
  requiredSourceError,
  templateKeyError,
} from "./field-rules.ts";
import { isLanguage, pageSettingsError } from "./page-settings.ts";
import { newPartErrors, PARTS_MAX, type PartInput } from "./part.ts";
import { variablesSchemaError } from "./variables.ts";

export type DocumentTemplateId = Id<"DocumentTemplate">;

/** A stored template. Documents copy it, so changes do not affect them. */
export interface DocumentTemplate {
  readonly id: DocumentTemplateId;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly locale: string;
  /** The preamble of composed documents, or the whole source in mode `pure_typst`. */
  readonly typstSource: string;
  readonly variablesSchema: JsonObject;
  readonly defaultParts: readonly PartInput[];
  readonly pageSettings: JsonObject;
  /** True when it can be used for new documents. */
  readonly active: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A template with the number of its documents. */
export interface DocumentTemplateView extends DocumentTemplate {
  readonly composedDocumentsCount: number;
}

/** Input of a template. Absent fields of an update stay unchanged; absent fields of a creation get their default. */
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

export interface NewTemplate extends TemplateInput {
  readonly key: string;
  readonly typstSource: string;
}

/** Validates the values. */
export function templateErrors(input: TemplateInput): readonly FieldError[] {
  const own = withoutNulls(
    errorIfPresent("key", input.key, templateKeyError),
    errorIfPresent("name", input.name, nameError),
    errorIfPresent("description", input.description, descriptionError),
    errorIfPresent("category", input.category, optionalLineError),
    errorIfPresent("locale", input.locale, localeError),
    errorIfPresent("typstSource", input.typstSource, requiredSourceError),
    errorIfPresent("variablesSchema", input.variablesSchema, variablesSchemaError),
    errorIfPresent("pageSettings", input.pageSettings, pageSettingsError),
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

/** Nested field names are those of the wire. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Creates a template from a valid input. The name defaults to the key. */
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

/** Converts an input to a patch of the record. */
export function templatePatch(input: TemplateInput): Partial<DocumentTemplate> {
  const { name, variablesSchema, defaultParts, pageSettings, ...rest } = input;
  return {
    ...(presentFields(rest) as Partial<DocumentTemplate>),
    ...(name !== undefined && { name: normalizeLine(name) }),
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

export type TemplateField = keyof typeof fields;

/** Order of templates; the list has no filters. */
export const templateListing: Listing<TemplateField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name"],
  sort: "name",
  direction: "asc",
};
