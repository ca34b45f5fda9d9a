import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Place, samePlace, type WantedPlace, wantedPlace } from "../src/tree/tree.ts";

const folder = (name: string) => name as NonNullable<Place["documentsFolderId"]>;
const workspace = (name: string) => name as NonNullable<Place["workspaceId"]>;

const place = () =>
  fc.record({
    documentsFolderId: fc.option(fc.constantFrom("f1", "f2").map(folder)),
    workspaceId: fc.option(fc.constantFrom("w1", "w2").map(workspace)),
  });
const wanted = () => fc.record({ ...placeFields() }, { requiredKeys: [] }) as fc.Arbitrary<WantedPlace>;
const placeFields = () => ({
  documentsFolderId: fc.option(fc.constantFrom("f1", "f2").map(folder)),
  workspaceId: fc.option(fc.constantFrom("w1", "w2").map(workspace)),
});

describe("the place that a request means", () => {
  it("is the present one when it names none", () => {
    fc.assert(
      fc.property(place(), (present) => {
        expect(samePlace(present, wantedPlace(present, {}))).toBe(true);
      }),
    );
  });

  it("is the present one when a record that was read is sent back", () => {
    fc.assert(
      fc.property(place(), (present) => {
        expect(samePlace(present, wantedPlace(present, present))).toBe(true);
      }),
    );
  });

  it("is the top of the present workspace for the folder null", () => {
    const present = { documentsFolderId: folder("f1"), workspaceId: workspace("w1") };
    expect(wantedPlace(present, { documentsFolderId: null })).toEqual({
      documentsFolderId: null,
      workspaceId: workspace("w1"),
    });
  });

  it("leaves a folder's workspace to the folder unless one is named", () => {
    fc.assert(
      fc.property(place(), wanted(), (present, ask) => {
        const meant = wantedPlace(present, ask);
        if (meant.documentsFolderId) expect(meant.workspaceId).toBe(ask.workspaceId ?? null);
      }),
    );
  });
});
