import { createContentTypes } from "@cartulary/content-types";
import { createDigests, createSecrets, newId, systemClock } from "@cartulary/crypto";
import { type Classifier, type ContentTypes, keywordClassifier } from "@cartulary/documents";
import type { Clock, Digests, Id, Instant, NewId, Secrets } from "@cartulary/kernel";
import { memoryBlobs, type Wrong } from "../support/memory-blobs.ts";
import { collected, holds } from "../support/wrong-adapters.ts";

const blobTests = (wrong: Wrong) => {
  const stores = new Map<unknown, ReturnType<typeof memoryBlobs>>();
  return collected(({ blobStoreContract }) =>
    blobStoreContract("Memory", {
      async create() {
        const store = memoryBlobs(wrong);
        stores.set(store, store);
        return store;
      },
      openHandles: () => 0,
      storedAt: async (store, key) => stores.get(store)?.storedAt(key) ?? Number.NaN,
    }),
  );
};

const AGES = /ages in milliseconds/;
const same = (piece: Uint8Array) => piece;

holds<Wrong>(
  "blob stores",
  blobTests,
  {},
  {
    "ages in seconds for milliseconds": [{ isOlder: (at, than) => Math.floor(at / 1000) < than }, AGES],
    "an inclusive age": [{ isOlder: (at, than) => at <= than }, AGES],
    "ages as coarse as minutes": [{ isOlder: (at, than) => at - (at % 60_000) < than - (than % 60_000) + 1 }, AGES],
    "no age at all": [{ isOlder: () => true }, AGES],
    "keys that are cut at 100": [{ keyOf: (key) => key.slice(0, 100) }, /differ only at their ends/],
    "keys that are folded in case": [{ keyOf: (key) => key.toLowerCase() }, /case-sensitively/],
    "the caller's buffer": [{ keep: same }, /done with each piece/],
    "its own bytes handed out": [{ lend: same }, /gives pieces away/],
    "a reading that a removal cuts short": [{ cutsReadings: true }, /removed meanwhile/],
    "an exclusive end of a range": [{ endOf: (end) => end }, /answers ranges/],
    overwriting: [{ overwrites: true }, /refuses a key that exists/],
    "a size that is not checked": [{ isWhole: (pieces) => pieces.slice(0, 300) }, /large blob to the byte/],
    "a listing that skips the last key of a page": [{ skips: (index) => index % 1_000 === 999 }, /than a page has/],
  },
);

const clockTests = (clock: Clock) => collected(({ clockContract }) => clockContract("C", { create: () => clock }));
const at = (now: () => string): Clock => ({ now: () => now() as Instant });
holds<Clock>("clocks", clockTests, systemClock, {
  "a clock an hour off": [at(() => new Date(Date.now() + 3_600_000).toISOString()), /tells the time/],
  "seconds without milliseconds": [at(() => new Date().toISOString().replace(/\.\d+/, "")), /tells the time/],
  "a clock that rounds to seconds": [at(() => `${new Date().toISOString().slice(0, 17)}00.000Z`), /tells the time/],
  "another zone": [at(() => new Date().toISOString().replace("Z", "+00:00")), /tells the time/],
});

const idTests = (make: NewId) => collected(({ newIdContract }) => newIdContract("I", { create: () => make }));
const ids = (next: (count: number) => string): NewId => {
  let count = 0;
  return <Noun extends string>() => next(count++) as Id<Noun>;
};
const zeros = (count: number) => `0190f000-0000-7000-8000-${String(count).padStart(12, "0")}`;
holds<NewId>("makers of ids", idTests, newId, {
  "random ids": [ids(() => crypto.randomUUID()), /version 7/],
  capitals: [ids(() => newId().toUpperCase()), /version 7/],
  "the same twice": [ids((count) => zeros(count >> 1)), /each once/],
  "falling ids": [ids((count) => zeros(10_000 - count)), /each once/],
  "ids of another time": [ids(zeros), /of this time/],
});

const digestTests = (digests: Digests) =>
  collected(({ digestsContract }) => digestsContract("D", { create: () => digests }));
const right = createDigests();
holds<Digests>("digests", digestTests, right, {
  "Latin-1": [
    { ...right, sha256: (text) => right.sha256(typeof text === "string" ? Buffer.from(text, "latin1") : text) },
    /text and bytes/,
  ],
  capitals: [{ ...right, sha256: (content) => right.sha256(content).toUpperCase() }, /text and bytes/],
  "SHA-256 for MD5": [{ ...right, startMd5: right.startSha256 }, /by MD5/],
  "beginnings that are equal": [{ ...right, timingSafeEqual: (left, other) => left.startsWith(other) }, /equal where/],
  "case that is folded": [
    { ...right, timingSafeEqual: (left, other) => left.toLowerCase() === other.toLowerCase() },
    /equal where/,
  ],
});

const secretTests = (secrets: Secrets) =>
  collected(({ secretsContract }) => secretsContract("S", { create: () => secrets }));
const shared = new Uint8Array(100_000);
holds<Secrets>("secrets", secretTests, createSecrets(), {
  zeros: [{ randomBytes: (count) => new Uint8Array(count) }, /never come again/],
  "a hundred bytes at most": [{ randomBytes: (count) => createSecrets().randomBytes(Math.min(count, 100)) }, /as many/],
  "letters only": [
    {
      randomBytes: (count) =>
        createSecrets()
          .randomBytes(count)
          .map((byte) => 97 + (byte % 26)),
    },
    /as often set/,
  ],
  "one memory for all": [
    {
      randomBytes(count) {
        shared.set(createSecrets().randomBytes(count));
        return shared.subarray(0, count);
      },
    },
    /caller's own/,
  ],
});

const typeTests = (types: ContentTypes) =>
  collected(({ contentTypesContract }) => contentTypesContract("T", { create: () => types }));
const types = createContentTypes();
holds<ContentTypes>("content types", typeTests, types, {
  capitals: [{ recognise: async (head) => (await types.recognise(head))?.toUpperCase() ?? null }, /image\/png/],
  "a type for everything": [
    { recognise: async (head) => (await types.recognise(head)) ?? "application/octet-stream" },
    /no text/,
  ],
  "the memory around a head": [
    { recognise: (head) => types.recognise(new Uint8Array(head.buffer)) },
    /view of a larger buffer/,
  ],
  "a head that must be long": [
    { recognise: async (head) => (head.length < 12 ? Promise.reject(new RangeError()) : types.recognise(head)) },
    /truncated files/,
  ],
});

const entry = (code: string, ...keywords: readonly string[]) => ({ code, label: code, parentCode: null, keywords });
const sample = {
  document: { names: ["Bail du lot 3.pdf"], text: null },
  entries: [entry("B", "bail"), entry("Q", "quittance")],
  code: "B",
};
const classifierTests = (classifier: Classifier) =>
  collected(({ classifierContract }) => classifierContract("K", { create: () => classifier, sample }));
const reason = (code: string) => ({ code, score: 1, matched: [] });
holds<Classifier>("classifiers", classifierTests, keywordClassifier, {
  "the first entry": [{ classify: async (_, [first]) => (first ? reason(first.code) : null) }, /any order/],
  "one code whatever the plan": [{ classify: async () => reason("B") }, /entries of the plan only/],
  "nothing ever": [{ classify: async () => null }, /classifies reproducibly/],
  "what says nothing": [
    {
      classify: async (document, entries) =>
        (await keywordClassifier.classify(document, entries)) ?? (entries[0] ? reason(entries[0].code) : null),
    },
    /nothing without text/,
  ],
});
