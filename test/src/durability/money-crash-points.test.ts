import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { usualDatabases, waysTo } from "../../support/databases.ts";
import { type MortalDatabase, mortalDatabase } from "../../support/killable-database.ts";
import { type MoneyPlay, moneyPlay } from "../../support/money-simulation.ts";
import { expectStatus } from "../../support/refusals.ts";
import { runs } from "../../support/runs.ts";
import type { Asking, Reply } from "../../support/send-request.ts";
import { camtOf, IBAN, taken } from "../../support/statements.ts";

/** A long run loses the host at every step, a usual one at every third. */
const STRIDE = runs({ sparing: 13, usual: 3, long: 1 });

/** A request to a host that is lost meanwhile, repeated to another host. */
type Request = (house: House, play: MoneyPlay) => Promise<Reply<unknown>>;

describe.each(usualDatabases)("Money that moves while a host is lost, on $name,", (engine) => {
  let mortal: MortalDatabase;
  let lost: House;
  let next: House;
  beforeAll(async () => {
    const [database, secondConnection] = await waysTo(engine);
    next = await openHouse(database);
    mortal = mortalDatabase(secondConnection);
    lost = await openHouse(mortal.database, { seed: "lost", logged: () => {} });
    await lost.admin.token();
  });
  afterAll(async () => {
    await lost.close();
    await next.close();
  });

  const today = () => next.clock.now().slice(0, 10);
  const outbound = { direction: "outbound" };

  /** Both calls are paid, one of them with too much; Alice's payout was paid, Bruno's came back. */
  async function paidAndReturned(): Promise<MoneyPlay> {
    const play = await moneyPlay(next, "accrual", 1);
    expectStatus(await play.agent.ask("PATCH", `/mandataires/${play.agent.id}`, { mandataire: { iban: IBAN } }), 200);
    await play.bill();
    const payouts = await play.agent.found("/owner_payouts", { sort: "reference" });
    const paid = payouts.map(
      ({ reference, amountCents: amount_cents }: { reference: string; amountCents: number }) => ({
        ...{ ...outbound, bank_reference: `out ${reference}`, label: reference, amount_cents },
      }),
    );
    const reply = await play.bank.bring(
      { bank_reference: "in 1", amount_cents: 90_000, label: "AP-2026-000001" },
      { bank_reference: "in 2", amount_cents: 90_000, label: "AP-2026-000002" },
      ...paid,
      { ...paid[1], bank_reference: "back", direction: "inbound", method: "rejection" },
      { bank_reference: "odd", amount_cents: 777, label: "Who knows" },
    );
    expect(reply.unmatched).toEqual(["odd"]);
    return play;
  }

  /** Two more payouts that are ordered. */
  async function ordered(): Promise<MoneyPlay> {
    const play = await paidAndReturned();
    await play.bill();
    return play;
  }

  const EXPORTS = "/owner_payouts/exports";

  /** The bank did not get them. */
  async function sent(): Promise<MoneyPlay> {
    const play = await ordered();
    await play.agent.made(EXPORTS, { format: "pain.001" });
    return play;
  }

  const asAdmin = (house: House, method: string, path: string, { agent }: MoneyPlay, asking: Asking) =>
    house.admin.ask(method, `/rental/api/v1${path}`, {
      ...asking,
      headers: { ...asking.headers, "x-mandataire-id": agent.id },
    });

  const bringing: Request = async (house, { agent, bank }) => {
    const usual = { booked_on: today(), direction: "inbound" };
    const back = { method: "rejection", reverses: "out RV-2026-000001" };
    const [payout] = await agent.found("/owner_payouts", { sort: "reference" });
    return bank.at(house).ask(
      [
        { bank_reference: "N-1", amount_cents: 90_000, ...outbound, method: "rejection", reverses: "in 1" },
        { bank_reference: "odd", amount_cents: 777, rent_call_reference: "AP-2026-000001" },
        { bank_reference: "N-2", amount_cents: 20_000, label: "AP-2026-000001" },
        { bank_reference: "N-3", amount_cents: 100, ...outbound, method: "refund", reverses: "in 2" },
        { bank_reference: "N-4", amount_cents: payout.amountCents, ...back },
        { bank_reference: "N-5", amount_cents: 5, ...outbound, label: "Nobody's" },
      ].map((each) => ({ ...usual, ...each })),
    );
  };

  /** Orders the returned payouts again. */
  const recording: Request = async (house, play) => {
    const owners = await play.agent.found("/owners", { sort: "accounting_code" });
    const json = { bank_accounts: [{ iban: "DE89370400440532013000", is_default: true }] };
    return asAdmin(house, "PATCH", `/owners/${owners[1].id}`, play, { json });
  };

  const withdrawing: Request = (house, play) =>
    asAdmin(house, "POST", "/accounting/fee_withdrawals", play, {
      headers: { "idempotency-key": "our-fees" },
      json: { amount_cents: 1234, booked_on: today() },
    });

  const sending: Request = (house, play) =>
    asAdmin(house, "POST", EXPORTS, play, {
      headers: { "idempotency-key": "our-payouts" },
      json: { format: "pain.001" },
    });

  const takingBack: Request = async (house, play) => {
    const [file] = await play.agent.found(EXPORTS);
    return asAdmin(house, "DELETE", `${EXPORTS}/${file?.id}`, play, {});
  };

  /** A statement with an earlier transaction, two alike and a return; another host repeats it after a loss. */
  const reading: Request = async (house, { agent }) => {
    const on = today();
    const entries = [
      { amount: 777, on, bank: "odd" },
      ...[0, 1].map(() => ({ amount: -250, on, words: "FRAIS" })),
      { amount: -90_000, on, bank: "in 1", isReversal: true },
    ];
    const text = camtOf([{ id: "1", from: on, to: on, opening: null, entries }]);
    return taken(house, agent, text).then(
      () => ({ status: 200 }) as Reply<unknown>,
      () => ({ status: 503 }) as Reply<unknown>,
    );
  };

  it.each([
    ["is read from a statement", reading, 15, paidAndReturned],
    ["is taken in", bringing, 20, paidAndReturned],
    ["is ordered again", recording, 3, paidAndReturned],
    ["is withdrawn", withdrawing, 3, paidAndReturned],
    ["is sent to the bank", sending, 3, ordered],
    ["is taken back from the bank", takingBack, 3, sent],
  ] as const)(
    "%s completely or not at all, and its repetition on another host gives the same state",
    async (_, request, least, ground) => {
      const undisturbed = await ground();
      expect((await request(next, undisturbed)).status).toBeLessThan(300);
      const done = await undisturbed.summary();
      let [play, writes] = [await ground(), 0];
      const before = await play.summary();
      expect(done).not.toEqual(before);
      // A short request is interrupted more than once, too.
      const stride = Math.min(STRIDE, least);
      for (let steps = 0; ; steps += stride) {
        const life = mortal.lose(steps);
        const answer = await request(lost, play);
        mortal.revive();
        if (!life.isOver) {
          expect([steps, answer.status < 300]).toEqual([steps, true]);
          break;
        }
        writes = steps;
        const after = await play.summary();
        if (JSON.stringify(after) === JSON.stringify(before)) continue;
        expect([steps, after]).toEqual([steps, done]);
        await request(next, play);
        expect([steps, await play.summary()]).toEqual([steps, done]);
        play = await ground();
      }
      expect(writes).toBeGreaterThan(least);
      expect(await play.summary()).toEqual(done);
      await play.expectSoundBooks();
    },
  );
});
