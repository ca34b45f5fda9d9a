import type { DirectoryStores } from "@cartulary/directory";
import type { Document, DocumentId } from "@cartulary/documents";
import type { BlobKey, Caller, Transact } from "@cartulary/kernel";
import {
  compareRanks,
  type Entry,
  indexedTerms,
  isCorrection,
  matches,
  newReading,
  parsedQuery,
  ranker,
  type SearchFinder,
  type SearchHit,
  type SearchIndex,
  type SearchStores,
} from "@cartulary/search";
import fc from "fast-check";
import {
  CALLERS,
  inRolledBackTransaction,
  insertTree,
  levelIn,
  move,
  moves,
  type SampleTree,
  sampleTrees,
} from "../documents/sample-trees.ts";
import { ADMINISTRATOR, callerOf, idOf, later, records } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The index and the documents that it finds. */
export type SearchStoresUnderTest = Omit<SearchStores, "jobs"> & DirectoryStores;

/** Limits that an index may come to. */
interface LowLimits {
  readonly countedMax: number;
}

export interface SearchIndexHarness {
  /** A database with nothing in it. Called once per test. */
  open(limits?: Partial<LowLimits>): Promise<{
    readonly transact: Transact<SearchStoresUnderTest>;
    readonly searchFinder: SearchFinder;
    /** Runs `act` before the last statement, which reads the results. */
    interrupted(act: () => Promise<unknown>): SearchFinder;
  }>;
}

/** Contract of full-text search. */
export function searchIndexContract(name: string, { open }: SearchIndexHarness): void {
  const create = async () => (await open()).transact;
  describe(`${name} finds documents by their words`, () => {
    it("as a slow scan of all readable documents does, in any trees, for any grants, after any moves", async () => {
      const transact = await create();
      const sayings = fc.array(says(), { maxLength: 12 });
      const property = fc.asyncProperty(
        sampleTrees(),
        moves(),
        sayings,
        changes(),
        (first, moved, initialTexts, changed) =>
          inRolledBackTransaction(transact as never, async (all) => {
            const stores = all as unknown as SearchStoresUnderTest;
            let estate = withTexts(first, initialTexts);
            const texts = [...initialTexts];
            await insertTree(stores, estate);
            for (const [index, document] of estate.documents.entries())
              await stores.search.put([entryOf(document, texts[index]?.text ?? null)]);
            for (const [at, { which, text }] of changed.entries()) {
              const index = which % Math.max(estate.documents.length, 1);
              const document = estate.documents[index];
              const before = texts[index];
              if (!document || !before) continue;
              texts[index] = { ...before, text };
              const touched = at % 2 === 0 ? document : { ...document, updatedAt: later(50 + at) };
              estate = { ...estate, documents: estate.documents.with(index, touched) };
              await stores.documents.update(touched);
              await stores.search.put([entryOf(touched, text)]);
            }
            for (const each of moved) estate = await move(stores, estate, each);
            for (const caller of CALLERS)
              for (const query of QUERIES)
                expect({ query, ids: await idsFound(stores.search, caller, query) }).toEqual({
                  query,
                  ids: naively(estate, texts, caller, query),
                });
          }),
      );
      await fc.assert(property, { numRuns: 20, seed: 20_261_201 });
    });

    it("and counts up to its limit: later pages are complete all the same", async () => {
      const { transact, searchFinder } = await open({ countedMax: 10 });
      const { search, documents } = await housed(transact, 15, "quittance");
      const at = (page: number) =>
        search((index) => index.find(ADMINISTRATOR, parsedQuery("bail"), { page, perPage: 8 }));
      const pages = [await at(1), await at(2), await at(3)];
      expect(
        pages.map(({ items, total, isTotalExact, hasMore }) => [items.length, total, isTotalExact, hasMore]),
      ).toEqual([
        [8, 10, false, true],
        [7, 10, false, false],
        [0, 10, false, false],
      ]);
      const ids = pages.flatMap(({ items }) => items.map(({ document }) => document.id));
      expect(ids).toEqual(documents.map(({ id }) => id).toReversed());
      expect(await searchFinder.find(ADMINISTRATOR, parsedQuery("bail"), { page: 2, perPage: 8 })).toEqual(pages[1]);
      await transact.write((stores) => Promise.all(documents.slice(0, 5).map(({ id }) => stores.documents.remove(id))));
      expect(await at(1)).toMatchObject({ total: 10, isTotalExact: true });
    });

    it("and knows words that have one typing error less", async () => {
      const text = "quittances Préavis copropriété copropriétaire locataire locataires loyer 123456 abcdef7 eau";
      const { transact, search } = await housed(await create(), 1, text);
      await transact.write(({ search: index }) => index.addWords(indexedTerms(text).terms.filter(isCorrection)));
      const like = (word: string) => search((index) => index.wordsLike(word));
      expect(await like("quitances")).toEqual(["quittances"]);
      expect(await like("quittnaces")).toEqual(["quittances"]);
      expect(await like("locatiares")).toEqual(["locataires"]);
      expect(await like("locatares")).toEqual(["locataires"]);
      expect(await like("locatairez")).toEqual(["locataire", "locataires"]);
      expect(await like("xreavis")).toEqual(["preavis"]);
      expect(await like("praevis")).toEqual(["preavis"]);
      expect(await like("prevais")).toEqual(["preavis"]);
      expect(await like("preaviss")).toEqual(["preavis"]);
      expect(await like("loyerr")).toEqual(["loyer"]);
      expect(await like("preavis")).toEqual([]);
      for (const word of ["123457", "abcdef8", "eaux", "", "a".repeat(500), "%%%%%%", "'; drop"])
        expect([word, await like(word)]).toEqual([word, []]);
    });

    it("but those of words that no document has any more", async () => {
      const { transact, search, documents } = await housed(await create(), 2, "quittance");
      const like = async () => {
        const words = ["quitance", "copropiete", "prevais"].map((word) => search((index) => index.wordsLike(word)));
        return (await Promise.all(words)).flat();
      };
      const put = (at: number, text: string) =>
        transact.write(async (stores) => {
          await stores.search.put([entryOf(documents[at] as Document, text)]);
          await stores.search.addWords(indexedTerms(text).terms.filter(isCorrection));
        });
      const forget = async () => {
        let after: string | null = null;
        do after = await transact.write(({ search: index }) => index.forgetWords(after, 1));
        while (after !== null);
      };
      await put(0, "copropriété quittance");
      await put(1, "préavis copropriété");
      await forget();
      expect(await like()).toEqual(["quittance", "copropriete", "preavis"]);
      await put(1, "Bail");
      await forget();
      expect(await like()).toEqual(["quittance", "copropriete"]);
      await transact.write((stores) => stores.documents.remove(documents[0]?.id as DocumentId));
      await forget();
      expect(await like()).toEqual([]);
      await put(1, "préavis");
      expect(await like()).toEqual(["preavis"]);
    });

    it("nearer together first, of many in one tier, then the latest", async () => {
      const transact = await create();
      const { documents } = await housed(transact, 6);
      const texts = ["clé x x x x porte", "porte x clé", "clé porte", "porte clé", "clé x porte", "porte"];
      await transact.write(async ({ search }) => {
        for (const [at, document] of documents.entries()) await search.put([entryOf(document, texts[at] ?? null)]);
      });
      const found = await transact.read(({ search }) => idsFound(search, ADMINISTRATOR, "clé porte", 2));
      expect(found).toEqual([4, 3, 5, 2, 1].map((count) => idOf(count)));
    });

    it("those changed at the same moment by descending id, for any order of indexing", async () => {
      const { transact, search } = await housed(await create(), 0);
      const make = records();
      const documents = [3, 1, 5, 2, 4].map((count) =>
        make.document({ id: idOf(count), name: "Bail", updatedAt: later(7) }),
      );
      for (const document of documents)
        await transact.write(async (stores) => {
          await stores.documents.insert(document);
          await stores.search.put([entryOf(document, null)]);
        });
      const pages = [1, 2, 3].map((page) =>
        search((index) => index.find(ADMINISTRATOR, parsedQuery("bail"), { page, perPage: 2 })),
      );
      const ids = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ document }) => document.id));
      expect(ids).toEqual([5, 4, 3, 2, 1].map((count) => idOf(count)));
    });

    it("matches in names before matches in descriptions, and these before matches in texts", async () => {
      const make = records();
      const { transact } = await open();
      const folder = make.folder();
      const ana = callerOf(idOf(1));
      const says = [
        ["Quittance", "Loyer", "bail"],
        ["Bail", null, "quittance"],
        ["Lettre", "Bail", null],
      ] as const;
      await transact.write(async ({ folders, grants, documents, search }) => {
        await folders.insert(folder);
        await grants.insert(make.grant({ to: ana.userId, on: ["folder", folder.id] }));
        for (const [at, [name, description, text]] of says.entries()) {
          const fields = { name, description, updatedAt: later(at), documentsFolderId: folder.id };
          const document = make.document({ id: idOf(at + 1), ...fields });
          await documents.insert(document);
          await search.put([entryOf(document, text)]);
        }
      });
      for (const caller of [ADMINISTRATOR, ana]) {
        const ids = (query: string) => transact.read(({ search }) => idsFound(search, caller, query));
        expect(await ids("bail")).toEqual([idOf(2), idOf(3), idOf(1)]);
        expect(await ids("quittance")).toEqual([idOf(1), idOf(2)]);
      }
    });

    it("without a transaction, and returns null if a hit was removed or became unreadable meanwhile", async () => {
      const make = records();
      const { transact, searchFinder, interrupted } = await open();
      const [folder, ana] = [make.folder(), callerOf(idOf(1))];
      const grant = make.grant({ to: ana.userId, on: ["folder", folder.id] });
      const lying = { name: "Bail", documentsFolderId: folder.id };
      const [one, ...others] = Array.from({ length: 120 }, () => make.document(lying)) as [Document, ...Document[]];
      await transact.write(async ({ folders, grants, documents, search }) => {
        await folders.insert(folder);
        await grants.insert(grant);
        for (const document of [one, ...others]) {
          await documents.insert(document);
          await search.put([entryOf(document, null)]);
        }
      });
      const find = (finder: SearchFinder) => finder.find(ana, parsedQuery("bail"), { page: 1, perPage: 200 });
      expect((await find(searchFinder))?.items).toHaveLength(120);
      const removing = interrupted(() => transact.write(({ documents }) => documents.remove(one.id)));
      expect(await find(removing)).toBeNull();
      const left = await find(searchFinder);
      expect(left?.total).toBe(119);
      expect(new Set(left?.items.map(({ document }) => document.id))).toEqual(new Set(others.map(({ id }) => id)));
      const revoking = interrupted(() => transact.write(({ grants }) => grants.remove(grant.id)));
      expect(await find(revoking)).toBeNull();
      expect(await find(searchFinder)).toMatchObject({ total: 0, items: [] });
    });

    it("page by page, with the total on each, also past the end", async () => {
      const { search } = await housed(await create(), 5);
      const at = (page: number, perPage: number) =>
        search((index) => index.find(ADMINISTRATOR, parsedQuery("bail"), { page, perPage }));
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

    it("for a caller who may read some of many", async () => {
      const make = records();
      const transact = await create();
      const [mine, other] = [make.folder(), make.folder()];
      const ana = callerOf(idOf(1));
      const seen = await transact.write(async ({ folders, grants, documents, search }) => {
        for (const folder of [mine, other]) await folders.insert(folder);
        await grants.insert(make.grant({ to: ana.userId, on: ["folder", mine.id] }));
        const all = Array.from({ length: 120 }, (_, count) =>
          make.document({
            name: "Bail",
            documentsFolderId: (count % 40 === 0 ? mine : other).id,
            updatedAt: later(count),
          }),
        );
        for (const document of all) await documents.insert(document);
        await search.put(all.map((document) => entryOf(document, null)));
        return all.filter(({ documentsFolderId }) => documentsFolderId === mine.id).map(({ id }) => id);
      });
      expect(await transact.read(({ search }) => idsFound(search, ana, "bail"))).toEqual(seen.toReversed());
    });

    it("and shows the text around the first three words, anywhere in the text", async () => {
      const text = `${"un mot ".repeat(30_000)}Bail d’été ${"un lot ".repeat(30_000)}😀 Cœur de ville${" fin".repeat(400)}`;
      const { search } = await housed(await create(), 1, text);
      const found = await search((index) => index.find(ADMINISTRATOR, parsedQuery("ete coeur mot fin"), FIRST));
      const passages = passagesOf(found.items);
      expect(passages.map(({ isBeginning }) => isBeginning)).toEqual([false, false, true]);
      const shown = ["Bail d’été", "😀 Cœur de ville", "un mot un"];
      expect(shown.map((part, at) => passages[at]?.text.includes(part))).toEqual([true, true, true]);
      expect(Math.max(...passages.map((each) => each.text.length))).toBeLessThanOrEqual(2 * 65_536);
    });

    it("of a short text, from its beginning", async () => {
      const { search } = await housed(await create(), 1, "Bail d’été");
      const found = await search((index) => index.find(ADMINISTRATOR, parsedQuery("bail"), FIRST));
      expect(passagesOf(found.items)).toEqual([{ text: "Bail d’été", isBeginning: true }]);
    });

    it("with the names of their containers as far as the caller may read them", async () => {
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
        const { items } = await transact.read(({ search }) => search.find(caller, parsedQuery("bail"), FIRST));
        return items.map((each) => [each.document.folder?.name, each.document.workspace?.label]);
      };
      expect(await seen(byDocument)).toEqual([[undefined, undefined]]);
      expect(await seen(byFolder)).toEqual([["F", undefined]]);
      expect(await seen(byWorkspace)).toEqual([["F", "W"]]);
      expect(await seen(ADMINISTRATOR)).toEqual([["F", "W"]]);
    });

    it("with operators, other scripts, long words and many words in the query", async () => {
      const long = "a".repeat(500);
      const words = ["and", "or", "not", "near", "matching", "null", "0", "東京", "שלום", long];
      const many = Array.from({ length: 40 }, (_, count) => `w${count}`);
      const { search } = await housed(await create(), 2, [...words, ...many].join(" "));
      const total = async (query: string) =>
        (await search((index) => index.find(ADMINISTRATOR, parsedQuery(query), FIRST))).total;
      for (const word of words) expect([word, await total(word)]).toEqual([word, 2]);
      expect(await total(many.join(" "))).toBe(2);
      expect(await total([...many.slice(1), "else"].join(" "))).toBe(0);
    });

    it("though their texts have more different words than an index may have room for", async () => {
      const words = Array.from({ length: 3_000 }, (_, count) => `${"é".repeat(400)}${count.toString(36)}x`);
      const { search } = await housed(await create(), 1, words.join(" "));
      const total = async (query: string) =>
        (await search((index) => index.find(ADMINISTRATOR, parsedQuery(query), FIRST))).total;
      expect([await total("bail"), await total(words[9] ?? "")]).toEqual([1, 1]);
    });

    it("by their present names and texts, and not after their removal", async () => {
      const { search, transact, documents } = await housed(await create(), 1, "quittance");
      const [document] = documents as [Document];
      const found = async (word: string) =>
        (await search((index) => index.find(ADMINISTRATOR, parsedQuery(word), FIRST))).items.length;
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

    it("and ignores entries of documents that have changed or are removed", async () => {
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
      expect((await search((index) => index.find(ADMINISTRATOR, parsedQuery("bail texte"), FIRST))).total).toBe(1);
    });

    it("and lists documents without an entry or with an outdated one", async () => {
      const { search, transact, documents } = await housed(await create(), 5, "texte");
      const [first, second, third, fourth] = documents as [Document, Document, Document, Document];
      await transact.write(async (stores) => {
        await stores.documents.update({ ...first, updatedAt: later(100) });
        await stores.documents.update({ ...second, blobKey: "blobs/new" as BlobKey });
        await stores.search.put([{ ...entryOf(third, null), isRead: false }]);
        await stores.documents.remove(fourth.id);
        await stores.documents.insert(fourth);
      });
      await transact.write(async (stores) => {
        const [fifth] = documents.slice(4) as [Document];
        await stores.documents.setTextStatus("pending", [{ documentId: fifth.id, blobKey: fifth.blobKey }]);
        expect((await stores.search.outdated(fourth.id, 10)).ids).toEqual([fifth.id]);
        await stores.textReadings.put(fifth.id, newReading(fifth.blobKey, "pdf"));
        expect((await stores.search.indexable([fifth.id])).map((each) => each.isBeingRead)).toEqual([true]);
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
    name: indexedTerms(name),
    description: indexedTerms(description ?? ""),
    isRead: true,
    text: text === null ? null : { text, ...indexedTerms(text) },
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
    make.document({ id: idOf(at + 1), name: "Bail", updatedAt: later(at), textStatus: indexed ? "read" : "pending" }),
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

const passagesOf = (found: readonly SearchHit[]) => found.flatMap(({ passages }) => passages);

/** The texts of a document. */
interface Says {
  readonly name: string;
  readonly description: string | null;
  readonly text: string | null;
}

const VOCABULARY = [
  ...["bail", "bailleur", "Bail", "BAUX", "été", "ETE", "cœur", "Coeur", "2026", "n° 7", "l’eau", "œuf-dur"],
  ...["loyer", "loyers", "gestion locative", "gestion", "locatives", "1 234,56 €", "1234.56", "12 mars 2026"],
];
const QUERIES = [
  ...["bail", "été", "COEUR", "bail ete", "ete bail 7", "eau l", "oeuf", "absent", "bail absent", "loyers"],
  ...[
    "loyer bail",
    "loy*",
    "bai* loyer",
    '"gestion locative"',
    '"gestion locative" bail',
    "bail -loyer",
    "loyer -bail*",
  ],
  ...['bail -"gestion locative"', "1234,56", "12/03/2026", "souslocation", "oeufdur"],
];

const phrases = (): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 4 }).map((words) => words.join(", "));

const says = (): fc.Arbitrary<Says> =>
  fc.record({
    name: phrases().map((phrase) => phrase || "sans nom"),
    description: fc.option(phrases()),
    text: fc.option(phrases()),
  });

/** Documents that get another text. */
const changes = () => fc.array(fc.record({ which: fc.nat(20), text: fc.option(phrases()) }), { maxLength: 4 });

/** Gives the documents of a tree these names and descriptions; three of them have the same moment of change. */
function withTexts(estate: SampleTree, texts: readonly Says[]): SampleTree {
  const documents = estate.documents.map((document, at) => {
    const { name = "sans nom", description = null } = texts[at] ?? {};
    return { ...document, name, description, updatedAt: later(Math.floor(at / 3)) };
  });
  return { ...estate, documents };
}

/** Searches all documents one by one. */
function naively(estate: SampleTree, texts: readonly Says[], caller: Caller, query: string): readonly DocumentId[] {
  const terms = parsedQuery(query);
  const rank = ranker(terms);
  const found = estate.documents.flatMap((document, at) => {
    if (levelIn(estate, caller, { type: "document", id: document.id }) === null) return [];
    const { name, description } = document;
    const text = indexedTerms(texts[at]?.text ?? "");
    if (!matches(terms, [indexedTerms(name), indexedTerms(description ?? ""), text])) return [];
    const { id, updatedAt } = document;
    return [{ id, updatedAt, rank: rank({ name, description, textWords: text.words }) }];
  });
  const newest = (left: string, right: string) => (left < right ? 1 : left > right ? -1 : 0);
  return found
    .toSorted(
      (left, right) =>
        compareRanks(left.rank, right.rank) || newest(left.updatedAt, right.updatedAt) || newest(left.id, right.id),
    )
    .map(({ id }) => id);
}

/** Returns the ids of all hits, page by page. */
async function idsFound(
  search: SearchIndex,
  caller: Caller,
  query: string,
  perPage = 5,
): Promise<readonly DocumentId[]> {
  const ids: DocumentId[] = [];
  for (let page = 1; ; page += 1) {
    const found = await search.find(caller, parsedQuery(query), { page, perPage });
    ids.push(...found.items.map(({ document }) => document.id));
    if (ids.length < found.total && found.items.length > 0) continue;
    expect(ids.length).toBe(found.total);
    return ids;
  }
}
