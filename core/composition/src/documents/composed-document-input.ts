import type { FolderId, WorkspaceId } from "@cartulary/documents";
import { type FieldError, type JsonObject, line, presentErrors, refused } from "@cartulary/kernel";
import { ASSEMBLY_MODES, type AssemblyMode, type ComposedDocument } from "../records/composed-document.ts";
import { pageSettingsError } from "../records/page-settings.ts";
import { descriptionError, nameError, objectError, requiredSourceError, sent } from "../records/values.ts";
import { variableErrors } from "../records/variables.ts";

/** What may be said of a composed document. An absent field keeps its value; on creation it gets the template's. */
export interface ComposedDocumentInput {
  readonly name?: string;
  readonly description?: string | null;
  readonly variables?: JsonObject | null;
  readonly pageSettings?: JsonObject | null;
  readonly typstSource?: string | null;
  /** One of {@link ASSEMBLY_MODES}, else 422 `invalid_assembly_mode`. */
  readonly assemblyMode?: string;
  readonly metadataUser?: JsonObject | null;
}

/** What is said of one that is being made. */
export interface NewComposedDocument extends ComposedDocumentInput {
  readonly templateKey: string;
  readonly folderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
}

/** Everything wrong with the values themselves, whatever document they are meant for. */
export function composedDocumentErrors(input: ComposedDocumentInput): readonly FieldError[] {
  return presentErrors(
    sent("name", input.name, nameError),
    sent("description", input.description, descriptionError),
    sent("typstSource", input.typstSource, requiredSourceError),
    sent("pageSettings", input.pageSettings, pageSettingsError),
    sent("metadataUser", input.metadataUser, objectError),
    sent("variables", input.variables, objectError),
  );
}

/** What is wrong with variables for the types that a template gave them. */
export function typeErrors({ variables }: ComposedDocumentInput, variablesSchema: JsonObject): readonly FieldError[] {
  return variables ? variableErrors("variables", variables, variablesSchema) : [];
}

/** Refuses a mode that there is not. */
export function requireAssemblyMode({ assemblyMode }: ComposedDocumentInput): void {
  if (assemblyMode === undefined || (ASSEMBLY_MODES as readonly string[]).includes(assemblyMode)) return;
  throw refused("invalid_assembly_mode", `The assembly mode must be ${ASSEMBLY_MODES.join(" or ")}`);
}

/** What an input says of a document, as it is kept. */
export function composedDocumentPatch(input: ComposedDocumentInput): Partial<ComposedDocument> {
  const { name, description, variables, pageSettings, typstSource, assemblyMode, metadataUser } = input;
  return {
    ...(name !== undefined && { name: line(name) }),
    ...(description !== undefined && { description }),
    ...(variables !== undefined && { variables: variables ?? {} }),
    ...(pageSettings !== undefined && { pageSettings: pageSettings ?? {} }),
    ...(typstSource !== undefined && { typstSource }),
    ...(assemblyMode !== undefined && { assemblyMode: assemblyMode as AssemblyMode }),
    ...(metadataUser !== undefined && { metadataUser: metadataUser ?? {} }),
  };
}

/** The fields that a patch gives another value than they have: sending what is there is no edit. */
export function differing<Record extends object>(present: Record, patch: Partial<Record>): Partial<Record> {
  const others = Object.entries(patch).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name as keyof Record]),
  );
  return Object.fromEntries(others) as Partial<Record>;
}

/** The preamble of a composed document is its template's: only a pure Typst source is its author's to write. */
export function requireEditableSource(patch: Partial<ComposedDocument>, mode: AssemblyMode): void {
  if (patch.typstSource === undefined || mode === "pure_typst") return;
  throw refused(
    "typst_source_not_editable",
    "The Typst source of a composed document is its template's; edit its parts, or set assembly_mode to pure_typst",
  );
}
