import type { Id, Instant } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentName } from "../src/communications/recipient-document.ts";
import {
  isActive,
  type MassCommunication,
  markCancelled,
  markStarted,
  massCommunicationView,
  withFailure,
  withSuccess,
} from "../src/records/mass-communication.ts";

const NOW = "2026-03-01T09:08:07.000Z" as Instant;

const communication = (totalFiles: number): MassCommunication => ({
  id: "00000000-0000-7000-8000-000000000001" as Id<"MassCommunication">,
  userId: "00000000-0000-7000-8000-000000000002" as Id<"User">,
  templateKey: "letter",
  name: "Letter",
  variables: {},
  recipients: { contactIds: [], userIds: [], groupIds: [] },
  folderId: null,
  workspaceId: null,
  status: "pending",
  totalFiles,
  successfulFiles: 0,
  failedFiles: 0,
  failures: [],
  createdAt: NOW,
  updatedAt: NOW,
});

describe("a mass communication", () => {
  it("ends with its last recipient, completed where one document was made, and counts every one", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 250 }), (outcomes) => {
        let record = markStarted(communication(outcomes.length), NOW);
        expect(record.status).toBe("in_progress");
        for (const [index, isMade] of outcomes.entries()) {
          expect(isActive(record)).toBe(true);
          const emailAddress = `${index}@example.org`;
          record = isMade ? withSuccess(record, NOW) : withFailure(record, { emailAddress, message: "no" }, NOW);
          expect(massCommunicationView(record).progress).toBeCloseTo(((index + 1) / outcomes.length) * 100);
        }
        const made = outcomes.filter(Boolean).length;
        expect(record).toMatchObject({
          status: made > 0 ? "completed" : "failed",
          ...{ successfulFiles: made, failedFiles: outcomes.length - made },
        });
        const first = outcomes.flatMap((isMade, index) => (isMade ? [] : [`${index}@example.org`])).slice(0, 100);
        expect(record.failures.map(({ emailAddress }) => emailAddress)).toEqual(first);
        expect(() => markCancelled(record, NOW)).toThrow(expect.objectContaining({ code: "invalid_transition" }));
      }),
      { numRuns: 50 },
    );
  });

  it("is called off before it has ended, and stays so", () => {
    const off = markCancelled(communication(2), NOW);
    expect(off.status).toBe("cancelled");
    expect(markCancelled(off, "2026-03-02T00:00:00.000Z" as Instant)).toBe(off);
    expect(isActive(off)).toBe(false);
  });
});

describe("the name of a recipient's document", () => {
  it("ends in the address, and is as long as a name may be", () => {
    expect(documentName("Rents", "a@example.org")).toBe("Rents – a@example.org");
    const cut = documentName("é".repeat(255), "a@example.org");
    expect([...cut]).toHaveLength(255);
    expect(cut.endsWith("é – a@example.org")).toBe(true);
    const long = `${"a".repeat(240)}@example.org`;
    expect([...documentName("Rents", long)].length).toBeLessThanOrEqual(255);
  });
});
