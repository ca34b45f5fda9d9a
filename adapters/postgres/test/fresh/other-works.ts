import { auditListing } from "@cartulary/audit";
import type { BlobKey } from "@cartulary/kernel";
import {
  everybodys,
  everything,
  FEW,
  LATER,
  LONG_AGO,
  listed,
  NOW,
  newId,
  PERSON,
  type Stores,
  type Works,
} from "./works.ts";
import { textOf } from "./worlds.ts";

const keys = Array.from({ length: 20 }, (_, count) => `blobs/${textOf(1 + count * 7)}` as BlobKey);
const [key = "" as BlobKey] = keys;
const fresh = "blobs/new" as BlobKey;
const replayKey = { userId: PERSON, scope: textOf(8), key: textOf(8) };

/** What is done with the stores that serve all products. */
export const otherWorks: Works<"audit" | "blobs" | "replays"> = {
  audit: {
    record: [
      FEW,
      ({ audit }) =>
        audit.record({
          id: newId(),
          at: NOW,
          actorId: PERSON,
          tokenId: null,
          action: "document.read",
          resourceType: null,
          resourceId: null,
          requestId: null,
          address: null,
          detail: {},
        }),
    ],
    list: [
      everybodys("audit_events"),
      listed(auditListing, ({ audit }, query) => audit.list(query)),
      ...(["actorId", "resourceId"] as const).map(
        (field) =>
          ({ audit }: Stores) =>
            audit.list({
              ...everything,
              sort: "at",
              conditions: [{ fields: [field], join: "or", predicate: "eq", values: [PERSON] }],
            }),
      ),
    ],
  },
  blobs: {
    stage: [FEW, ({ blobs }) => blobs.stage(fresh, LATER)],
    attach: [
      FEW,
      async ({ blobs }) => {
        await blobs.stage(fresh, LATER);
        await blobs.attach({ key: fresh, byteSize: 1, sha256: "s" });
      },
    ],
    share: [FEW, ({ blobs }) => blobs.share(key)],
    release: [4 * FEW, ({ blobs }) => blobs.release(keys, LATER), ({ blobs }) => blobs.release([key, key], LATER)],
    discard: [FEW, ({ blobs }) => blobs.discard(key, LATER)],
    claim: [4 * FEW, ({ blobs }) => blobs.claim(NOW, LATER, 20)],
    forget: [FEW, ({ blobs }) => blobs.forget(key)],
    unrecorded: [2 * FEW, ({ blobs }) => blobs.unrecorded(keys)],
    find: [2 * FEW, ({ blobs }) => blobs.find(keys)],
    live: [4 * FEW, ({ blobs }) => blobs.live(null, 100), ({ blobs }) => blobs.live(key, 100)],
  },
  replays: {
    find: [FEW, ({ replays }) => replays.find(replayKey, LONG_AGO)],
    insert: [
      FEW,
      ({ replays }) => replays.insert({ ...replayKey, fingerprint: "f", reply: "r", expiresAt: LATER }, NOW),
      ({ replays }) =>
        replays.insert({ ...replayKey, key: "new", fingerprint: "f", reply: "r", expiresAt: LATER }, NOW),
    ],
    removeExpired: [FEW, ({ replays }) => replays.removeExpired(LONG_AGO)],
  },
};
