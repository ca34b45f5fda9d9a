import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fillAgency } from "@cartulary/cli";
import { createClient } from "@cartulary/client";
import { checkFec, dayInParis } from "@cartulary/ledger";
import { listen } from "@cartulary/node";
import { createPdfText } from "@cartulary/pdf";
import { RENTAL_BASE } from "@cartulary/wire";
import { expect, it, onTestFinished } from "vitest";
import { openHouse } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { commandsIn, stepsOf } from "../../support/guide.ts";
import { openGuideShell } from "../../support/guide-shell.ts";
import { expectStatus } from "../../support/refusals.ts";

/** A JSON body with any fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** Each command of a page is a process or more, which a busy machine starts slowly. */
const PATIENCE_MS = 300_000;

/** The sample agency in a house of its own, and a shell in which a page about it is followed. */
async function openSample(open: (typeof usualDatabases)[number]["open"]) {
  const house = await openHouse(await open());
  onTestFinished(() => house.close());
  const fetch = async (url: string | URL | Request, request?: RequestInit) =>
    house.app.fetch(new Request(url, request));
  const client = createClient({ baseUrl: "http://house.test", token: await house.admin.token(), fetch });
  await fillAgency(client, { year: 2026, pause: house.work }, () => {});
  const listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => listener.close(0));
  const environment = { DEMO_URL: `http://127.0.0.1:${listener.port}`, DEMO_DATA: "none" };
  const token = async () => ({ code: 0, stdout: await house.admin.token(), stderr: "" });
  const shell = await openGuideShell(environment, token);
  onTestFinished(() => shell[Symbol.asyncDispose]());
  const get = async (path: string, query: Record<string, string> = {}): Promise<Body> =>
    expectStatus(await house.admin.ask<Body>("GET", RENTAL_BASE + path, { query: { per_page: "100", ...query } }), 200);
  return {
    get,
    runOf: async (month: string) => (await get("/billing_runs", { "q[period_start_eq]": `2026-${month}-01` }))[0],
    filed: async (end: string, start = "") => {
      const name = (await readdir(shell.folder)).find((each) => each.startsWith(start) && each.endsWith(end));
      return readFileSync(join(shell.folder, name ?? `nothing${end}`));
    },
    /** Runs the commands of a page; each check follows the commands that have its key in them. */
    async follow(page: string, checks: Readonly<Record<string, (output: string) => Promise<void>>>) {
      const left = new Set(Object.keys(checks));
      for (const command of stepsOf(page).flatMap(({ script }) => commandsIn(script))) {
        const day = dayInParis(house.clock.now());
        const output = await shell.run(command.replace("$(date +%Y)", "2026").replace("$(date +%F)", day));
        await house.work();
        for (const [part, check] of Object.entries(checks)) {
          if (!command.includes(part)) continue;
          await check(output);
          left.delete(part);
        }
      }
      expect([...left]).toEqual([]);
    },
  };
}

it.each(usualDatabases)(
  "The guide bills March of the sample agency, on $name",
  async ({ open }) => {
    const { get, runOf, filed, follow } = await openSample(open);
    await follow("docs/guide/billing.md", {
      "$API/billing_runs/$RUN | grep": async () =>
        expect(await runOf("03")).toMatchObject({ status: "review", linesCount: 29 }),
      "lines?q[has_anomaly_eq]": async (reply) => {
        const noticed: Body[] = JSON.parse(reply);
        const found = new Map(noticed.map((line) => [line.anomalyType, line.explanation]));
        expect(found.get("index_missing")).toContain("€");
        // February was billed without the rent that was agreed since, which the run under review bills, too.
        expect(found.get("pending_in_other_run")).toContain("€");
      },
      "type=owner": async (reply) =>
        expect(JSON.parse(reply)).toMatchObject([{ ownerName: "Hervé Gourvil", anomalyType: "missing_iban" }]),
      '"excluded": true': async () => {
        const { scopeSummary, totalTenantAmount } = await get(`/billing_runs/${(await runOf("03")).id}`);
        expect(scopeSummary).toMatchObject({ excludedCount: 1, linesCount: 29 });
        expect(Number(totalTenantAmount)).toBeLessThan(Number((await runOf("02")).totalTenantAmount));
      },
      acknowledge_anomalies: async () => expect(await runOf("03")).toMatchObject({ allAnomaliesAcknowledged: true }),
      "/validate": async () => expect(await runOf("03")).toMatchObject({ status: "validated" }),
      "/apply": async () => {
        const { id, status } = await runOf("03");
        expect(status).toBe("applied");
        expect(await get("/rent_calls", { "q[billing_run_id_eq]": id })).toHaveLength(14);
        expect(await get("/owner_payouts", { "q[billing_run_id_eq]": id })).toHaveLength(2);
      },
      "/document": async () => expect((await filed(".pdf")).subarray(0, 5).toString()).toBe("%PDF-"),
      "$LETTERS/download": async () =>
        expect((await filed(".pdf", "avis-d-echeance")).subarray(0, 5).toString()).toBe("%PDF-"),
      "$EXPORT/download": async () => {
        const bytes = await filed("FEC20261231.txt");
        expect(bytes.length).toBeGreaterThan(10_000);
        for await (const { rule } of checkFec([bytes] as never)) expect(rule).toBe("warning");
      },
      "/cancel": async () => {
        const { id, status } = await runOf("02");
        expect(status).toBe("cancelled");
        const calls: Body[] = await get("/rent_calls", { "q[billing_run_id_eq]": id });
        expect(new Set(calls.map((call) => call.status))).toEqual(new Set(["cancelled"]));
      },
      "_type_eq]=Reversal": async (reply) => expect(JSON.parse(reply)).not.toEqual([]),
    });
  },
  PATIENCE_MS,
);

it.each(usualDatabases)(
  "The guide collects March of the sample agency and pays out, on $name",
  async ({ open }) => {
    const { get, runOf, filed, follow } = await openSample(open);
    const pdfText = createPdfText();
    onTestFinished(() => pdfText.close());
    const callOf = async () => {
      const [call] = await get("/rent_calls", { "q[billing_run_id_eq]": (await runOf("03")).id });
      return call;
    };
    await follow("docs/guide/money.md", {
      "bank B1": async () =>
        expect(await callOf()).toMatchObject({ status: "partially_paid", paidAmountCents: 10_000 }),
      '"Virement"  ': async (reply) => expect(JSON.parse(reply)).toMatchObject({ created: 1, unmatched: ["B2"] }),
      rent_call_reference: async (reply) => {
        expect(JSON.parse(reply)).toMatchObject({ duplicates: 1, unmatched: [] });
        expect(await callOf()).toMatchObject({ status: "paid", remainingAmountCents: 0 });
      },
      "# the quittance": async () => {
        const bytes = await filed(".pdf", "quittance");
        const text = await pdfText.read(oneChunk(bytes), {
          bytesMax: 1_000_000,
          cpuMilliseconds: 60_000,
          onBehalfOf: null,
        });
        expect(text?.replaceAll(/\s+/g, " ").match(/Reçu le \d+(?:er)? \S+ \d{4} par virement : /g)).toHaveLength(2);
      },
      "bank B3": async () => expect(await callOf()).toMatchObject({ remainingAmountCents: 10_000 }),
      "$API/payments": async (reply) =>
        expect(JSON.parse(reply).map((payment: Body) => payment.status)).toContain("rejected"),
      "pays $EACH": async () => expect(await get("/rent_calls", { "q[remaining_amount_cents_gteq]": "1" })).toEqual([]),
      "owner_payouts/exports -H": async () => {
        const [file, ...others] = await get("/owner_payouts/exports");
        expect([file.payoutsCount, others]).toEqual([
          (await get("/owner_payouts", { "q[status_eq]": "transmitted" })).length,
          [],
        ]);
      },
      "payouts.xml": async () => expect((await filed(".xml")).toString()).toContain("pain.001"),
      "q[reference_eq]=$RV": async (reply) => expect(JSON.parse(reply)).toMatchObject([{ status: "executed" }]),
      "what moved": async (reply) => expect(JSON.parse(reply).lines).not.toEqual([]),
      "statement.pdf": async () => expect((await filed("statement.pdf")).subarray(0, 5).toString()).toBe("%PDF-"),
      fee_withdrawals: async (reply) => expect(JSON.parse(reply)).toMatchObject({ journal: "OD", totalDebit: "1.00" }),
    });
  },
  PATIENCE_MS,
);

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
