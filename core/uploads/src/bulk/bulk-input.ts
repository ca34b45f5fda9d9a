import { type FolderId, NAME_LENGTH_MAX, type WorkspaceId } from "@cartulary/documents";
import { type FieldError, line, lineError } from "@cartulary/kernel";
import { BULK_FILES_MAX } from "./bulk-upload.ts";

/** What may be said of a bulk upload that is being made. */
export interface NewBulkUpload {
  /** 1 to {@link BULK_FILES_MAX}. */
  readonly totalFiles: number;
  readonly documentsFolderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
  readonly autoClassify?: boolean;
  /** The program that asks, when absent. */
  readonly source?: string | null;
  readonly mergeToPdf?: boolean;
  /** Needed by a merge, says nothing without one. `.pdf` is added where it is absent. */
  readonly mergedFileName?: string | null;
}

/** Everything wrong with the values themselves. */
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

/** A whole path may be long; what is left of it is a name. */
function mergedFileNameErrors(sent: string): readonly FieldError[] {
  const rule = { max: NAME_LENGTH_MAX, required: true };
  const error =
    lineError("mergedFileName", withoutPath(sent), rule) ?? lineError("mergedFileName", mergedFileName(sent), rule);
  return error ? [error] : [];
}

/** The name that the merged document gets: without path, and with the ending that its type has. */
export function mergedFileName(sent: string): string {
  const name = line(withoutPath(sent));
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}

const withoutPath = (name: string): string => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
