import type { ListQuery } from "@cartulary/kernel";
import { type Sample, sampleListing, samples } from "@cartulary/ports/kernel";
import { sampleModule } from "@cartulary/sql/testkit";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

/** More than are looked up one by one: every second one has the word, every hundredth is rare. */
const COUNT = 2_600;

async function filled() {
  const database = await openTestSqlite([sampleModule]);
  onTestFinished(() => database.close());
  const all = samples(COUNT).map((sample, index) => ({
    ...sample,
    title: `${index % 2 === 0 ? "Quittance" : "Bail"} ${index}${index % 100 === 0 ? ' "ÉTÉ"' : ""}`,
    size: (index * 7_919) % COUNT,
  }));
  for (let start = 0; start < COUNT; start += 500) {
    await database.transact.write((stores) => stores.samples.insert(all.slice(start, start + 500)));
  }
  return { ...database, all };
}

const queryFor = (value: string, page: number): ListQuery<keyof Sample> => ({
  page,
  perPage: 10,
  sort: "size",
  direction: "desc",
  conditions: [{ fields: ["title"], join: "or", predicate: "cont", values: [value] }],
});

it("SQLite finds long and short substrings with many and few matches, on every page, in the order of the list", async () => {
  const { transact, all } = await filled();
  const bySize = all.toSorted((one, other) => other.size - one.size);
  for (const value of ["quittance", 'té"', '"été"', "é", "zz", "nothing", `l ${COUNT - 1}`]) {
    const matching = bySize.filter(({ title }) => title.toLowerCase().includes(value));
    const last = Math.ceil(matching.length / 10);
    for (const page of [1, 2, last, last + 1].filter((each) => each > 0)) {
      const found = await transact.single((stores) => stores.samples.list(sampleListing, queryFor(value, page)));
      const ids = matching.slice((page - 1) * 10, page * 10).map(({ id }) => id);
      expect({ ...found, items: found.items.map(({ id }) => id) }, `${value}, page ${page}`).toEqual({
        items: ids,
        total: matching.length,
        page,
        perPage: 10,
      });
    }
  }
});

it("SQLite's index of a text follows changes of the row, also after a vacuum", async () => {
  const { transact, path, all } = await filled();
  const [first, second] = all as [Sample, Sample];
  const file = new Database(path);
  onTestFinished(() => {
    file.close();
  });
  file.prepare("update samples set title = 'Devis', title_fold = 'devis' where id = ?").run(first.id);
  file.prepare("delete from samples where id = ?").run(second.id);
  file.exec("vacuum");
  const found = async (value: string) =>
    (await transact.single((stores) => stores.samples.list(sampleListing, queryFor(value, 1)))).total;
  expect([await found("devis"), await found("quittance"), await found("bail"), await found("quittance 2598")]).toEqual([
    1,
    COUNT / 2 - 1,
    COUNT / 2 - 1,
    1,
  ]);
});
