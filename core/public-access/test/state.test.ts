import type { DocumentId, FolderId, NodeRef } from "@cartulary/documents";
import type { Instant } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { type Chain, type NamedLink, NO_BARRIERS, type PublicAccessStores } from "../src/index.ts";
import { describeState } from "../src/state-query.ts";

const NODE: NodeRef = { type: "document", id: "document" as DocumentId };
const BY = { at: "2026-11-29T10:00:00.000Z" as Instant, by: null };

const DOCUMENT: NamedLink = {
  ...{ ...NO_BARRIERS, ...NODE, name: "Deed", placedSeq: 1, publishedSeq: null, stampSeq: null },
  ...{ exclusion: null, publication: null },
};
const ROOT: NamedLink = {
  ...{ ...NO_BARRIERS, type: "folder", id: "root" as FolderId, name: "Estate", placedSeq: 0 },
  ...{ publishedSeq: 2, stampSeq: 3, exclusion: null, publication: BY },
};

/** The state of a document depends on its chain alone. */
const stateOf = (...links: Chain<NamedLink>["links"]) =>
  describeState({} as PublicAccessStores, NODE, { links, complete: true, stamped: true }, { grantedCount: null });

describe("the state of a document", () => {
  it("names the root that makes it public", async () => {
    expect(await stateOf(DOCUMENT, ROOT)).toEqual({
      ...{ resourceType: "document", resourceId: "document", public: true, isRoot: false, reason: null },
      root: { id: "root", name: "Estate", publishedAt: BY.at, publishedBy: null },
      ...{ excluded: false, exclusion: null, exclusions: [], exclusionsCount: 0 },
      ...{ subtree: null, unstampedSample: [], grantedCount: null },
    });
  });

  it("names its nearest exclusion, and whether that is its own", async () => {
    const own = { ...DOCUMENT, excludedSeq: 4, floorSeq: 4, exclusion: BY };
    const above = { ...ROOT, excludedSeq: 4, floorSeq: 4, exclusion: BY };
    const exclusion = { excludedAt: BY.at, excludedBy: null };
    expect((await stateOf(own, above)).exclusion).toEqual({
      ...{ resourceType: "document", resourceId: "document", name: "Deed", inherited: false },
      ...exclusion,
    });
    expect((await stateOf(DOCUMENT, above)).exclusion).toEqual({
      ...{ resourceType: "folder", resourceId: "root", name: "Estate", inherited: true },
      ...exclusion,
    });
  });

  it("is an error if the date of a publication or an exclusion is missing", async () => {
    await expect(stateOf(DOCUMENT, { ...ROOT, publication: null })).rejects.toThrow(
      new TypeError("The root root was never published"),
    );
    await expect(stateOf({ ...DOCUMENT, excludedSeq: 4 }, ROOT)).rejects.toThrow(
      new TypeError("The node document was never excluded"),
    );
  });
});
