import { createPdfText } from "@cartulary/pdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const DAY_MS = 86_400_000;
const UNKNOWN = "00000000-0000-7000-8000-00000000abcd";

describe.each(usualDatabases)("rent calls that are sent and overdue, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  const pdfText = createPdfText();
  afterAll(async () => {
    await house.close();
    await pdfText.close();
  });

  /** The worked example with its call of the present month: not due yet. */
  async function called() {
    const agent = await agentOf(house, { name: "Agence du Port" });
    const estate = await workedEstate(agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const [call]: Body[] = await agent.found("/rent_calls");
    return { agent, ...estate, run, call };
  }
  const SENT = "/rent_calls/mark_sent";

  it("are marked as sent, named or by their run, and keep a status beyond issued", async () => {
    const { agent, run, call } = await called();
    const sent_at = "2026-02-27T08:00:00Z";
    expect(await agent.done(SENT, { ids: [call.id, call.id], sent_at })).toEqual({ count: 1 });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({
      ...{ status: "sent", sentAt: "2026-02-27T08:00:00.000Z", remainingAmountCents: call.totalAmountCents },
    });
    // With an offset, as everywhere else.
    await agent.done(SENT, { ids: [call.id], sent_at: "2026-02-27T10:30:00+01:00" });
    expect((await agent.found(`/rent_calls/${call.id}`)).sentAt).toBe("2026-02-27T09:30:00.000Z");
    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: `P-${run.id}`, amount_cents: 1_000, label: call.reference });
    expect(await agent.done(SENT, { billing_run_id: run.id })).toEqual({ count: 1 });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({
      ...{ status: "partially_paid", sentAt: house.clock.now() },
    });
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  });

  it("are refused as sent without a target, with two, in the future, cancelled or unknown", async () => {
    const { agent, run, call } = await called();
    const refused = async (json: object, details: Readonly<Record<string, readonly string[]>>) =>
      expectRentalInvalid(await agent.ask("POST", SENT, json), details);
    await refused({}, { ids: ["blank"] });
    await refused({ ids: [] }, { ids: ["blank"] });
    await refused({ ids: [call.id], billing_run_id: run.id }, { billing_run_id: ["invalid"] });
    await refused({ ids: [call.id], sent_at: "2126-01-01T00:00:00Z" }, { sent_at: ["less_than_or_equal_to"] });
    await refused({ ids: [call.id], sent_at: "0000-01-01T00:00:00Z" }, { sent_at: ["greater_than_or_equal_to"] });
    await refused({ ids: [call.id], sent_at: "0001-01-01T00:30:00+01:00" }, { sent_at: ["greater_than_or_equal_to"] });
    await refused({ ids: [call.id], sent_at: "9999-12-31T23:30:00-01:00" }, { sent_at: ["invalid"] });
    await refused({ ids: [call.id, UNKNOWN] }, { "ids[1]": ["not_found"] });
    await refused({ billing_run_id: UNKNOWN }, { billing_run_id: ["not_found"] });
    await refused({ ids: Array.from({ length: 1001 }, () => call.id) }, { ids: ["too_long"] });
    await agent.done(`/billing_runs/${run.id}/cancel`, { reason: "Wrong month" });
    await refused({ ids: [call.id] }, { "ids[0]": ["invalid"] });
    expect(await agent.done(SENT, { billing_run_id: run.id })).toEqual({ count: 0 });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "cancelled", sentAt: null });
  });

  it("are reminded of only while they are overdue, with letters that never change", async () => {
    const { agent, tenant, call } = await called();
    const path = `/rent_calls/${call.id}/reminders`;
    const overdue = { "q[overdue_eq]": "true" };
    expect(await agent.found("/rent_calls", overdue)).toEqual([]);
    expectRefusal(await agent.ask("POST", path, { level: 1 }), 422, "invalid_transition");
    await house.clock.pass(40 * DAY_MS);
    expect((await agent.found("/rent_calls", overdue)).map(({ id }: Body) => id)).toEqual([call.id]);

    const first = await agent.made(path, { level: 1 });
    expect(Object.keys(first)).toEqual(["id", "level", "amountCents", "createdAt", "documentUrl"]);
    expect(first).toMatchObject({ level: 1, amountCents: 108_386, createdAt: house.clock.now() });
    expect(first.documentUrl).toMatch(/^http.*\/reminders\/.*\/document$/);
    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: `R-${call.id}`, amount_cents: 8_386, label: call.reference });
    await house.clock.pass(DAY_MS);
    const third = await agent.made(path, { level: 3 });
    expect(third).toMatchObject({ level: 3, amountCents: 100_000 });
    expect(await agent.found(path)).toEqual([first, third]);
    expect((await agent.found(`/tenants/${tenant.id}`)).rentCalls[0].reminders).toEqual([third, first]);

    const letterOf = async ({ id }: Body) => {
      const { status, headers, bytes } = await agent.ask("GET", `${path}/${id}/document`);
      expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
      return { bytes, text: await textOf(bytes) };
    };
    const letter = await letterOf(third);
    expect(letter.text).toMatch(/Mise en demeure .*Déjà réglé 83,86 € Reste dû 1 000,00 €/);
    expect((await letterOf(first)).text).toMatch(/SARL Café Élan 1 rue du Port Rappel .*Reste dû 1 083,86 €/);
    expectStatus(await agent.ask("PATCH", `/tenants/${tenant.id}`, { billing_address: "2 rue Neuve" }), 200);
    await bank.bring({ bank_reference: `S-${call.id}`, amount_cents: 100_000, label: call.reference });
    expect((await letterOf(third)).bytes).toEqual(letter.bytes);
    expectRefusal(await agent.ask("POST", path, { level: 2 }), 422, "invalid_transition");
    expectNotFound(await agent.ask("GET", `${path}/${UNKNOWN}/document`));
    expectNotFound(await agent.ask("GET", `/rent_calls/${UNKNOWN}/reminders`));
    expectNotFound(await agent.ask("POST", `/rent_calls/${UNKNOWN}/reminders`, { level: 1 }));
  });

  async function textOf(bytes: Uint8Array): Promise<string> {
    const limits = { bytesMax: 1_000_000, cpuMilliseconds: 60_000, onBehalfOf: null };
    return `${await pdfText.read(oneChunk(bytes), limits)}`.replaceAll(/\s+/g, " ");
  }
});

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
