import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateSearch } from "../../evaluation/evaluation.ts";
import { failuresOf, linesOf } from "../../evaluation/report.ts";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";

describe.each(databases)("the search on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  it("finds the expected texts, and few others", async () => {
    const scores = await evaluateSearch(house);
    expect(failuresOf(scores), linesOf(scores).join("\n")).toEqual([]);
  });
});
