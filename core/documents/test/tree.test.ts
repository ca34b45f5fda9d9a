import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSamePlace, type Place, type RequestedPlace, requestedPlace } from "../src/tree/placement.ts";

const folder = (name: string) => name as NonNullable<Place["documentsFolderId"]>;
const workspace = (name: string) => name as NonNullable<Place["workspaceId"]>;

const place = () =>
  fc.record({
    documentsFolderId: fc.option(fc.constantFrom("f1", "f2").map(folder)),
    workspaceId: fc.option(fc.constantFrom("w1", "w2").map(workspace)),
  });
const wanted = () => fc.record({ ...placeFields() }, { requiredKeys: [] }) as fc.Arbitrary<RequestedPlace>;
const placeFields = () => ({
  documentsFolderId: fc.option(fc.constantFrom("f1", "f2").map(folder)),
  workspaceId: fc.option(fc.constantFrom("w1", "w2").map(workspace)),
});

describe("the requested placement", () => {
  it("is the current one when the request names none", () => {
    fc.assert(
      fc.property(place(), (present) => {
        expect(isSamePlace(present, requestedPlace(present, {}))).toBe(true);
      }),
    );
  });

  it("is the current one when a record is sent back unchanged", () => {
    fc.assert(
      fc.property(place(), (present) => {
        expect(isSamePlace(present, requestedPlace(present, present))).toBe(true);
      }),
    );
  });

  it("is the top of the current workspace for a null folder", () => {
    const present = { documentsFolderId: folder("f1"), workspaceId: workspace("w1") };
    expect(requestedPlace(present, { documentsFolderId: null })).toEqual({
      documentsFolderId: null,
      workspaceId: workspace("w1"),
    });
  });

  it("has the workspace of the folder unless the request names one", () => {
    fc.assert(
      fc.property(place(), wanted(), (present, ask) => {
        const meant = requestedPlace(present, ask);
        if (meant.documentsFolderId) expect(meant.workspaceId).toBe(ask.workspaceId ?? null);
      }),
    );
  });
});
