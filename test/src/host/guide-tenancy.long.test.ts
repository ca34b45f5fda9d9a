import { readdir } from "node:fs/promises";
import { listen } from "@cartulary/node";
import { expect, it, onTestFinished } from "vitest";
import { openHouse } from "../../support/application-fixture.ts";
import { actingOn } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { commandsIn, stepsOf } from "../../support/guide.ts";
import { openGuideShell } from "../../support/guide-shell.ts";
import { expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";
const A_DAY = 86_400_000;

/** Each command of the page is a process or more, which a busy machine starts slowly. */
const PATIENCE_MS = 600_000;

/** A JSON body with any fields. */
// biome-ignore lint/suspicious/noExplicitAny: what is answered is looked at field by field.
type Body = any;

it.each(usualDatabases)(
  "The guide's tenancy comes to each cent, on $name",
  async ({ open }) => {
    const house = await openHouse(await open());
    onTestFinished(() => house.close());
    const listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    onTestFinished(() => listener.close(0));
    const token = async () => ({ code: 0, stdout: await house.admin.token(), stderr: "" });
    await using shell = await openGuideShell({ CARTULARY_URL: `http://127.0.0.1:${listener.port}` }, token);
    let mandataire = "";
    const get = async (path: string, query: Record<string, string> = {}): Promise<Body> => {
      mandataire ||= expectStatus(await house.admin.ask<Body>("GET", `${RENTAL}/mandataires`), 200)[0].id;
      const request = actingOn(mandataire, { query: { per_page: "100", ...query } });
      return expectStatus(await house.admin.ask<Body>("GET", RENTAL + path, request), 200);
    };
    const leaseOf = async (reference: string): Promise<Body> =>
      (await get("/leases", { "q[reference_eq]": reference }))[0];
    const callsOf = async (reference: string, kind = "call"): Promise<Body[]> =>
      get("/rent_calls", {
        ...{ "q[lease_id_eq]": (await leaseOf(reference)).id, "q[kind_eq]": kind, sort: "reference" },
      });
    const balanceOf = async (account: string, auxiliary: string | null = null) => {
      const { accounts }: Body = await get("/accounting/trial_balance");
      return accounts.find((each: Body) => each.accountCode === account && each.auxiliaryCode === auxiliary)?.balance;
    };

    /** What has to be true after a command, by what the command has in it. */
    const stories: Readonly<Record<string, (output: string) => Promise<void>>> = {
      "bank IN-1": async () =>
        expect(await callsOf("B-1", "initial_balance")).toMatchObject([
          { totalAmountCents: 20_000, status: "paid", billingRunId: null },
        ]),
      "# 12300.00": async () => {
        const [call] = await callsOf("B-1");
        expect(call).toMatchObject({ totalAmountCents: 1_230_000, otherAmountCents: 90_000 });
        expect(call.contributions.map(({ name, amountCents }: Body) => [name, amountCents])).toEqual([
          ["Zoé Petit", 750_000],
          ["Luc Petit", 480_000],
        ]);
      },
      mark_sent: async (reply) => expect(JSON.parse(reply)).toEqual({ count: 2 }),
      "bank IN-2": async () => {
        const [{ contributions }] = await callsOf("B-1");
        expect(contributions.map(({ remainingCents }: Body) => remainingCents)).toEqual([750_000, 0]);
      },
      "# paid, although": async (reply) =>
        expect(JSON.parse(reply)).toMatchObject({
          ...{ status: "paid", fullyPaid: false, overdue: false, remainingAmountCents: 400 },
        }),
      "supplier_invoices/$INVOICE": async (reply) => expect(JSON.parse(reply)).toMatchObject({ status: "paid" }),
      "# the home": async (reply) =>
        expect(JSON.parse(reply).tenants).toMatchObject([
          { unitIdentifier: "Home", shareCents: 75_000, provisionsCents: 60_000, balanceCents: 15_000 },
          { unitIdentifier: "Shop", shareCents: 50_000, provisionsCents: 48_000, balanceCents: 2_000 },
        ]),
      "/reminders": async (reply) => expect(JSON.parse(reply)).toMatchObject({ level: 1, amountCents: 15_000 }),
      "service_events -H": async (reply) => expect(JSON.parse(reply)).toMatchObject({ quantity: 1, billedAt: null }),
      "# in the morning": async (reply) => {
        const { revisions, terms } = JSON.parse(reply);
        expect(revisions).toHaveLength(1);
        expect(terms.at(-1)).toMatchObject({ effectiveFrom: "2026-01-01", baseRent: { cents: 206_060 } });
        const letter = `${RENTAL}/leases/${(await leaseOf("B-2")).id}/revisions/${revisions[0].id}/document`;
        expect((await house.admin.ask("GET", letter, actingOn(mandataire))).status).toBe(200);
      },
      "# the difference": async () => {
        const run = (await get("/billing_runs", { "q[period_start_eq]": "2026-02-01" }))[0];
        const lines: Body[] = await get(`/billing_runs/${run.id}/lines`, { "q[adjustment_eq]": "true" });
        expect(lines).toMatchObject([{ anomalyType: "back_billing", amountHt: "727.20" }]);
      },
      "/return": async (reply) =>
        expect(JSON.parse(reply)).toMatchObject({ status: "partially_returned", receivedCents: 89_600 }),
      'echo "$RD"  ': async (reply) =>
        expect(JSON.parse(reply)).toMatchObject([{ amountCents: 64_600, kind: "deposit" }]),
      "bank OUT-2": async (reply) => expect(JSON.parse(reply)).toMatchObject({ created: 1, unmatched: [] }),
      trial_balance: async () => {
        expect([await balanceOf("165000", "LOC0001"), await balanceOf("401000", "FOU0001")]).toEqual(["0.00", "0.00"]);
        expect([await balanceOf("411000", "LOC0001"), await balanceOf("411000", "LOC0002")]).toEqual([
          "0.00",
          undefined,
        ]);
        // Received: the debt, the calls less 4.00; spent: the plumber and the rest of the deposit.
        const received = 20_000 + 480_000 + 749_600 + 12 * 204_000;
        expect(await balanceOf("512000")).toBe(`${(received - 12_000 - 64_600) / 100}.00`);
      },
      "/statement": async (reply) => {
        const { sections } = JSON.parse(reply);
        expect(Math.round(Number(await balanceOf("467000", "PRO0001")) * 100) + sections.closingCents).toBe(0);
      },
    };
    const left = new Set(Object.keys(stories));
    for (const command of stepsOf("docs/guide/tenancy.md").flatMap(({ script }) => commandsIn(script))) {
      if (command.includes("# in the morning")) {
        house.clock.pass(A_DAY);
        await house.upkeep.run();
      }
      const day = house.clock.now().slice(0, "YYYY-MM-DD".length);
      const output = await shell.run(command.replace("$(date +%Y)", "2026").replace("$(date +%F)", day));
      await house.work();
      for (const [part, story] of Object.entries(stories)) {
        if (!command.includes(part)) continue;
        await story(output);
        left.delete(part);
      }
    }
    expect([...left]).toEqual([]);
    expect((await readdir(shell.folder)).filter((name) => name.endsWith(".pdf"))).toHaveLength(2);
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  },
  PATIENCE_MS,
);
