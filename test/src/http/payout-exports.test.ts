import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { actingOn } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const [AGENCY, ALICE, BRUNO] = ["FR7630006000011234567890189", "FR1420041010050500013M02606", "DE89370400440532013000"];
const EXPORTS = "/owner_payouts/exports";
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const A_DAY = 86_400_000;

describe.each(usualDatabases)("files that order the bank to pay owners, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  const account = (iban: string) => ({ bank_accounts: [{ iban, is_default: true }] });
  const exported = (agent: Agent, json: object = {}) => agent.ask("POST", EXPORTS, { format: "pain.001", ...json });
  const made = async (agent: Agent, json: object = {}): Promise<Body> => expectStatus(await exported(agent, json), 201);
  const bytesOf = (agent: Agent, { id }: Body) => agent.ask("GET", `${EXPORTS}/${id}/download`);
  const read = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)<`, "g"))].map(([, text]) => text);
  const payoutsOf = (agent: Agent): Promise<Body[]> => agent.found("/owner_payouts", { sort: "reference" });
  const statusesOf = async (agent: Agent) => (await payoutsOf(agent)).map(({ status }) => status);
  const nothingToPay = async (agent: Agent) => expectRefusal(await exported(agent), 422, "nothing_to_pay");

  /** The worked example, applied: 338.71 to Alice and 677.41 to Bruno; their tenant has paid this part of 1083.86. */
  async function ordered({ mandataire = { iban: AGENCY, bic: "AGRIFRPP" } as object, terms = {}, paid = 0 } = {}) {
    const agent = await agentOf(house, { accounting_mode: "accrual", ...mandataire });
    const { owners, mandates } = await workedEstate(agent);
    for (const [at, iban] of [ALICE, BRUNO].entries())
      expectStatus(await agent.ask("PATCH", `/owners/${owners[at].id}`, account(iban as string)), 200);
    for (const { id } of mandates) expectStatus(await agent.ask("PATCH", `/mandates/${id}`, terms), 200);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const bank = await bankOf(house, agent);
    const receive = (amount_cents: number) =>
      bank.bring({ bank_reference: `in ${amount_cents}`, amount_cents, label: "AP-2026-000001" });
    if (paid > 0) await receive(paid);
    const payouts = await payoutsOf(agent);
    return { agent, bank, receive, owners, mandates, run, payouts };
  }

  it("contain all ordered payouts, which are sent from then on; the next one has none of them", async () => {
    const { agent, payouts, run } = await ordered();
    house.clock.pass(1000);
    const now = house.clock.now();
    const file = await made(agent);
    const [one, other] = payouts;
    const standing = { status: "transmitted", refused: false, bankTransactionId: null };
    expect(file).toEqual({
      id: file.id,
      format: "pain.001",
      messageId: expect.stringMatching(/^[0-9a-f]{32}$/),
      payoutsCount: 2,
      totalAmount: "1016.12",
      payoutIds: [one.id, other.id],
      payouts: payouts.map(({ id: payoutId, reference, amountCents }) => ({
        payoutId,
        reference,
        amountCents,
        ...standing,
      })),
      retainUntil: "2036-12-31",
      createdAt: now,
      downloadUrl: expect.stringMatching(new RegExp(`/rental/api/v1/owner_payouts/exports/${file.id}/download$`)),
    });
    expect(await payoutsOf(agent)).toEqual(
      payouts.map((payout) => ({ ...payout, status: "transmitted", transmittedAt: now, exportId: file.id })),
    );
    expect([await agent.found(`${EXPORTS}/${file.id}`), await agent.found(EXPORTS)]).toEqual([file, [file]]);
    expect(await agent.found("/owner_payouts", { "q[export_id_eq]": file.id })).toHaveLength(2);
    await nothingToPay(agent);
    expect((await agent.found(`/billing_runs/${run.id}`)).cancellable).toBe(false);
    expectRefusal(await agent.ask("POST", `/billing_runs/${run.id}/cancel`), 409, "conflict");
    expect(await statusesOf(agent)).toEqual(["transmitted", "transmitted"]);
    expectRefusal(await agent.ask("GET", "/owner_payouts/export", undefined, { format: "pain.001" }), 404, "not_found");
  });

  it("are one XML file each, with the same bytes after later changes of the payee", async () => {
    const { agent, owners, payouts } = await ordered();
    const file = await made(agent);
    const reply = await bytesOf(agent, file);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(reply.headers.get("content-disposition")).toContain(`pain.001-${file.messageId}.xml`);
    const [xml, found] = [reply.text, (name: string) => read(reply.text, name)];
    expect(found("MsgId")).toEqual([file.messageId]);
    expect(found("EndToEndId")).toEqual(payouts.map(({ reference }) => reference));
    expect(found("InstdAmt")).toEqual(["338.71", "677.41"]);
    expect(found("IBAN")).toEqual([AGENCY, ALICE, BRUNO]);
    expect(found("BICFI")).toEqual(["AGRIFRPP"]);
    expect(found("CtrlSum")).toEqual(["1016.12", "1016.12"]);
    expect(found("Nm")).toEqual(["an agency", "an agency", "Alice", "Bruno"]);
    house.clock.pass(3 * A_DAY);
    expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, { first_name: "Alix", ...account(BRUNO) }), 200);
    expectStatus(await agent.ask("PATCH", `/mandataires/${agent.id}`, { mandataire: { iban: BRUNO, bic: null } }), 200);
    const again = await bytesOf(agent, file);
    expect(again.text).toBe(xml);
    expect(again.headers.get("etag")).toBe(reply.headers.get("etag"));
  });

  it("are of those that are named, or refused naming each that is not ordered; nothing is written then", async () => {
    const { agent, payouts, owners } = await ordered();
    const theirs = (await ordered()).payouts[0];
    const [one, other] = payouts;
    const wrong = { ids: [one.id, UNKNOWN, theirs.id, one.id] };
    expectRentalInvalid(await exported(agent, wrong), { "ids[1]": ["invalid"], "ids[2]": ["invalid"] });
    expect(await statusesOf(agent)).toEqual(["ordered", "ordered"]);
    const file = await made(agent, { ids: [other.id.toUpperCase(), other.id] });
    expect([file.payoutIds, file.totalAmount]).toEqual([[other.id], "677.41"]);
    expectRentalInvalid(await exported(agent, { ids: [one.id, other.id] }), { "ids[1]": ["invalid"] });
    expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, { bank_accounts: [] }), 200);
    expectRentalInvalid(await exported(agent, { ids: [one.id] }), { "ids[0]": ["invalid"] });
    await nothingToPay(agent);
    expect(await statusesOf(agent)).toEqual(["ordered", "transmitted"]);
    expect(await agent.found(EXPORTS)).toHaveLength(1);
  });

  it("are refused with nothing to pay, no account to pay from, or an unknown format", async () => {
    const { agent, payouts } = await ordered({ mandataire: {} });
    expect(expectRefusal(await exported(agent), 422, "missing_iban").details).toEqual({});
    expect(await statusesOf(agent)).toEqual(["ordered", "ordered"]);
    const empty = await agentOf(house, { iban: AGENCY });
    expect((await nothingToPay(empty)).details).toEqual({});
    expectRefusal(await exported(empty, { ids: [] }), 422, "nothing_to_pay");
    for (const json of [
      { format: "pain.008" },
      { format: null },
      { format: undefined },
      { ids: "x" },
      { ids: ["x"] },
      { ids: [7] },
    ])
      expect((await exported(agent, json)).status).toBe(422);
    const many = Array.from({ length: 1001 }, () => payouts[0].id);
    expectRentalInvalid(await exported(agent, { ids: many }), { ids: ["too_long"] });
    for (const path of [`${EXPORTS}/${UNKNOWN}`, `${EXPORTS}/${UNKNOWN}/download`, `${EXPORTS}/${payouts[0].id}`])
      expectRefusal(await agent.ask("GET", path), 404, "not_found");
    expectRefusal(await agent.ask("DELETE", `${EXPORTS}/${UNKNOWN}`), 404, "not_found");
  });

  it("are made once where a request is sent again under its key, and are gone for it once taken back", async () => {
    const { agent } = await ordered();
    const ask = () =>
      house.admin.ask<Body>("POST", `/rental/api/v1${EXPORTS}`, {
        headers: { "x-mandataire-id": agent.id, "idempotency-key": `of ${agent.id}` },
        json: { format: "pain.001" },
      });
    const headers = { "x-mandataire-id": agent.id, "idempotency-key": `of-${agent.id}` };
    const keyed = () =>
      house.admin.ask<Body>("POST", `/rental/api/v1${EXPORTS}`, { headers, json: { format: "pain.001" } });
    expect((await ask()).status).toBe(400);
    const file = expectStatus(await keyed(), 201);
    expect(expectStatus(await keyed(), 201)).toEqual(file);
    expect(await agent.found(EXPORTS)).toHaveLength(1);
    expect((await agent.ask("DELETE", `${EXPORTS}/${file.id}`)).status).toBe(204);
    expectRefusal(await keyed(), 404, "not_found");
  });

  it("never share a payout, under concurrent creations and cancellations", async () => {
    const { agent, payouts } = await ordered();
    const ids = payouts.map(({ id }) => id);
    const bodies = [{}, {}, { ids: [ids[0]] }, { ids: [ids[1]] }, { ids }];
    const answers = await Promise.all(bodies.map((json) => exported(agent, json)));
    const files: Body[] = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    expect(answers.every(({ status }) => status === 201 || status === 422)).toBe(true);
    expect(files.flatMap(({ payoutIds }) => payoutIds).toSorted()).toEqual(ids.toSorted());
    const removals = files.flatMap(({ id }) => [1, 2].map(() => agent.ask("DELETE", `${EXPORTS}/${id}`)));
    const removed = (await Promise.all(removals)).map(({ status }) => status);
    expect(removed.toSorted()).toEqual([...files.map(() => 204), ...files.map(() => 404)].toSorted());
    expect([await statusesOf(agent), await agent.found(EXPORTS)]).toEqual([["ordered", "ordered"], []]);
  });

  it("are taken back where the bank did not get them: the same orders, under the same message id", async () => {
    const { agent, run, payouts } = await ordered();
    const file = await made(agent);
    house.clock.pass(A_DAY);
    expect((await agent.ask("DELETE", `${EXPORTS}/${file.id}`)).status).toBe(204);
    const updatedAt = house.clock.now();
    expect(await payoutsOf(agent)).toEqual(payouts);
    const followed: Body[] = await agent.found("/snapshots", { collection: "owner_payouts", updated_since: updatedAt });
    expect(followed.map(({ data }) => data.status)).toEqual(["ordered", "ordered"]);
    const files = { collection: "payout_exports", updated_since: updatedAt };
    expect(await agent.found("/snapshots", files)).toEqual([
      { collection: "payout_exports", id: file.id, state: "deleted", updatedAt, data: null },
    ]);
    for (const path of ["", "/download"])
      expectRefusal(await agent.ask("GET", `${EXPORTS}/${file.id}${path}`), 404, "not_found");
    expectRefusal(await agent.ask("DELETE", `${EXPORTS}/${file.id}`), 404, "not_found");
    const again = await made(agent);
    expect([again.messageId, again.id === file.id]).toEqual([file.messageId, false]);
    expect((await agent.ask("DELETE", `${EXPORTS}/${again.id}`)).status).toBe(204);
    const one = await made(agent, { ids: [payouts[1].id] });
    expect(one.messageId).not.toBe(file.messageId);
    expect((await agent.ask("DELETE", `${EXPORTS}/${one.id}`)).status).toBe(204);
    expect((await agent.found(`/billing_runs/${run.id}`)).cancellable).toBe(true);
    await agent.done(`/billing_runs/${run.id}/cancel`);
    await nothingToPay(agent);
  });

  it("stay once the bank moved a part of them; a returned payout is ordered again explicitly, in another file", async () => {
    const { agent, bank, payouts, owners } = await ordered({ paid: 108_386 });
    const file = await made(agent);
    const out = { bank_reference: "out", direction: "outbound", amount_cents: 33_871, label: "VIR RV-2026-000001" };
    const again = (id: string) => agent.ask("POST", `/owner_payouts/${id}/order_again`);
    expect((await bank.bring(out)).unmatched).toEqual([]);
    const stays = async () => expectRefusal(await agent.ask("DELETE", `${EXPORTS}/${file.id}`), 422, "has_dependents");
    await stays();
    const [executed] = await payoutsOf(agent);
    expect(executed).toMatchObject({ status: "executed", exportId: file.id });
    const [shown] = (await agent.found(`${EXPORTS}/${file.id}`)).payouts;
    expect(shown).toMatchObject({ status: "executed", refused: false, bankTransactionId: expect.any(String) });
    for (const { id } of payouts) expectRefusal(await again(id), 422, "invalid_transition");
    expectRefusal(await again(UNKNOWN), 404, "not_found");
    const back = { bank_reference: "back", method: "rejection", reverses: "out", amount_cents: 33_871 };
    expect((await bank.bring(back)).unmatched).toEqual([]);
    await stays();
    expect(await statusesOf(agent)).toEqual(["failed", "transmitted"]);
    await nothingToPay(agent);
    house.clock.pass(1000);
    const accounts = { bank_accounts: [] };
    expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, accounts), 200);
    expectRefusal(await again(payouts[0].id), 422, "missing_iban");
    expect(await statusesOf(agent)).toEqual(["failed", "transmitted"]);
    expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, account(BRUNO)), 200);
    // An account that is recorded orders it, as before.
    const [first] = await payoutsOf(agent);
    expect(first).toMatchObject({
      status: "ordered",
      exportId: null,
      transmittedAt: null,
      orderedAt: house.clock.now(),
    });
    await stays();
    const next = await made(agent);
    expect([next.payoutIds, next.messageId === file.messageId]).toEqual([[payouts[0].id], false]);
    expect(read((await bytesOf(agent, next)).text, "IBAN")).toEqual([AGENCY, BRUNO]);
    expect((await agent.found(`${EXPORTS}/${file.id}`)).payouts.map(({ status }: Body) => status)).toEqual([
      "failed",
      "transmitted",
    ]);
    for (const movement of [
      { ...out, bank_reference: "out 2" },
      { ...back, bank_reference: "back 2", reverses: "out 2" },
    ])
      expect((await bank.bring(movement)).unmatched).toEqual([]);
    house.clock.pass(1000);
    expect(expectStatus(await again(payouts[0].id), 200)).toMatchObject({
      ...{ id: payouts[0].id, status: "ordered", orderedAt: house.clock.now(), executedAt: null },
      ...{ transmittedAt: null, exportId: null },
    });
    expectRefusal(await again(payouts[0].id), 422, "invalid_transition");
    expect((await made(agent)).payoutIds).toEqual([payouts[0].id]);
  });

  it("report payouts beyond the owner's own money, which later files omit until the money is there", async () => {
    const { agent, bank, receive, payouts, run } = await ordered({ paid: 108_385 });
    const file = await made(agent, { ids: [payouts[0].id, payouts[1].id] });
    const both = { bank_reference: "both", direction: "outbound", amount_cents: 101_612 };
    const label = "RV-2026-000001 RV-2026-000002";
    house.clock.pass(1000);
    expect((await bank.bring({ ...both, label })).unmatched).toEqual(["both"]);
    const [{ id: transaction }] = await agent.found("/bank_transactions", { "q[bank_reference_eq]": "both" });
    const refused = async () =>
      (await agent.found(`${EXPORTS}/${file.id}`)).payouts.map((each: Body) => [
        each.status,
        each.refused,
        each.bankTransactionId,
      ]);
    const waiting = ["transmitted", true, transaction];
    expect(await refused()).toEqual([waiting, waiting]);
    expect((await agent.found(EXPORTS, { updated_since: house.clock.now() }))[0].payouts[0].refused).toBe(true);
    await nothingToPay(agent);
    expectRentalInvalid(await exported(agent, { ids: [payouts[0].id] }), { "ids[0]": ["invalid"] });
    expectRefusal(await agent.ask("DELETE", `${EXPORTS}/${file.id}`), 422, "has_dependents");
    expectRefusal(await agent.ask("POST", `/billing_runs/${run.id}/cancel`), 409, "conflict");
    await receive(1);
    const [day] = house.clock.now().split("T");
    expect((await bank.bring({ ...both, label, booked_on: day })).unmatched).toEqual([]);
    expect(await refused()).toEqual([1, 2].map(() => ["executed", false, transaction]));
  });

  it("omit payouts that were paid manually with more than the owner's own money and are in suspense", async () => {
    const { agent, bank, receive, payouts, run } = await ordered({ paid: 50_000 });
    const hand = { bank_reference: "hand", direction: "outbound", amount_cents: 67_741, label: "RV-2026-000002" };
    expect((await bank.bring(hand)).unmatched).toEqual(["hand"]);
    expect((await agent.found(`/billing_runs/${run.id}`)).cancellable).toBe(false);
    expectRefusal(await agent.ask("POST", `/billing_runs/${run.id}/cancel`), 409, "conflict");
    expect((await made(agent)).payoutIds).toEqual([payouts[0].id]);
    await nothingToPay(agent);
    await receive(58_386);
    expect((await bank.bring(hand)).unmatched).toEqual([]);
    expect(await statusesOf(agent)).toEqual(["transmitted", "executed"]);
  });

  it("wait for the day of the mandate, named or not, and are executed on the next day of the bank", async () => {
    // The run is of March: its payouts leave in April, of which the 3rd is Good Friday.
    const { agent, payouts } = await ordered({ terms: { distribution_day: 3 } });
    await nothingToPay(agent);
    const ids = payouts.map(({ id }) => id);
    expectRentalInvalid(await exported(agent, { ids }), { "ids[0]": ["invalid"], "ids[1]": ["invalid"] });
    expect(await statusesOf(agent)).toEqual(["ordered", "ordered"]);
    const day = house.clock.now().slice(0, 10);
    const days = (to: string) => Math.round((Date.parse(to) - Date.parse(day)) / A_DAY);
    house.clock.pass(days("2026-04-02") * A_DAY);
    await nothingToPay(agent);
    house.clock.pass(A_DAY);
    const file = await made(agent, { ids });
    expect([file.payoutsCount, read((await bytesOf(agent, file)).text, "Dt")]).toEqual([2, ["2026-04-07"]]);
  });

  it("wait until the receipts of each payout are old enough", async () => {
    const { agent, payouts, mandates, receive } = await ordered();
    await agent.ask("PATCH", `/mandates/${mandates[1].id}`, { distribution_margin_days: 10 });
    await receive(54_193);
    expectRentalInvalid(await exported(agent, { ids: payouts.map(({ id }) => id) }), { "ids[1]": ["invalid"] });
    expect((await made(agent)).payoutIds).toEqual([payouts[0].id]);
    house.clock.pass(9 * A_DAY);
    await nothingToPay(agent);
    house.clock.pass(A_DAY);
    expect((await made(agent)).payoutIds).toEqual([payouts[1].id]);
  });

  it("wait for an account, and go to the one that is recorded last", async () => {
    const agent = await agentOf(house, { accounting_mode: "accrual", iban: AGENCY });
    const { owners } = await workedEstate(agent);
    const withoutIban = { bank_accounts: [{ label: "no IBAN yet", is_default: true }] };
    expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, withoutIban), 200);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const mine = async () => (await agent.found("/owner_payouts", { "q[owner_id_eq]": owners[0].id }))[0];
    const before = await mine();
    expect(before).toMatchObject({ status: "blocked", bankAccountId: null, transmittedAt: null, exportId: null });
    await nothingToPay(agent);
    expectRentalInvalid(await exported(agent, { ids: [before.id] }), { "ids[0]": ["invalid"] });
    const since = { collection: "owner_payouts", updated_since: house.clock.now() };
    house.clock.pass(1000);
    const record = async (accounts: object): Promise<Body> =>
      expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, accounts), 200).bankAccounts[0];
    const { id } = await record(account(ALICE as string));
    expect(await mine()).toEqual({ ...before, status: "ordered", bankAccountId: id });
    const followed: Body[] = await agent.found("/snapshots", since);
    expect(followed.filter(({ data }) => data.id === before.id)).toMatchObject([
      { data: { status: "ordered", bankAccountId: id }, updatedAt: house.clock.now() },
    ]);
    const other = await record(account(BRUNO as string));
    expect(await mine()).toMatchObject({ status: "ordered", bankAccountId: other.id });
    expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, { last_name: "Martin" }), 200);
    expect(await mine()).toMatchObject({ status: "ordered", bankAccountId: other.id });
    const file = await made(agent);
    expect(read((await bytesOf(agent, file)).text, "IBAN")).toEqual([AGENCY, BRUNO]);
  });

  it("are created by members who may write, and visible to those who may read", async () => {
    const { agent } = await ordered();
    const file = await made(agent);
    const stranger = await house.person({ role: "admin" });
    const json = { format: "pain.001" };
    for (const [method, path, body] of [
      ["POST", EXPORTS, { json }],
      ["GET", `${EXPORTS}/${file.id}`, {}],
      ["DELETE", `${EXPORTS}/${file.id}`, {}],
    ] as const)
      expectRefusal(await stranger.ask(method, `/rental/api/v1${path}`, actingOn(agent.id, body)), 403, "forbidden");
  });
});
