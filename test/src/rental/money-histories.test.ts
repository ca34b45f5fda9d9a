import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { databases, usualDatabases } from "../../support/databases.ts";
import { expectHistories, moneyPlay } from "../../support/money-simulation.ts";
import { runs } from "../../support/runs.ts";
import { seededRandom } from "../../support/seeded-random.ts";

describe.each(databases)("money in any history, on $name", ({ name, open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  // On a database that other hosts share, a few steps of what may happen twice at once; the long run has many.
  const isLocal = name === "SQLite";
  const histories = isLocal
    ? { seeds: [5, 8, 12].slice(0, runs({ sparing: 2, usual: 3 })), steps: 30 }
    : { seeds: [8], steps: 10 };

  it("belongs to a tenant or an owner to the cent, and pays no owner with another's, in cash and in accrual [R-26, R-28, R-29]", async () => {
    const statuses = await expectHistories(house, histories);
    const wanted = [
      "payment allocated",
      "payment received",
      "payment rejected",
      "payout executed",
      "payout failed",
      "payout sent",
    ];
    if (isLocal) expect([...statuses]).toEqual(expect.arrayContaining(wanted));
  });
});

describe.each(usualDatabases)("transactions of one request, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** Movements of two tenants and two payouts, of which each may undo an earlier one. */
  function drawn(seed: number): readonly object[] {
    const { below } = seededRandom(seed);
    const some = <Element>(elements: readonly Element[]) => elements[below(elements.length)];
    return Array.from({ length: 14 }, (_, at) => {
      const bank_reference = `M-${String(at).padStart(2, "0")}`;
      const [label, reverses] = [`AP-2026-00000${1 + below(2)}`, `M-${String(below(at + 1)).padStart(2, "0")}`];
      const [payout, tenant] = [`RV-2026-00000${1 + below(2)}`, `Tenant ${below(2)}`];
      const whole = some([65_479, 54_569, 65_482]) ?? 0;
      const part = some([whole, 20_000, whole - 20_000, 70_000]) ?? 0;
      const paid = some([47_333, 47_334, 58_000]) ?? 0;
      const movement = some([
        { label, amount_cents: part },
        { label, amount_cents: part },
        { counterparty_name: tenant, amount_cents: part },
        { direction: "outbound", method: "rejection", reverses, amount_cents: part },
        { direction: "outbound", method: "refund", reverses, amount_cents: 1 + below(5000) },
        { direction: "outbound", label: payout, amount_cents: paid },
        { method: "rejection", payout_reference: payout, amount_cents: paid },
        { method: "rejection", reverses, amount_cents: paid },
      ]);
      return { bank_reference, ...movement };
    });
  }

  it("gives the same result as its transactions one by one", async () => {
    for (const seed of [1, 2, 3]) {
      const [together, apart] = [await moneyPlay(house, "accrual", 1), await moneyPlay(house, "accrual", 1)];
      const movements = drawn(seed);
      for (const play of [together, apart]) await play.bill();
      await together.bank.bring(...movements);
      for (const movement of movements) await apart.bank.bring(movement);
      expect(await together.summary()).toEqual(await apart.summary());
      await together.expectSound();
    }
  });
});
