import { documentsModule } from "@cartulary/sql/documents";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { sqlite } from "../src/dialect.ts";

it("The migration makes existing tags searchable", () => {
  const file = new Database(":memory:");
  onTestFinished(() => {
    file.close();
  });
  const [first, ...later] = documentsModule.migrations;
  for (const step of first?.up(sqlite) ?? []) file.exec(step);
  file.exec(`insert into folders (id, name, name_fold, tags, placed_seq, created_at, updated_at)
    values ('1', 'F', 'f', '["Big \\"A\\"","b"]', 0, 0, 0), ('2', 'F', 'f', '[]', 0, 0, 0)`);
  for (const step of later.flatMap(({ up }) => up(sqlite))) file.exec(step);
  const rows = file.prepare("select tags_fold from folders order by id").all();
  expect(rows).toEqual([{ tags_fold: '["big \\"a\\"","b"]' }, { tags_fold: "[]" }]);
});
