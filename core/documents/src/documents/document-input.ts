import { type Day, type FieldError, type Id, type JsonObject, lineError, normalizeLine } from "@cartulary/kernel";
import { missingReferenceErrors } from "../classification/catalogues.ts";
import type { CatalogueStores, ClassificationPlanStore } from "../ports.ts";
import { type ClassificationReason, PLAN_CODE_LENGTH_MAX } from "../records/classification-plan.ts";
import {
  type Content,
  type Document,
  type DocumentId,
  type DocumentTypeId,
  type StagedContent,
  UNREAD,
} from "../records/document.ts";
import type { FolderId } from "../records/folder.ts";
import { NOT_RETAINED } from "../records/retention.ts";
import type { DomainId, WorkspaceId } from "../records/workspace.ts";
import { normalTags } from "../tags/tag.ts";
import type { Place } from "../tree/placement.ts";
import {
  nameRule,
  objectRule,
  passageRule,
  type Rule,
  tagsRule,
  unknownReferenceRule,
  valueErrors,
} from "../values.ts";
import type { FileUpload } from "./streamed-request.ts";

/** Fields of a document. An absent field keeps its value; on creation it gets its default. */
export interface DocumentInput {
  readonly name?: string;
  readonly description?: string | null;
  readonly documentsFolderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
  readonly domainId?: DomainId | null;
  readonly documentTypeId?: DocumentTypeId | null;
  readonly classificationCode?: string | null;
  /** True to classify by the keywords of the workspace's plan when no code is set. */
  readonly autoClassify?: boolean;
  /** Replaces the object; `null` empties it. */
  readonly metadataUser?: JsonObject | null;
  /** Replaces the list; `null` empties it. */
  readonly tagList?: readonly string[] | null;
  readonly retainUntil?: Day | null;
  /** Why a retention is shortened or removed. */
  readonly reason?: string | null;
}

/** Fields of a new document. */
export interface NewDocument extends DocumentInput {
  /** A reserved id; only internal callers set one. */
  readonly id?: DocumentId;
  readonly bulkUploadId?: Id<"BulkUpload"> | null;
  /** Instead of a file. */
  readonly chunkedUploadId?: Id<"ChunkedUpload"> | null;
  /** Position among the sources of a merge, 0 to {@link POSITION_MAX}. */
  readonly position?: number;
  /** Reserved: only `null` and "" are accepted. */
  readonly pages?: string | null;
}

/** The defaults of a document. */
export const DOCUMENT_DEFAULTS: Omit<
  Document,
  keyof Content | keyof Place | "id" | "name" | "placedSeq" | "createdBy" | "createdAt" | "updatedAt"
> = {
  description: null,
  externalId: null,
  domainId: null,
  documentTypeId: null,
  classificationCode: null,
  metadataUser: {},
  tags: [],
  versionsCount: 0,
  ...NOT_RETAINED,
  ...UNREAD,
};

/** Returns all errors of the values themselves. */
export function documentErrors(input: DocumentInput): readonly FieldError[] {
  return valueErrors(input, {
    name: nameRule,
    description: passageRule,
    classificationCode: codeRule,
    metadataUser: objectRule,
    tagList: tagsRule,
    reason: passageRule,
  });
}

/** The rule of a plan entry's code; blank means none. */
const codeRule: Rule<string> = (field, code) => {
  const error = lineError(field, code, { max: PLAN_CODE_LENGTH_MAX, required: false });
  return error ? [error] : [];
};

/** Returns all errors of the values of a new document. */
export function newDocumentErrors(input: NewDocument): readonly FieldError[] {
  return [...documentErrors(input), ...valueErrors(input, { position: positionRule, pages: pagesRule })];
}

const POSITION_MAX = 2_147_483_647;

const positionRule: Rule<number> = (field, position) => {
  if (position < 0) {
    return [{ field, code: "greater_than_or_equal_to", message: "must be greater than or equal to 0" }];
  }
  if (position <= POSITION_MAX) return [];
  return [{ field, code: "less_than_or_equal_to", message: `must be less than or equal to ${POSITION_MAX}` }];
};

const pagesRule: Rule<string> = (field, pages) =>
  pages === "" ? [] : [{ field, code: "unsupported", message: "is reserved and must be empty" }];

/** Requires exactly one of a file and a chunked upload. */
export function sourceErrors(
  { chunkedUploadId }: Pick<NewDocument, "chunkedUploadId">,
  file: FileUpload | StagedContent | null,
): readonly FieldError[] {
  if (file && chunkedUploadId)
    return [{ field: "chunkedUploadId", code: "invalid", message: "cannot be combined with a file" }];
  if (!file && !chunkedUploadId) return [{ field: "uploadedFile", code: "blank", message: "can't be blank" }];
  return [];
}

interface ReferenceStores extends CatalogueStores {
  readonly plans: ClassificationPlanStore;
}

/**
 * Returns errors for missing domains, types and plan entries. The plan is that of the document's workspace after the
 * change, which the transaction must have locked.
 */
export async function referenceErrors(
  stores: ReferenceStores,
  input: DocumentInput,
  workspaceId: WorkspaceId | null,
): Promise<readonly FieldError[]> {
  const missing = input.domainId || input.documentTypeId ? await missingReferenceErrors(stores, input) : [];
  const code = requestedCode(input);
  if (!code || (await hasPlanCode(stores.plans, workspaceId, code))) return missing;
  const message = "does not exist in the workspace's plan";
  return [...missing, { field: "classificationCode", code: "not_found", message }];
}

/** Returns the requested code; `null` for none, `undefined` when the request does not mention it. */
export function requestedCode({ classificationCode }: DocumentInput): string | null | undefined {
  return typeof classificationCode === "string" ? normalizeLine(classificationCode) || null : classificationCode;
}

/** True when the workspace's plan has the code. Without a workspace there is no plan. */
export async function hasPlanCode(
  plans: ClassificationPlanStore,
  workspaceId: WorkspaceId | null,
  code: string,
): Promise<boolean> {
  return workspaceId !== null && plans.hasCode(workspaceId, code);
}

/** Returns the reason if it still applies: the request has no code, and the plan still has the reason's. */
export async function reasonIfValid(
  stores: Pick<ReferenceStores, "plans">,
  input: DocumentInput,
  reason: ClassificationReason | null,
  workspaceId: WorkspaceId | null,
): Promise<ClassificationReason | null> {
  if (!reason || requestedCode(input)) return null;
  return (await hasPlanCode(stores.plans, workspaceId, reason.code)) ? reason : null;
}

export const codePatch = (reason: ClassificationReason | null): Partial<Document> =>
  reason ? { classificationCode: reason.code } : {};

/** Returns reference errors of a new document. Uploads must have been resolved before: remaining ids are unknown. */
export async function newReferenceErrors(
  stores: ReferenceStores,
  input: NewDocument,
  workspaceId: WorkspaceId | null,
): Promise<readonly FieldError[]> {
  return [
    ...(await referenceErrors(stores, input, workspaceId)),
    ...valueErrors(input, { bulkUploadId: unknownReferenceRule, chunkedUploadId: unknownReferenceRule }),
  ];
}

/** Returns the stored fields that the input changes, except its destination. */
export function documentPatch(input: DocumentInput): Partial<Document> {
  const { name, description, domainId, documentTypeId, metadataUser, tagList } = input;
  const classificationCode = requestedCode(input);
  return {
    ...(name !== undefined && { name: normalizeLine(name) }),
    ...(description !== undefined && { description }),
    ...(domainId !== undefined && { domainId }),
    ...(documentTypeId !== undefined && { documentTypeId }),
    ...(classificationCode !== undefined && { classificationCode }),
    ...(metadataUser !== undefined && { metadataUser: metadataUser ?? {} }),
    ...(tagList !== undefined && { tags: normalTags(tagList ?? []) }),
  };
}
