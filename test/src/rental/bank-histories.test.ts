import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { databases, openTwice, usualDatabases } from "../../support/databases.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { camtOf, type EntryWritten, IBAN, type StatementWritten, taken } from "../../support/statements.ts";
import { agentOf } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const DAYS = 7;
const dayOf = (day: number): string => `2026-01-${String(day + 1).padStart(2, "0")}`;

/** Bookings of a bank on some days: equal fees, payments without a reference, reversals and returns. */
function history({ below }: ReturnType<typeof seededRandom>): readonly (readonly EntryWritten[])[] {
  const earlier: EntryWritten[] = [];
  return Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: below(5) }, (): EntryWritten => {
      const on = dayOf(day);
      const undone = earlier[below(earlier.length || 1)];
      const kinds: readonly (() => EntryWritten)[] = [
        () => ({ on, amount: -250, words: "FRAIS" }),
        () => ({ on, amount: 100 * (1 + below(3)), bank: "NONREF", payer: "NOTPROVIDED", words: "Loyer" }),
        () => ({ on, amount: 1000 + below(9), bank: `B${below(4)}`, payer: `P${below(4)}` }),
        () => (undone ? { ...undone, on, amount: -undone.amount, isReversal: true } : { on, amount: 7 }),
        () =>
          undone
            ? { on, amount: -undone.amount, ...(undone.payer && { payer: undone.payer }), isReturn: true }
            : { on, amount: 8 },
      ];
      const made = (kinds[below(kinds.length)] as () => EntryWritten)();
      if (made.amount > 0) earlier.push(made);
      return made;
    }),
  );
}

/** The bank's balance at the beginning of a day. */
const balanceBefore = (days: readonly (readonly EntryWritten[])[], day: number): number =>
  days
    .slice(0, day)
    .flat()
    .reduce((sum, { amount }) => sum + amount, 0);

function statementOf(days: readonly (readonly EntryWritten[])[], from: number, to: number): StatementWritten {
  return {
    ...{ id: `${from}-${to}`, from: dayOf(from), to: dayOf(to), opening: balanceBefore(days, from) },
    entries: days.slice(from, to + 1).flat(),
  };
}

describe.each(usualDatabases)("The statements of a bank, on $name,", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  it.each([1, 22, 333])("equal the book after each statement, however they are cut into files (%i)", async (seed) => {
    const random = seededRandom(seed);
    const agent = await agentOf(house, { iban: IBAN });
    const days = history(random);
    let coveredDays = 0;
    while (coveredDays < DAYS) {
      const file: StatementWritten[] = [];
      for (let count = 1 + random.below(3); count > 0; count -= 1) {
        const from = random.below(coveredDays + 1);
        const to = Math.min(DAYS - 1, from + random.below(4));
        if (to < coveredDays - 1 && random.below(2) === 0) continue;
        file.push(statementOf(days, Math.min(from, coveredDays), to));
        coveredDays = Math.max(coveredDays, to + 1);
      }
      if (file.length === 0) continue;
      const { warnings } = await taken(house, agent, camtOf(file));
      expect(warnings).toEqual([]);
      const on = dayOf(coveredDays - 1);
      expect(await agent.found("/accounting/reconciliation", { on })).toMatchObject({
        difference: "0.00",
        unexplained: [],
      });
    }
    const counted = days.flat().length;
    const whole = camtOf([statementOf(days, 0, DAYS - 1)]);
    expect(await taken(house, agent, whole)).toMatchObject({ received: counted, created: 0 });
    for (const [day] of days.entries()) {
      const { bookBalance } = await agent.found("/accounting/reconciliation", { on: dayOf(day) });
      expect([day, bookBalance]).toEqual([day, (balanceBefore(days, day + 1) / 100).toFixed(2)]);
    }
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  });
});

describe.each(databases)("Files that hosts import concurrently, on $name,", ({ name, open }) => {
  let hosts: readonly House[];
  beforeAll(async () => {
    const [database, secondDatabase] =
      name === "Postgres" ? await openTwice(inject("postgresUrl") ?? "") : [await open()];
    const first = await openHouse(database as NonNullable<typeof database>);
    hosts = [first, secondDatabase ? await openHouse(secondDatabase, { seed: "beside" }) : first];
  });
  afterAll(async () => {
    for (const host of new Set(hosts.toReversed())) await host.close();
  });

  it("bring each transaction once", async () => {
    const [one, other] = hosts as readonly [House, House];
    const agent = await agentOf(one, { iban: IBAN });
    const days = Array.from({ length: DAYS }, (_, day): readonly EntryWritten[] =>
      Array.from({ length: 6 }, (__, at) => ({
        on: dayOf(day),
        amount: 100 + (at % 2),
        bank: "NONREF",
        words: "Loyer",
      })),
    );
    const [early, late] = [statementOf(days, 0, 4), statementOf(days, 2, DAYS - 1)];
    const results = await Promise.all([
      ...[taken(one, agent, camtOf([early])), taken(other, agent, camtOf([early]))],
      ...[taken(other, agent, camtOf([late])), taken(one, agent, camtOf([late, early]))],
    ]);
    expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(days.flat().length);
    const stored: Body[] = await agent.found("/bank_statements");
    expect(stored).toHaveLength(2);
    expect(await agent.found("/accounting/reconciliation")).toMatchObject({ difference: "0.00" });
    expect((await one.findings()).map(({ message }) => message)).toEqual([]);
  });
});
