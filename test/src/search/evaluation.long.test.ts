import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateSearch } from "../../evaluation/evaluation.ts";
import { failuresOf, linesOf } from "../../evaluation/report.ts";
import { databases } from "../../support/databases.ts";
import { type House, openHouse } from "../../support/house.ts";

describe.each(databases)("the search on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  it("finds what people mean, and little else", async () => {
    const scores = await evaluateSearch(house);
    expect(failuresOf(scores), linesOf(scores).join("\n")).toEqual([]);
  });
});
