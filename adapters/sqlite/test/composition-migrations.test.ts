import { compositionModule } from "@cartulary/sql/composition";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { sqlite } from "../src/dialect.ts";

it("The migration to a separate table preserves the contents of parts", () => {
  const file = new Database(":memory:");
  onTestFinished(() => {
    file.close();
  });
  const [first, ...later] = compositionModule.migrations;
  for (const step of first?.up(sqlite) ?? []) file.exec(step);
  const named = "id, composed_document_id, content, content_format, content_source, part_type, position, status";
  const others = "alignment, bsize, page_break, metadata, created_at, updated_at";
  file.exec(`insert into composed_parts (${named}, ${others}) values
    ('1', 'd', 'é "one"', 'typst', 'human', 'content', 1, 'draft', 'left', 12, 0, '{}', 0, 0),
    ('2', 'd', '', 'markdown', 'human', 'content', 2, 'draft', 'left', 12, 0, '{}', 0, 0)`);
  for (const step of later.flatMap(({ up }) => up(sqlite))) file.exec(step);
  expect(file.prepare("select part_id, content from composed_part_contents order by part_id").all()).toEqual([
    { part_id: "1", content: 'é "one"' },
    { part_id: "2", content: "" },
  ]);
  expect(file.prepare("select * from composed_parts").all()).toMatchObject([{ id: "1" }, { id: "2" }]);
});
