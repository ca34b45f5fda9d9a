import { type Entry, indexedTerms, newReading, parsedQuery } from "@cartulary/search";
import { document, member, reader, SUBTREE, WORKSPACE } from "./estate.ts";
import { ROWS, rowsIn, someOf, textOf } from "./fixtures.ts";
import { ADMINISTRATOR, BY_KEY, required, type Stores, type Way, type Works } from "./works.ts";

const FIRST = { page: 1, perPage: 20 } as const;
const documents = someOf<"Document">("documents");
/** The rows of a rare word, in both worlds, with the documents' containers, displayed fields and grants. */
const HITS = (20 * rowsIn("search_entries")) / 100;
/** Entries with a common word, in addition to all that the user sees. */
const ALL_HITS = 4 * rowsIn("search_entries") + 12 * (SUBTREE + WORKSPACE) + 2 * ROWS.documents;

/** Expensive queries: the most words of a query, words of one letter, and words that all documents have. */
const HOSTILE: readonly string[] = [
  Array.from({ length: 100 }, (_, at) => at.toString(36)).join(" "),
  ["common", ...Array.from({ length: 99 }, (_, at) => textOf(at))].join(" "),
  "and or not near null common",
  "é".repeat(200),
  '"common rare7" com* -rar* -"rare8 common"',
];

const entryOf = async ({ search }: Stores): Promise<Entry> => {
  const [indexable] = await search.indexable([document]);
  if (!indexable) throw new Error("There is nothing to be indexed");
  const [name, description] = [indexedTerms("new"), indexedTerms("")];
  return { of: indexable, name, description, isRead: true, text: { text: "new words", ...indexedTerms("new words") } };
};

/** The works of the index of words. */
export const searchWorks: Works<"search" | "searchFinder" | "textReadings"> = {
  search: {
    find: [
      HITS + ALL_HITS,
      ({ search }) => search.find(reader, parsedQuery("rare7"), FIRST),
      ({ search }) => search.find(member, parsedQuery("rare7 common"), FIRST),
      ({ search }) => search.find(ADMINISTRATOR, parsedQuery("rare7"), FIRST),
      ({ search }) => search.find(reader, parsedQuery("common"), FIRST),
      ({ search }) => search.find(reader, parsedQuery(textOf(0)), FIRST),
      ({ search }) => search.find(ADMINISTRATOR, parsedQuery(textOf(0)), FIRST),
      ...HOSTILE.flatMap((words): Way[] => [
        ({ search }) => search.find(reader, parsedQuery(words), FIRST),
        ({ search }) => search.find(ADMINISTRATOR, parsedQuery(words), FIRST),
      ]),
    ],
    indexable: [4 * BY_KEY, ({ search }) => search.indexable(documents)],
    outdated: [4 * BY_KEY, ({ search }) => search.outdated(null, 20), ({ search }) => search.outdated(document, 20)],
    put: [4 * BY_KEY, async (stores) => stores.search.put([await entryOf(stores)])],
    wordsLike: [4 * BY_KEY, ({ search }) => search.wordsLike("rarewodr")],
    addWords: [4 * BY_KEY, ({ search }) => search.addWords(["1000word2", "newword"])],
    // Each of a hundred words is looked up in the entries.
    forgetWords: [100 * BY_KEY, ({ search }) => search.forgetWords("1000word2", 100)],
    describe: [4 * BY_KEY, async (stores) => stores.search.describe(await entryOf(stores))],
  },
  textReadings: {
    find: [BY_KEY, ({ textReadings }) => textReadings.find(document)],
    put: [
      2 * BY_KEY,
      async ({ documents: store, textReadings }) => {
        const { blobKey } = required(await store.lock(document));
        await textReadings.put(document, newReading(blobKey, "pdf"));
      },
    ],
    remove: [4 * BY_KEY, ({ textReadings }) => textReadings.remove(documents)],
    unfinished: [4 * BY_KEY, ({ textReadings }) => textReadings.unfinished(document, 20)],
    toReread: [4 * BY_KEY, ({ textReadings }) => textReadings.toReread("all", document, 20)],
  },
  searchFinder: {
    find: [
      HITS + ALL_HITS,
      ({ searchFinder }) => searchFinder.find(member, parsedQuery("rare7 common"), FIRST),
      ({ searchFinder }) => searchFinder.find(reader, parsedQuery(textOf(0)), FIRST),
    ],
  },
};
