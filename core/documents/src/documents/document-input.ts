import { type FieldError, type Id, type JsonObject, line, lineError } from "@cartulary/kernel";
import { missingEntries } from "../classification/catalogues.ts";
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
import type { DomainId, WorkspaceId } from "../records/workspace.ts";
import { normalTags } from "../tags/tag.ts";
import type { Place } from "../tree/tree.ts";
import {
  nameRule,
  objectRule,
  passageRule,
  type Rule,
  tagsRule,
  unknownReferenceRule,
  valueErrors,
} from "../values.ts";
import type { IncomingFile } from "./incoming.ts";

/** What may be said of a document. An absent field keeps its value; on creation it gets its default. */
export interface DocumentInput {
  readonly name?: string;
  readonly description?: string | null;
  readonly documentsFolderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
  readonly domainId?: DomainId | null;
  readonly documentTypeId?: DocumentTypeId | null;
  readonly classificationCode?: string | null;
  /** Whether it is filed under what its plan's keywords say, where no code is named. */
  readonly autoClassify?: boolean;
  /** Replaces the whole object; null empties it. */
  readonly metadataUser?: JsonObject | null;
  /** Replaces the whole list; null empties it. */
  readonly tagList?: readonly string[] | null;
}

/** What may be said of a document that is being made. */
export interface NewDocument extends DocumentInput {
  /** Where it was reserved before; no request from outside names one. */
  readonly id?: DocumentId;
  readonly bulkUploadId?: Id<"BulkUpload"> | null;
  /** In place of a file. */
  readonly chunkedUploadId?: Id<"ChunkedUpload"> | null;
  /** Where it stands among the sources of a merge, 0 to {@link POSITION_MAX}. */
  readonly position?: number;
  /** Reserved: only null and "" are accepted. */
  readonly pages?: string | null;
}

/** What a document is of which nothing was said. */
export const NEW_DOCUMENT: Omit<
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
  ...UNREAD,
};

/** Everything wrong with the values themselves, whatever document they are meant for. */
export function documentErrors(input: DocumentInput): readonly FieldError[] {
  return valueErrors(input, {
    name: nameRule,
    description: passageRule,
    classificationCode: codeRule,
    metadataUser: objectRule,
    tagList: tagsRule,
  });
}

/** As the code of an entry; nothing at all means none. */
const codeRule: Rule<string> = (field, code) => {
  const error = lineError(field, code, { max: PLAN_CODE_LENGTH_MAX, required: false });
  return error ? [error] : [];
};

/** The same for one that is being made. */
export function newDocumentErrors(input: NewDocument): readonly FieldError[] {
  return [...documentErrors(input), ...valueErrors(input, { position: positionRule, pages: pagesRule })];
}

/** The highest position of a source in a merge. */
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

/** A document is made of exactly one of a file and a finished chunked upload. */
export function sourceErrors(
  { chunkedUploadId }: Pick<NewDocument, "chunkedUploadId">,
  file: IncomingFile | StagedContent | null,
): readonly FieldError[] {
  if (file && chunkedUploadId)
    return [{ field: "chunkedUploadId", code: "invalid", message: "cannot be given together with a file" }];
  if (!file && !chunkedUploadId) return [{ field: "uploadedFile", code: "blank", message: "can't be blank" }];
  return [];
}

interface ReferenceStores extends CatalogueStores {
  readonly plans: ClassificationPlanStore;
}

/**
 * Domains, types and plan entries that are named and that there are not. The plan is the one of the workspace that the
 * document lies in afterwards; nothing may change it until the transaction ends.
 */
export async function referenceErrors(
  stores: ReferenceStores,
  input: DocumentInput,
  workspaceId: WorkspaceId | null,
): Promise<readonly FieldError[]> {
  const missing = input.domainId || input.documentTypeId ? await missingEntries(stores, input) : [];
  const code = namedCode(input);
  if (!code || (await isFiledUnder(stores.plans, workspaceId, code))) return missing;
  const message = "is the code of no entry of its workspace's plan";
  return [...missing, { field: "classificationCode", code: "not_found", message }];
}

/** The code that a request files a document under; `null` for none, `undefined` where it says nothing. */
export function namedCode({ classificationCode }: DocumentInput): string | null | undefined {
  return typeof classificationCode === "string" ? line(classificationCode) || null : classificationCode;
}

/** Whether documents of a workspace may have this code. Outside any workspace there is no plan. */
export async function isFiledUnder(
  plans: ClassificationPlanStore,
  workspaceId: WorkspaceId | null,
  code: string,
): Promise<boolean> {
  return workspaceId !== null && plans.hasCode(workspaceId, code);
}

/** The reason as far as it still stands: no code is named, and the plan has its. */
export async function standing(
  stores: Pick<ReferenceStores, "plans">,
  input: DocumentInput,
  reason: ClassificationReason | null,
  workspaceId: WorkspaceId | null,
): Promise<ClassificationReason | null> {
  if (!reason || namedCode(input)) return null;
  return (await isFiledUnder(stores.plans, workspaceId, reason.code)) ? reason : null;
}

/** The code of a reason, as far as there is one. */
export const filedBy = (reason: ClassificationReason | null): Partial<Document> =>
  reason ? { classificationCode: reason.code } : {};

/** The same for one that is being made, with the uploads that it names. */
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

/** What the input says of a document but its place, as it is kept. */
export function documentPatch(input: DocumentInput): Partial<Document> {
  const { name, description, domainId, documentTypeId, metadataUser, tagList } = input;
  const classificationCode = namedCode(input);
  return {
    ...(name !== undefined && { name: line(name) }),
    ...(description !== undefined && { description }),
    ...(domainId !== undefined && { domainId }),
    ...(documentTypeId !== undefined && { documentTypeId }),
    ...(classificationCode !== undefined && { classificationCode }),
    ...(metadataUser !== undefined && { metadataUser: metadataUser ?? {} }),
    ...(tagList !== undefined && { tags: normalTags(tagList ?? []) }),
  };
}
