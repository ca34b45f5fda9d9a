import type { Instant } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BulkUpload,
  completeMerge,
  isMergeable,
  MERGE_SOURCES_BYTES_MAX,
  markFailed,
  withDocument,
  withSource,
} from "../src/bulk/bulk-upload.ts";
import { bulkUploadTransitions } from "../src/bulk/bulk-upload-status.ts";
import { newBulkUpload } from "../src/bulk/new-bulk-upload.ts";

const NOW = "2026-01-02T03:04:05.678Z" as Instant;
const LATER = "2026-01-02T03:04:06.678Z" as Instant;
const CALLER = { userId: "u" as never, role: "user", scopes: [], groupIds: [] } as const;

function bulkOf(totalFiles: number, mergeToPdf: boolean): BulkUpload {
  const input = { totalFiles, mergeToPdf, mergedFileName: "whole" };
  const place = { documentsFolderId: null, workspaceId: null };
  return newBulkUpload(CALLER, input, { id: "b" as never, documentId: "d" as never, now: NOW, place });
}

/** Events of a bulk upload; each is applied only where its status allows it. */
const EVENTS = {
  file: (bulk: BulkUpload) => (bulk.mergeToPdf ? withSource(bulk, 1, LATER) : withDocument(bulk, LATER)),
  merged: (bulk: BulkUpload) => (isMergeable(bulk) ? completeMerge(bulk, LATER) : bulk),
  failed: (bulk: BulkUpload) => (bulk.abandonedAt ? markFailed(bulk, "abandoned", LATER) : bulk),
} as const;
const events = fc.array(fc.constantFrom("file", "file", "file", "merged", "failed" as const), { maxLength: 12 });

describe("A bulk upload", () => {
  it("counts correctly and follows the allowed transitions in any order of events", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.boolean(), events, (total, mergeToPdf, happening) => {
        let bulk = bulkOf(total, mergeToPdf);
        for (const event of happening) {
          let next: BulkUpload;
          try {
            next = EVENTS[event](bulk);
          } catch (error) {
            const isFull = bulk.receivedFiles === bulk.totalFiles && bulk.status === "in_progress";
            expect(error).toMatchObject({ code: isFull ? "bulk_upload_full" : "bulk_upload_closed" });
            continue;
          }
          if (next.status !== bulk.status) expect(bulkUploadTransitions.table[bulk.status]).toContain(next.status);
          bulk = next;
          const processed = bulk.successfulFiles + bulk.failedFiles;
          expect(processed).toBeLessThanOrEqual(bulk.receivedFiles);
          expect(bulk.receivedFiles).toBeLessThanOrEqual(bulk.totalFiles);
          if (!mergeToPdf) expect(bulk.successfulFiles).toBe(bulk.receivedFiles);
          expect(bulk.status === "completed").toBe(processed === total && bulk.successfulFiles === total);
          expect(bulk.mergedDocumentId !== null).toBe(mergeToPdf && bulk.status === "completed");
          expect(bulk.completedAt !== null).toBe(["completed", "failed"].includes(bulk.status));
          expect(bulk.startedAt !== null).toBe(bulk.receivedFiles > 0);
          expect(bulk.abandonedAt).toBe(bulk.completedAt ? null : `2026-01-03${bulk.updatedAt.slice(10)}`);
        }
      }),
    );
  });

  it("accepts sources of 256 MiB for a merge, and not a byte more", () => {
    const bulk = withSource(bulkOf(3, true), MERGE_SOURCES_BYTES_MAX, LATER);
    expect(withSource(bulk, 0, LATER)).toMatchObject({ receivedFiles: 2, stagedBytes: 268_435_456 });
    expect(() => withSource(bulk, 1, LATER)).toThrow(expect.objectContaining({ code: "payload_too_large" }));
  });
});
