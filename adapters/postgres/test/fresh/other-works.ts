import { auditListing } from "@cartulary/audit";
import type { BlobKey } from "@cartulary/kernel";
import { rowsIn, textOf } from "./fixtures.ts";
import {
  BY_KEY,
  everybodys,
  everything,
  LATER,
  LONG_AGO,
  listed,
  NOW,
  newId,
  PERSON,
  type Stores,
  type Works,
} from "./works.ts";

const keys = Array.from({ length: 20 }, (_, count) => `blobs/${textOf(1 + count * 7)}` as BlobKey);
const [key = "" as BlobKey] = keys;
const fresh = "blobs/new" as BlobKey;
const pause = newId<"CollectionPause">();
const replayKey = { userId: PERSON, scope: textOf(8), key: textOf(8) };

/** The works of the stores that all products share. */
export const otherWorks: Works<"audit" | "blobs" | "replays"> = {
  audit: {
    record: [
      BY_KEY,
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
    stage: [BY_KEY, ({ blobs }) => blobs.stage(fresh, LATER)],
    attach: [
      BY_KEY,
      async ({ blobs }) => {
        await blobs.stage(fresh, LATER);
        await blobs.attach({ key: fresh, byteSize: 1, sha256: "s" });
      },
    ],
    share: [BY_KEY, ({ blobs }) => blobs.share(key)],
    release: [4 * BY_KEY, ({ blobs }) => blobs.release(keys, LATER), ({ blobs }) => blobs.release([key, key], LATER)],
    discard: [BY_KEY, ({ blobs }) => blobs.discard(key, LATER)],
    claim: [2 * rowsIn("blob_collection_pauses") + 4 * BY_KEY, ({ blobs }) => blobs.claim(NOW, LATER, 20)],
    // A pause is a row of a table that has one for each running backup.
    pause: [2 * rowsIn("blob_collection_pauses") + BY_KEY, ({ blobs }) => blobs.pause(pause, LATER, NOW)],
    resume: [BY_KEY, ({ blobs }) => blobs.resume(pause)],
    forget: [BY_KEY, ({ blobs }) => blobs.forget(key)],
    findUnrecorded: [2 * BY_KEY, ({ blobs }) => blobs.findUnrecorded(keys)],
    find: [2 * BY_KEY, ({ blobs }) => blobs.find(keys)],
    live: [4 * BY_KEY, ({ blobs }) => blobs.live(null, 100), ({ blobs }) => blobs.live(key, 100)],
  },
  replays: {
    find: [BY_KEY, ({ replays }) => replays.find(replayKey, LONG_AGO)],
    insert: [
      BY_KEY,
      ({ replays }) =>
        replays.insert({ ...replayKey, fingerprint: "f", reply: "r", recordId: null, expiresAt: LATER }, NOW),
      ({ replays }) =>
        replays.insert(
          { ...replayKey, key: "new", fingerprint: "f", reply: "r", recordId: null, expiresAt: LATER },
          NOW,
        ),
    ],
    removeExpired: [BY_KEY, ({ replays }) => replays.removeExpired(LONG_AGO)],
  },
};
