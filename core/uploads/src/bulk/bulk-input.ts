import { type FolderId, NAME_LENGTH_MAX, type WorkspaceId } from "@cartulary/documents";
import { type FieldError, lineError, normalizeLine } from "@cartulary/kernel";
import { BULK_FILES_MAX } from "./bulk-upload.ts";

/** The fields of a request that creates a bulk upload. */
export interface NewBulkUpload {
  /** 1 to {@link BULK_FILES_MAX}. */
  readonly totalFiles: number;
  readonly documentsFolderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
  readonly autoClassify?: boolean;
  /** When absent, the name of the requesting client. */
  readonly source?: string | null;
  readonly mergeToPdf?: boolean;
  /** Required for a merge, ignored otherwise. `.pdf` is appended where missing. */
  readonly mergedFileName?: string | null;
}

/** Returns all errors of the values themselves. */
export function bulkUploadErrors(input: NewBulkUpload): readonly FieldError[] {
  const { totalFiles, source, mergeToPdf } = input;
  const sourceError = source ? lineError("source", source, { max: NAME_LENGTH_MAX, required: false }) : null;
  const nameErrors = mergeToPdf ? mergedFileNameErrors(input.mergedFileName ?? "") : [];
  return [...totalErrors(totalFiles), ...(sourceError ? [sourceError] : []), ...nameErrors];
}

function totalErrors(total: number): readonly FieldError[] {
  const field = "totalFiles";
  if (total < 1) {
    return [{ field, code: "greater_than_or_equal_to", message: "must be greater than or equal to 1" }];
  }
  if (total <= BULK_FILES_MAX) return [];
  return [{ field, code: "less_than_or_equal_to", message: `must be less than or equal to ${BULK_FILES_MAX}` }];
}

/** The limit applies to the last segment: clients may send a whole path. */
function mergedFileNameErrors(sent: string): readonly FieldError[] {
  const rule = { max: NAME_LENGTH_MAX, required: true };
  const error =
    lineError("mergedFileName", withoutPath(sent), rule) ?? lineError("mergedFileName", mergedFileName(sent), rule);
  return error ? [error] : [];
}

/** Returns the name of the merged document: the last path segment, ending in `.pdf`. */
export function mergedFileName(sent: string): string {
  const name = normalizeLine(withoutPath(sent));
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}

const withoutPath = (name: string): string => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
