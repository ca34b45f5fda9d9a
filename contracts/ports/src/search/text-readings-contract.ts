import type { Document } from "@cartulary/documents";
import type { BlobKey, Transact } from "@cartulary/kernel";
import { newReading, type Reading } from "@cartulary/search";
import { idOf, later, records } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import type { SearchStoresUnderTest } from "./search-index-contract.ts";

export interface TextReadingsHarness {
  /** A database with nothing in it. Called once per test. */
  open(): Promise<{ readonly transact: Transact<SearchStoresUnderTest> }>;
}

/** Contract of stores of text reading progress. */
export function textReadingsContract(name: string, { open }: TextReadingsHarness): void {
  describe(`${name} keeps how far texts were read`, () => {
    it("as it was put last, until it is removed or the document is", async () => {
      const { transact, documents } = await filed(await open(), 2);
      const [first, second] = documents as [Document, Document];
      const begun = newReading(first.blobKey, "pdf");
      const further: Reading = {
        ...{ blobKey: first.blobKey, hasPages: true, text: "Été 😀\n", nextPage: 7, unrecognized: [1, null, 300] },
        ...{ hasGaps: true, isReadOn: true, cpuMilliseconds: 120_000, failures: 2, steps: 9 },
      };
      for (const reading of [begun, further]) {
        await transact.write(({ textReadings }) => textReadings.put(first.id, reading));
        expect(await transact.read(({ textReadings }) => textReadings.find(first.id))).toEqual(reading);
      }
      const other = newReading(second.blobKey, "picture");
      await transact.write(({ textReadings }) => textReadings.put(second.id, other));
      await transact.write(({ textReadings }) => textReadings.remove([first.id]));
      const found = () =>
        transact.read(({ textReadings }) => Promise.all(documents.map(({ id }) => textReadings.find(id))));
      expect(await found()).toEqual([null, other]);
      await transact.write((stores) => stores.documents.remove(second.id));
      expect(await found()).toEqual([null, null]);
    });

    it("of no document that is gone, or whose content is another one", async () => {
      const { transact, documents } = await filed(await open(), 1);
      const [document] = documents as [Document];
      await transact.write(async ({ textReadings }) => {
        await textReadings.put(document.id, newReading("blobs/other" as BlobKey, "pdf"));
        await textReadings.put(idOf(99), newReading(document.blobKey, "pdf"));
        expect(await textReadings.unfinished(null, 10)).toEqual([]);
      });
    });

    it("and says which are not at their end, and which documents are to be read anew", async () => {
      const { transact, documents } = await filed(await open(), 5);
      const ids = documents.map(({ id }) => id);
      await transact.write(async (stores) => {
        for (const { id, blobKey } of documents.slice(1, 4))
          await stores.textReadings.put(id, newReading(blobKey, "file"));
        const failed = documents.slice(2).map(({ id: documentId, blobKey }) => ({ documentId, blobKey }));
        await stores.documents.setTextStatus("failed", failed);
        const { textReadings } = stores;
        expect(await textReadings.unfinished(null, 2)).toEqual(ids.slice(1, 3));
        expect(await textReadings.unfinished(ids[2] ?? null, 2)).toEqual(ids.slice(3, 4));
        expect(await textReadings.toReread("all", null, 3)).toEqual(ids.slice(0, 3));
        expect(await textReadings.toReread("all", ids[2] ?? null, 3)).toEqual(ids.slice(3));
        expect(await textReadings.toReread("failed", null, 2)).toEqual(ids.slice(2, 4));
        expect(await textReadings.toReread("failed", ids[3] ?? null, 2)).toEqual(ids.slice(4));
      });
    });

    it("apart from the indexed text, which changes nothing else of its document", async () => {
      const { transact, documents } = await filed(await open(), 3);
      const [one, two, three] = documents as [Document, Document, Document];
      await transact.write(async ({ documents: store }) => {
        const contents = [one, { ...two, blobKey: "blobs/other" as BlobKey }].map(({ id: documentId, blobKey }) => ({
          ...{ documentId, blobKey },
        }));
        await store.setTextStatus("partial", contents);
        await store.setTextStatus("read", []);
        expect(await store.lock(one.id)).toEqual({ ...one, textStatus: "partial" });
        for (const other of [two, three]) expect(await store.lock(other.id)).toEqual(other);
      });
    });
  });
}

/** Documents 1, 2…, each with a content of its own. */
async function filed({ transact }: Awaited<ReturnType<TextReadingsHarness["open"]>>, count: number) {
  const make = records();
  const documents = Array.from({ length: count }, (_, at) => make.document({ id: idOf(at + 1), updatedAt: later(at) }));
  await transact.write(async (stores) => {
    for (const document of documents) await stores.documents.insert(document);
  });
  return { transact, documents };
}
