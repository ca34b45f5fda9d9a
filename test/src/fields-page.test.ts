import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { supportMeasureRecord } from "@cartulary/rental/property";
import { expect, it } from "vitest";
import { fieldsPage, inputFields, PAGE, RECORDS } from "../fields/page.ts";

const ROOT = resolve(import.meta.dirname, "../..");

it("the page of the fields equals the declarations", () => {
  expect(readFileSync(join(ROOT, PAGE), "utf8")).toBe(fieldsPage());
});

it("only support measures and the coverage rate of an insurance are information only", () => {
  const informing = RECORDS.flatMap((declared) =>
    inputFields(declared).flatMap(({ name, field }) =>
      field.description.includes("information only") ? [`${declared.name}: ${name}`] : [],
    ),
  );
  const measures = inputFields(supportMeasureRecord).map(({ name }) => `support measure: ${name}`);
  expect(informing.toSorted()).toEqual(["GLI policy: coverage_rate", ...measures].toSorted());
});
