import { type Id, type Instant, secondsAfter } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asOf,
  type ChunkedUpload,
  dueAt,
  ENDED_RETENTION_SECONDS,
  isUnused,
  transition,
} from "../src/chunked/chunked-upload.ts";
import {
  CHUNKED_UPLOAD_OUTCOMES,
  type ChunkedUploadStatus,
  chunkedUploadTransitions,
} from "../src/chunked/chunked-upload-status.ts";

const NOON = "2026-03-01T12:00:00.000Z" as Instant;
const id = <Noun extends string>(count: number) => `00000000-0000-7000-8000-00000000000${count}` as Id<Noun>;

const PENDING: ChunkedUpload = {
  id: id(1),
  userId: id(2),
  status: "pending",
  filename: "a.pdf",
  declaredContentType: "application/pdf",
  fileSize: 10,
  chunkSize: 1_048_576,
  documentsFolderId: null,
  workspaceId: null,
  metadata: null,
  createdAt: NOON,
  expiresAt: secondsAfter(NOON, 100),
  claimId: null,
  leaseUntil: null,
  assembled: null,
  completedAt: null,
  documentId: null,
  changedAt: NOON,
};
const ASSEMBLED = { blobKey: "a" as never, sha256: "s", md5: "m", contentType: "application/pdf", charset: null };
const claimed = (seconds: number) => ({ claimId: id<"AssemblyClaim">(3), leaseUntil: secondsAfter(NOON, seconds) });
const PROCESSING = transition(PENDING, "processing", NOON, claimed(60));
const COMPLETED = transition(PROCESSING, "completed", NOON, { assembled: ASSEMBLED, completedAt: NOON });
const statuses = Object.keys(chunkedUploadTransitions.table) as ChunkedUploadStatus[];

describe("a chunked upload", () => {
  it("follows the allowed transitions", () => {
    for (const from of statuses) {
      for (const to of statuses) {
        const move = () => transition({ ...PENDING, status: from }, to, NOON);
        if (chunkedUploadTransitions.table[from].includes(to)) expect(move().status).toBe(to);
        else expect(move).toThrow(TypeError);
      }
    }
  });

  it("is at its end in every state that leads nowhere, and there nothing proceeds", () => {
    const ends = statuses.filter((status) => chunkedUploadTransitions.table[status].length === 0);
    expect(ends).toEqual(["failed", "cancelled", "expired"]);
    for (const outcomes of Object.values(CHUNKED_UPLOAD_OUTCOMES)) {
      for (const end of ends) expect(outcomes[end]).not.toBe("proceeds");
    }
  });

  it("rejects every request during the assembly", () => {
    const { use, ...others } = CHUNKED_UPLOAD_OUTCOMES;
    for (const outcomes of Object.values(others)) expect(outcomes.processing).toBe("upload_processing");
    expect(use.processing).toBe("upload_not_open");
  });

  it("loses the claim and the assembled file on a change of status, and keeps its document", () => {
    const gone = transition({ ...COMPLETED, ...claimed(60), documentId: id(7) }, "expired", secondsAfter(NOON, 9));
    expect(gone).toMatchObject({ claimId: null, leaseUntil: null, assembled: null, documentId: id(7) });
    expect(gone.changedAt).toBe(secondsAfter(NOON, 9));
  });
});

describe("over time", () => {
  const after = (upload: ChunkedUpload, seconds: number) => asOf(upload, secondsAfter(NOON, seconds)).status;

  it("a pending upload expires at its deadline, not a millisecond before", () => {
    expect([after(PENDING, 99.999), after(PENDING, 100)]).toEqual(["pending", "expired"]);
  });

  it("a claimed one is pending after its lease, and expired after its deadline", () => {
    expect([after(PROCESSING, 59.999), after(PROCESSING, 60), after(PROCESSING, 100)]).toEqual([
      "processing",
      "pending",
      "expired",
    ]);
    const renewed = { ...PROCESSING, leaseUntil: secondsAfter(NOON, 200) };
    expect([after(renewed, 199), after(renewed, 200)]).toEqual(["processing", "expired"]);
  });

  it("a completed one expires unless a document was created from it", () => {
    const used = { ...COMPLETED, documentId: id<"Document">(7) };
    expect([isUnused(COMPLETED), isUnused(used), isUnused(PENDING)]).toEqual([true, false, false]);
    expect([after(COMPLETED, 99), after(COMPLETED, 100), after(used, 1_000)]).toEqual([
      "completed",
      "expired",
      "completed",
    ]);
    expect(dueAt(used)).toBe(secondsAfter(NOON, ENDED_RETENTION_SECONDS));
  });

  it("nothing changes before a transition is due", () => {
    const upload = fc.constantFrom(
      PENDING,
      PROCESSING,
      COMPLETED,
      ...statuses.map((status) => ({ ...PENDING, status })),
    );
    fc.assert(
      fc.property(upload, fc.integer({ min: 1, max: 10_000_000 }), (each, seconds) => {
        expect(asOf(each, secondsAfter(dueAt(each), -seconds / 1000))).toBe(each);
      }),
    );
  });
});
