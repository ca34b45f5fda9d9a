import type { Caller, Instant } from "@cartulary/kernel";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newPart, PART_STATUSES, type Part, partPatch } from "../src/records/part.ts";
import { statusAfter } from "../src/records/part-status.ts";

const MANAGER: Caller = { userId: "u" as Caller["userId"], role: "manager", scopes: ["write"], groupIds: [] };
const NOW = "2026-01-01T00:00:00.000Z" as Instant;

it("a part that is sent back unchanged keeps any status", () => {
  fc.assert(
    fc.property(fc.constantFrom(...PART_STATUSES), fc.string({ maxLength: 5 }), (status, content) => {
      const made = newPart(
        { content },
        { id: "p" as Part["id"], composedDocumentId: "d" as never, position: 1, now: NOW },
      );
      const part: Part = { ...made, status };
      const { lockedAt: _, createdAt: __, updatedAt: ___, id: ____, composedDocumentId: _____, ...sent } = part;
      expect(statusAfter(MANAGER, part, partPatch(sent))).toBe(status);
    }),
  );
});
