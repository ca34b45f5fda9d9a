import type { FolderId, WorkspaceId } from "@cartulary/documents";
import { type FieldError, type JsonObject, normalizeLine, unprocessable, withoutNulls } from "@cartulary/kernel";
import { ASSEMBLY_MODES, type AssemblyMode, type ComposedDocument } from "../records/composed-document.ts";
import {
  descriptionError,
  errorIfPresent,
  nameError,
  objectError,
  requiredSourceError,
} from "../records/field-rules.ts";
import { pageSettingsError } from "../records/page-settings.ts";
import { variableErrors } from "../records/variables.ts";

/**
 * Input of a composed document. Absent fields of an update stay unchanged; absent fields of a creation come from the
 * template.
 */
export interface ComposedDocumentInput {
  readonly name?: string;
  readonly description?: string | null;
  readonly variables?: JsonObject | null;
  readonly pageSettings?: JsonObject | null;
  readonly typstSource?: string | null;
  /** A value of {@link ASSEMBLY_MODES}, else 422 `invalid_assembly_mode`. */
  readonly assemblyMode?: string;
  readonly metadataUser?: JsonObject | null;
}

export interface NewComposedDocument extends ComposedDocumentInput {
  readonly templateKey: string;
  readonly folderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
}

/** Validates the values themselves. */
export function composedDocumentErrors(input: ComposedDocumentInput): readonly FieldError[] {
  return withoutNulls(
    errorIfPresent("name", input.name, nameError),
    errorIfPresent("description", input.description, descriptionError),
    errorIfPresent("typstSource", input.typstSource, requiredSourceError),
    errorIfPresent("pageSettings", input.pageSettings, pageSettingsError),
    errorIfPresent("metadataUser", input.metadataUser, objectError),
    errorIfPresent("variables", input.variables, objectError),
  );
}

/** Validates variables against the types of the template's schema. */
export function typeErrors({ variables }: ComposedDocumentInput, variablesSchema: JsonObject): readonly FieldError[] {
  return variables ? variableErrors("variables", variables, variablesSchema) : [];
}

/** Throws 422 for an unknown mode. */
export function requireAssemblyMode({ assemblyMode }: ComposedDocumentInput): void {
  if (assemblyMode === undefined || (ASSEMBLY_MODES as readonly string[]).includes(assemblyMode)) return;
  throw unprocessable("invalid_assembly_mode", `The assembly mode must be ${ASSEMBLY_MODES.join(" or ")}`);
}

/** Converts an input to a patch of the record. */
export function composedDocumentPatch(input: ComposedDocumentInput): Partial<ComposedDocument> {
  const { name, description, variables, pageSettings, typstSource, assemblyMode, metadataUser } = input;
  return {
    ...(name !== undefined && { name: normalizeLine(name) }),
    ...(description !== undefined && { description }),
    ...(variables !== undefined && { variables: variables ?? {} }),
    ...(pageSettings !== undefined && { pageSettings: pageSettings ?? {} }),
    ...(typstSource !== undefined && { typstSource }),
    ...(assemblyMode !== undefined && { assemblyMode: assemblyMode as AssemblyMode }),
    ...(metadataUser !== undefined && { metadataUser: metadataUser ?? {} }),
  };
}

/** Returns the fields of a patch that differ from the record. */
export function changedFields<Record extends object>(present: Record, patch: Partial<Record>): Partial<Record> {
  const changed = Object.entries(patch).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name as keyof Record]),
  );
  return Object.fromEntries(changed) as Partial<Record>;
}

/** Throws 422 for a change of the source in mode `composed`, in which the source is the template's preamble. */
export function requireEditableSource(patch: Partial<ComposedDocument>, mode: AssemblyMode): void {
  if (patch.typstSource === undefined || mode === "pure_typst") return;
  throw unprocessable(
    "typst_source_not_editable",
    "The Typst source of a composed document is its template's; edit its parts, or set assembly_mode to pure_typst",
  );
}
