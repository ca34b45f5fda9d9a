import type { DirectoryStores } from "@cartulary/directory";
import type { Document, DocumentId } from "@cartulary/documents";
import type { BlobKey, Caller, Transact } from "@cartulary/kernel";
import {
  type Entry,
  type Found,
  indexedText,
  queryWords,
  rankOf,
  SEGMENT_SIZE,
  type SearchFinder,
  type SearchIndex,
  type SearchStores,
  spaced,
  wordsOf,
} from "@cartulary/search";
import fc from "fast-check";
import { CALLERS, type Estate, estates, levelIn, move, moves, settle, withoutTrace } from "../documents/estate.ts";
import { ADMINISTRATOR, callerOf, idOf, later, records } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The index beside the documents that it finds. */
export type SearchStoresUnderTest = Omit<SearchStores, "jobs"> & DirectoryStores;

export interface SearchIndexHarness {
  /** A database with nothing in it. Called once per test. */
  open(): Promise<{
    readonly transact: Transact<SearchStoresUnderTest>;
    readonly searchFinder: SearchFinder;
    /** The same, but that something is done between its first statement and its second. */
    interrupted(act: () => Promise<unknown>): SearchFinder;
  }>;
}

/** What everything does that finds documents by their words. */
export function searchIndexContract(name: string, { open }: SearchIndexHarness): void {
  const create = async () => (await open()).transact;
  describe(`${name} finds documents by their words`, () => {
    it("as a naive reading of all that the caller may read does, in any trees, for any grants, after any moves", async () => {
      const transact = await create();
      const sayings = fc.array(says(), { maxLength: 12 });
      const property = fc.asyncProperty(estates(), moves(), sayings, changes(), (first, moved, saidFirst, changed) =>
        withoutTrace(transact as never, async (all) => {
          const stores = all as unknown as SearchStoresUnderTest;
          let estate = sayingSo(first, saidFirst);
          const said = [...saidFirst];
          await settle(stores, estate);
          for (const [index, document] of estate.documents.entries())
            await stores.search.put([entryOf(document, said[index]?.text ?? null)]);
          for (const [at, { which, text, common }] of changed.entries()) {
            if (common !== null) await stores.search.seal({ least: 1, common });
            const index = which % Math.max(estate.documents.length, 1);
            const document = estate.documents[index];
            const says = said[index];
            if (!document || !says || text === null) continue;
            said[index] = { ...says, text };
            const touched = at % 2 === 0 ? document : { ...document, updatedAt: later(50 + at) };
            estate = { ...estate, documents: estate.documents.with(index, touched) };
            await stores.documents.update(touched);
            await stores.search.put([entryOf(touched, text)]);
          }
          for (const each of moved) estate = await move(stores, estate, each);
          for (const caller of CALLERS)
            for (const query of QUERIES)
              expect(await idsFound(stores.search, caller, query)).toEqual(naively(estate, said, caller, query));
        }),
      );
      await fc.assert(property, { numRuns: 30, seed: 20_261_201 });
    });

    it("without a transaction, unless what was found first has changed or may be read no more when it is shown", async () => {
      const make = records();
      const { transact, searchFinder, interrupted } = await open();
      const [folder, ana] = [make.folder(), callerOf(idOf(1))];
      const grant = make.grant({ to: ana.userId, on: ["folder", folder.id] });
      const lying = { name: "Bail", documentsFolderId: folder.id };
      // More than one statement looks up.
      const [one, ...others] = Array.from({ length: 300 }, () => make.document(lying)) as [Document, ...Document[]];
      await transact.write(async ({ folders, grants, documents, search }) => {
        await folders.insert(folder);
        await grants.insert(grant);
        for (const document of [one, ...others]) {
          await documents.insert(document);
          await search.put([entryOf(document, null)]);
        }
        await search.seal({ least: 1, common: 1 });
      });
      const asked = (finder: SearchFinder) => finder.find(ana, ["bail"], { page: 1, perPage: 300 });
      expect((await asked(searchFinder))?.items).toHaveLength(300);
      const renamed = { ...one, name: "Quittance" };
      const changing = interrupted(() =>
        transact.write(async ({ documents, search }) => {
          await documents.update(renamed);
          await search.put([entryOf(renamed, null)]);
        }),
      );
      expect(await asked(changing)).toBeNull();
      const left = await asked(searchFinder);
      expect(left?.total).toBe(299);
      expect(new Set(left?.items.map(({ document }) => document.id))).toEqual(new Set(others.map(({ id }) => id)));
      const revoking = interrupted(() => transact.write(({ grants }) => grants.remove(grant.id)));
      expect(await asked(revoking)).toBeNull();
      expect(await asked(searchFinder)).toMatchObject({ total: 0, items: [] });
    });

    it("for somebody who may read some of many that have a word which is not common yet", async () => {
      const make = records();
      const transact = await create();
      const [mine, other] = [make.folder(), make.folder()];
      const ana = callerOf(idOf(1));
      const seen = await transact.write(async ({ folders, grants, documents, search }) => {
        for (const folder of [mine, other]) await folders.insert(folder);
        await grants.insert(make.grant({ to: ana.userId, on: ["folder", mine.id] }));
        const all = Array.from({ length: 120 }, (_, count) =>
          make.document({ name: "Bail", documentsFolderId: (count % 40 === 0 ? mine : other).id }),
        );
        for (const document of all) {
          await documents.insert(document);
          await search.put([entryOf(document, null)]);
        }
        return all.filter(({ documentsFolderId }) => documentsFolderId === mine.id).map(({ id }) => id);
      });
      const found = await transact.read(({ search }) => idsFound(search, ana, "bail"));
      expect(new Set(found)).toEqual(new Set(seen));
    });

    it("page by page, with the number of all on each, also past the end", async () => {
      const { search } = await housed(await create(), 5);
      const at = (page: number, perPage: number) =>
        search((index) => index.find(ADMINISTRATOR, ["bail"], { page, perPage }));
      const pages = [await at(1, 2), await at(2, 2), await at(3, 2)];
      expect(pages.flatMap(({ items }) => items.map(({ document }) => document.id))).toEqual(
        [5, 4, 3, 2, 1].map((count) => idOf(count)),
      );
      expect([...pages, await at(4, 2)].map(({ total, items }) => [total, items.length])).toEqual([
        [5, 2],
        [5, 2],
        [5, 1],
        [5, 0],
      ]);
    });

    it("for somebody who may read some of very many, whatever changed since they were sealed", async () => {
      const make = records();
      const { transact, searchFinder } = await open();
      const [mine, other] = [make.folder(), make.folder()];
      const [ana, bob] = [callerOf(idOf(1)), callerOf(idOf(2))];
      const all = new Map<DocumentId, { readonly document: Document; readonly text: string }>();
      const says = async ({ search }: SearchStoresUnderTest, document: Document, text: string) => {
        await search.put([entryOf(document, text)]);
        all.set(document.id, { document, text });
      };
      await transact.write(async (stores) => {
        for (const folder of [mine, other]) await stores.folders.insert(folder);
        await stores.grants.insert(make.grant({ to: ana.userId, on: ["folder", mine.id] }));
        for (const { id } of [mine, other])
          await stores.grants.insert(make.grant({ to: bob.userId, on: ["folder", id] }));
        for (let count = 0; count < MANY; count += 1) {
          const place = { documentsFolderId: (count % 100 === 0 ? mine : other).id };
          const document = make.document({ name: "Bail", ...place, updatedAt: later((count * 7) % MANY) });
          await stores.documents.insert(document);
          const words = {
            tiers: count % 3 === 0,
            tardif: count === 10 || count > 400,
            ultime: count === 10 || count > 605,
            dernier: count > 605,
            seul: count === 200 || count === 210,
          };
          await says(
            stores,
            document,
            Object.entries(words)
              .flatMap(([word, has]) => (has ? word : []))
              .join(" "),
          );
          if (count === 299 || count === 599) await sealAll(stores);
        }
        await sealAll(stores);
      });
      const asFound = async () => {
        for (const caller of [ana, bob, ADMINISTRATOR]) {
          for (const words of SOME_COMMON) {
            const has = ({ text }: { readonly text: string }) => words.every((word) => `bail ${text}`.includes(word));
            const seen = [...all.values()].filter(
              ({ document }) => caller !== ana || document.documentsFolderId === mine.id,
            );
            const found = seen.filter(has).map(({ document }) => document);
            const naive = found
              .toSorted((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1))
              .map(({ id }) => id);
            expect(await transact.read(({ search }) => idsFound(search, caller, words.join(" "), 400))).toEqual(naive);
            const second = await transact.read(({ search }) => search.find(caller, words, { page: 2, perPage: 2 }));
            expect(await searchFinder.find(caller, words, { page: 2, perPage: 2 })).toEqual(second);
            expect(second.total).toBe(naive.length);
            expect(second.items.map(({ document }) => document.id)).toEqual(naive.slice(2, 4));
          }
        }
      };
      await asFound();
      await transact.write(async (stores) => {
        for (const [index, { document }] of [...all.values()].entries()) {
          if (index % 50 === 49) {
            await stores.documents.remove(document.id);
            all.delete(document.id);
          } else if (index % 50 === 0) {
            const changed = { ...document, updatedAt: later(2 * MANY + index) };
            await stores.documents.update(changed);
            await says(stores, changed, "tiers");
          }
        }
      });
      await asFound();
      await transact.write(sealAll);
      await asFound();
    });

    it("by where each of a whole segment has a word, whoever asks", async () => {
      const make = records();
      const transact = await create();
      const [folder, ana, eve] = [make.folder(), callerOf(idOf(1)), callerOf(idOf(2))];
      const places = Array.from({ length: SEGMENT_SIZE }, (_, at) => [at % 7 === 0, at % 5 < 2, at % 3 > 0] as const);
      const all = places.map(([isNamed, isDescribed], at) =>
        make.document({
          name: isNamed ? "Bail" : "Acte",
          description: isDescribed ? "du bail" : null,
          documentsFolderId: folder.id,
          updatedAt: later(at),
        }),
      );
      await transact.write(async (stores) => {
        await stores.folders.insert(folder);
        await stores.grants.insert(make.grant({ to: ana.userId, on: ["folder", folder.id] }));
        for (const [at, document] of all.entries()) {
          await stores.documents.insert(document);
          await stores.search.put([entryOf(document, places[at]?.[2] ? "un bail" : "rien")]);
          if (at % 4 === 0) await stores.grants.insert(make.grant({ to: eve.userId, on: ["document", document.id] }));
        }
        await sealAll(stores);
      });
      const placeOf = (at: number) => (places[at] as readonly boolean[]).indexOf(true);
      const naive = [0, 1, 2].flatMap((place) =>
        all
          .filter((_, at) => placeOf(at) === place)
          .toReversed()
          .map(({ id }) => id),
      );
      for (const caller of [ana, ADMINISTRATOR])
        expect(await transact.read(({ search }) => idsFound(search, caller, "bail", 400))).toEqual(naive);
      const few = new Set(all.filter((_, at) => at % 4 === 0).map(({ id }) => id));
      const found = await transact.read(({ search }) => idsFound(search, eve, "bail"));
      expect(found).toEqual(naive.filter((id) => few.has(id)));
    });

    it("and shows what their texts say around the first three words, wherever in the text", async () => {
      const text = `${"un mot ".repeat(3_000)}Bail d’été ${"😀 ".repeat(3_000)}Cœur de ville${" fin".repeat(400)}`;
      const { search } = await housed(await create(), 1, text);
      const found = await search((index) => index.find(ADMINISTRATOR, ["ete", "coeur", "mot", "fin"], FIRST));
      const passages = passagesOf(found.items);
      expect(passages.map(({ isBeginning }) => isBeginning)).toEqual([false, false, true]);
      expect(passages[0]?.text).toContain("Bail d’été");
      expect(passages[1]?.text).toContain("😀 Cœur de ville");
      expect(passages[2]?.text).toMatch(/^un mot un/);
      expect(Math.max(...passages.map((each) => each.text.length))).toBeLessThan(2_100);
    });

    it("of a short text, from its beginning", async () => {
      const { search } = await housed(await create(), 1, "Bail d’été");
      const found = await search((index) => index.find(ADMINISTRATOR, ["bail"], FIRST));
      expect(passagesOf(found.items)).toEqual([{ text: "Bail d’été", isBeginning: true }]);
    });

    it("with the names of what they lie in as far as the caller may read it", async () => {
      const make = records();
      const transact = await create();
      const [workspace, outer] = [make.workspace({ label: "W" }), make.folder({ name: "outer" })];
      const folder = make.folder({ name: "F", documentsFolderId: outer.id, workspaceId: workspace.id });
      const document = make.document({ name: "Bail", documentsFolderId: folder.id, workspaceId: workspace.id });
      const [byDocument, byFolder, byWorkspace] = [1, 2, 3].map((count) => callerOf(idOf(count))) as [
        Caller,
        Caller,
        Caller,
      ];
      await transact.write(async (stores) => {
        await stores.workspaces.insert(workspace);
        for (const each of [outer, folder]) await stores.folders.insert(each);
        await stores.documents.insert(document);
        await stores.search.put([entryOf(document, null)]);
        await stores.grants.insert(make.grant({ to: byDocument.userId, on: ["document", document.id] }));
        await stores.grants.insert(make.grant({ to: byFolder.userId, on: ["folder", outer.id] }));
        await stores.grants.insert(make.grant({ to: byWorkspace.userId, on: ["workspace", workspace.id] }));
      });
      const seen = async (caller: Caller) => {
        const { items } = await transact.read(({ search }) => search.find(caller, ["bail"], FIRST));
        return items.map((each) => [each.document.folder?.name, each.document.workspace?.label]);
      };
      expect(await seen(byDocument)).toEqual([[undefined, undefined]]);
      expect(await seen(byFolder)).toEqual([["F", undefined]]);
      expect(await seen(byWorkspace)).toEqual([["F", "W"]]);
      expect(await seen(ADMINISTRATOR)).toEqual([["F", "W"]]);
    });

    it("whatever words there are, and however many", async () => {
      const long = "a".repeat(500);
      const words = ["and", "or", "not", "near", "matching", "null", "0", "東京", "שלום", long];
      const many = Array.from({ length: 200 }, (_, count) => `w${count}`);
      const { search } = await housed(await create(), 2, [...words, ...many].join(" "));
      for (const word of words) {
        const found = await search((index) => index.find(ADMINISTRATOR, [word], FIRST));
        expect([word, found.total]).toEqual([word, 2]);
      }
      expect((await search((index) => index.find(ADMINISTRATOR, many, FIRST))).total).toBe(2);
      expect((await search((index) => index.find(ADMINISTRATOR, [...many, "else"], FIRST))).total).toBe(0);
    });

    it("with a passage that has the word whole, however late it begins between two marks", async () => {
      const filler = (length: number) => "a ".repeat(length / 2);
      for (const word of ["c".repeat(126), "d".repeat(127), "e".repeat(500)]) {
        // A first stretch that ends 255 characters late, and a word with which the next one ends.
        const text = `${filler(254)} ${"b".repeat(256)} ${filler(254)}${word} et ${filler(2_000)}`;
        const { search } = await housed(await create(), 1, text);
        const { items } = await search((index) => index.find(ADMINISTRATOR, [word], FIRST));
        expect(items.map(({ passages }) => passages.map((each) => each.text.includes(` ${word} `)))).toEqual([[true]]);
      }
    });

    it("by what they say now, and no more once they are gone", async () => {
      const { search, transact, documents } = await housed(await create(), 1, "quittance");
      const [document] = documents as [Document];
      const found = async (word: string) =>
        (await search((index) => index.find(ADMINISTRATOR, [word], FIRST))).items.length;
      const renamed = { ...document, name: "Congé", description: "lettre", updatedAt: later(9) };
      await transact.write(async (stores) => {
        await stores.documents.update(renamed);
        await stores.search.describe(entryOf(renamed, null));
      });
      expect(await Promise.all(["bail", "conge", "lettre", "quittance"].map(found))).toEqual([0, 1, 1, 1]);
      await transact.write(({ search: index }) => index.put([entryOf(renamed, "préavis")]));
      expect(await Promise.all(["conge", "quittance", "preavis"].map(found))).toEqual([1, 0, 1]);
      await transact.write((stores) => stores.documents.remove(document.id));
      expect(await Promise.all(["conge", "preavis"].map(found))).toEqual([0, 0]);
    });

    it("and writes nothing of a document that is another one by now, or gone", async () => {
      const { search, transact, documents } = await housed(await create(), 1, null, false);
      const [document] = documents as [Document];
      const stale: readonly Document[] = [
        { ...document, name: "Autre" },
        { ...document, description: "autre" },
        { ...document, blobKey: "blobs/other" as BlobKey },
        { ...document, id: idOf(99) },
      ];
      for (const each of stale) await transact.write(({ search: index }) => index.put([entryOf(each, "texte")]));
      expect((await search((index) => index.outdated(null, 10))).ids).toEqual([document.id]);
      await transact.write(({ search: index }) => index.put([entryOf(document, "texte")]));
      for (const each of stale) await transact.write(({ search: index }) => index.describe(entryOf(each, null)));
      expect((await search((index) => index.find(ADMINISTRATOR, ["bail", "texte"], FIRST))).total).toBe(1);
    });

    it("and tells which documents it does not know, or not as they are", async () => {
      const { search, transact, documents } = await housed(await create(), 5, "texte");
      const [first, second, third, fourth] = documents as [Document, Document, Document, Document];
      await transact.write(async (stores) => {
        await stores.documents.update({ ...first, updatedAt: later(100) });
        await stores.documents.update({ ...second, blobKey: "blobs/new" as BlobKey });
        await stores.search.put([{ ...entryOf(third, null), isRead: false }]);
        await stores.documents.remove(fourth.id);
        await stores.documents.insert(fourth);
      });
      const outdated = [first, second, third, fourth].map(({ id }) => id);
      expect(await search((index) => index.outdated(null, 10))).toEqual({ ids: outdated, last: null });
      expect(await search((index) => index.outdated(null, 2))).toEqual({ ids: outdated.slice(0, 2), last: second.id });
      expect(await search((index) => index.outdated(third.id, 2))).toEqual({
        ids: [fourth.id],
        last: documents[4]?.id,
      });
      const keys = await search((index) => index.indexable([first.id, second.id, third.id, fourth.id, idOf(77)]));
      expect(keys.map(({ documentId, blobKey, readKey }) => [documentId, blobKey === readKey]).sort()).toEqual([
        [first.id, true],
        [second.id, false],
        [third.id, false],
        [fourth.id, false],
      ]);
    });
  });
}

const FIRST = { page: 1, perPage: 20 } as const;

/** The entry of a document with this text. */
function entryOf(document: Document, text: string | null): Entry {
  const { id: documentId, name, description, blobKey } = document;
  return {
    of: { documentId, name, description, blobKey },
    nameWords: spaced(wordsOf(name)),
    descriptionWords: spaced(wordsOf(description ?? "")),
    isRead: true,
    text: text === null ? null : indexedText(text),
  };
}

/** Documents 1, 2… called "Bail", each later than the one before, and indexed with this text. */
async function housed(
  transact: Transact<SearchStoresUnderTest>,
  count: number,
  text: string | null = null,
  indexed = true,
) {
  const make = records();
  const documents = Array.from({ length: count }, (_, at) =>
    make.document({ id: idOf(at + 1), name: "Bail", updatedAt: later(at) }),
  );
  await transact.write(async (stores) => {
    for (const document of documents) {
      await stores.documents.insert(document);
      if (indexed) await stores.search.put([entryOf(document, text)]);
    }
  });
  const search = <Result>(ask: (index: SearchIndex) => Promise<Result>) =>
    transact.read((stores) => ask(stores.search));
  return { transact, documents, search };
}

const passagesOf = (found: readonly Found[]) => found.flatMap(({ passages }) => passages);

/** What a document says. */
interface Says {
  readonly name: string;
  readonly description: string | null;
  readonly text: string | null;
}

const VOCABULARY = [
  "bail",
  "bailleur",
  "Bail",
  "BAUX",
  "été",
  "ETE",
  "cœur",
  "Coeur",
  "2026",
  "n° 7",
  "l’eau",
  "œuf-dur",
];
const QUERIES = ["bail", "été", "COEUR", "bail ete", "ete bail 7", "eau l", "oeuf", "absent", "bail absent"];

const phrases = (): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 4 }).map((words) => words.join(", "));

const says = (): fc.Arbitrary<Says> =>
  fc.record({
    name: phrases().map((phrase) => phrase || "sans nom"),
    description: fc.option(phrases()),
    text: fc.option(phrases()),
  });

/** What happens to the index: it is sealed, or a document says something else. */
const changes = () =>
  fc.array(
    fc.record({
      common: fc.option(fc.integer({ min: 1, max: 3 })),
      which: fc.nat(20),
      text: fc.option(phrases()),
    }),
    { maxLength: 4 },
  );

/** The documents of an estate say these things; three of them change at each moment. */
function sayingSo(estate: Estate, said: readonly Says[]): Estate {
  const documents = estate.documents.map((document, at) => {
    const { name = "sans nom", description = null } = said[at] ?? {};
    return { ...document, name, description, updatedAt: later(Math.floor(at / 3)) };
  });
  return { ...estate, documents };
}

/** What is found by going through all documents, one by one. */
function naively(estate: Estate, said: readonly Says[], caller: Caller, query: string): readonly DocumentId[] {
  const words = queryWords(query) ?? [];
  const matches = estate.documents.flatMap((document, at) => {
    if (levelIn(estate, caller, { type: "document", id: document.id }) === null) return [];
    const has = (text: string | null | undefined) => (word: string) => wordsOf(text ?? "").includes(word);
    const [inName, inDescription, inText] = [has(document.name), has(document.description), has(said[at]?.text)];
    if (!words.every((word) => inName(word) || inDescription(word) || inText(word))) return [];
    const rank = rankOf(words.map((word) => ({ inName: inName(word), inDescription: inDescription(word) })));
    return [{ id: document.id, rank, updatedAt: document.updatedAt }];
  });
  const newest = (left: string, right: string) => (left < right ? 1 : left > right ? -1 : 0);
  return matches
    .toSorted(
      (left, right) => left.rank - right.rank || newest(left.updatedAt, right.updatedAt) || newest(left.id, right.id),
    )
    .map(({ id }) => id);
}

/** Enough for several segments. */
const MANY = 640;

/** What is looked for among them: words that many have, some in a few segments only, and one that two documents have. */
const SOME_COMMON = [
  ...[["bail"], ["tardif"], ["ultime"], ["bail", "tiers"], ["tiers", "tardif"], ["bail", "dernier"], ["bail", "seul"]],
];

async function sealAll({ search }: SearchStoresUnderTest): Promise<void> {
  while (await search.seal({ least: 1, common: 8 }));
}

/** All that is found, page by page. */
async function idsFound(
  search: SearchIndex,
  caller: Caller,
  query: string,
  perPage = 5,
): Promise<readonly DocumentId[]> {
  const ids: DocumentId[] = [];
  for (let page = 1; ; page += 1) {
    const found = await search.find(caller, queryWords(query) ?? [], { page, perPage });
    ids.push(...found.items.map(({ document }) => document.id));
    if (ids.length < found.total && found.items.length > 0) continue;
    expect(ids.length).toBe(found.total);
    return ids;
  }
}
