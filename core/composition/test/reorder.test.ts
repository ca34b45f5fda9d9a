import type { Instant } from "@cartulary/kernel";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type PartPosition, reorderParts } from "../src/documents/reorder.ts";
import { inOrder, newPart, type Part } from "../src/records/part.ts";

const NOW = "2026-03-01T00:00:00.000Z" as Instant;
const partAt = (index: number, position: number): Part =>
  newPart({}, { id: `id-${index}` as Part["id"], composedDocumentId: "d" as never, position, now: NOW });

/** As many parts, and positions for some of them: different ones, as a request has to give. */
const reorders = () =>
  fc
    .array(fc.integer({ min: -5, max: 15 }), { minLength: 1, maxLength: 12 })
    .chain((positions) =>
      fc.tuple(
        fc.constant(positions),
        fc.shuffledSubarray(positions.map((_, index) => index)),
        fc.uniqueArray(fc.integer({ min: -20, max: 20 }), { minLength: positions.length, maxLength: positions.length }),
      ),
    );

it("reordered parts are the same parts at the requested positions; the others keep their order", () => {
  fc.assert(
    fc.property(reorders(), ([positions, chosen, places]) => {
      const parts = positions.map((position, index): Part => partAt(index, position));
      const wanted = chosen.flatMap((index, at): PartPosition[] => [
        { id: partAt(index, 0).id, position: places[at] ?? 0 },
      ]);
      const moved = new Map(reorderParts(parts, wanted).map((part) => [part.id, part]));
      const after = parts.map((part) => ({ ...part, ...moved.get(part.id) }));
      const place = new Map(wanted.map(({ id, position }) => [id, position]));
      expect(after).toEqual(parts.map((part) => ({ ...part, position: place.get(part.id) ?? part.position })));
      for (const part of moved.values()) expect(parts).not.toContainEqual(expect.objectContaining(part));
      const ordered = inOrder(after);
      expect(ordered.map(({ id }) => id).toSorted()).toEqual(parts.map(({ id }) => id).toSorted());
      const named = ordered.filter(({ id }) => place.has(id)).map(({ position }) => position);
      expect(named).toEqual([...place.values()].toSorted((one, other) => one - other));
      const rest = (some: readonly Part[]) => some.filter(({ id }) => !place.has(id)).map(({ id }) => id);
      expect(rest(ordered)).toEqual(rest(inOrder(parts)));
    }),
  );
});
