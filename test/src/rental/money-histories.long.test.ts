import { afterAll, beforeAll, describe, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { expectHistories } from "../../support/money-simulation.ts";

describe.each(databases)("money in many histories, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  it("belongs to a tenant or an owner to the cent, and pays no owner with another's, in cash and in accrual", async () => {
    const seeds = Array.from({ length: 25 }, (_, index) => 7_654_321 * (index + 1));
    await expectHistories(house, { seeds, steps: 45 });
  }, 3_600_000);
});
