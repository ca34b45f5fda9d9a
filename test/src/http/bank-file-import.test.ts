import { FILE_TRANSACTIONS_MAX } from "@cartulary/rental/money";
import { RENTAL_BASE } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { actingOn } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectStatus } from "../../support/refusals.ts";
import { type Asking, type Refused, uploadForm } from "../../support/send-request.ts";
import { camtOf, IBAN } from "../../support/statements.ts";
import { agentOf } from "../../support/worked-example.ts";

const PATH = `${RENTAL_BASE}/bank_files`;

/** Two receipts of a day, from a balance of nothing. */
const statement = {
  ...{ id: "R-1", from: "2026-01-05", to: "2026-01-05", opening: 0 },
  entries: [
    { amount: 65_000, on: "2026-01-05", bank: "77", payer: "E-1" },
    { amount: 12_345, on: "2026-01-05", bank: "78", payer: "E-2" },
  ],
};

/** A refusal of the rental API. */
type Refusal = Omit<Refused, "details"> & { readonly details: Readonly<Record<string, readonly string[]>> };

describe.each(usualDatabases)("a file of the bank that a member uploads, on $name", ({ open }) => {
  let house: House;
  let mandataireId: string;
  let person: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    ({ id: mandataireId } = await agentOf(house, { iban: IBAN }));
    person = await house.person();
  });
  afterAll(() => house.close());

  const send = <Body>(file: string | Uint8Array, asking: Asking = {}, id = mandataireId) =>
    house.admin.ask<Body>("POST", PATH, actingOn(id, { ...uploadForm({ bytes: file, name: "camt.xml" }), ...asking }));

  it("is imported once, and its statement is listed", async () => {
    const first = expectStatus(await send<object>(camtOf([statement])), 200);
    expect(first).toEqual({
      ...{ received: 2, created: 2, duplicates: 0, unmatched: ["77", "78"], warnings: [] },
      reconciliation: {
        ...{ on: "2026-01-05", bankBalance: "773.45", statementId: "R-1" },
        ...{ bookBalance: "773.45", difference: "0.00", unexplained: [] },
      },
    });
    expect(expectStatus(await send(camtOf([statement])), 200)).toMatchObject({ created: 0, duplicates: 2 });
    const listed = await house.admin.ask<{ statementId: string }[]>(
      "GET",
      `${RENTAL_BASE}/bank_statements`,
      actingOn(mandataireId),
    );
    expect(listed.body.map(({ statementId }) => statementId)).toEqual(["R-1"]);
  });

  it("warns of a statement that is missing before one of its own", async () => {
    const later = {
      ...statement,
      ...{ id: "R-3", from: "2026-01-09", to: "2026-01-09", opening: 90_000, entries: [] },
    };
    const { warnings } = expectStatus(await send<{ warnings: object[] }>(camtOf([later])), 200);
    expect(warnings).toEqual([
      {
        statement: 0,
        message:
          "the bank's balance was 773.45 on 2026-01-05 and begins with 900.00: a statement in between is missing",
      },
    ]);
  });

  it("is refused whole, with the places of its errors", async () => {
    const foreign = "FR7630006000011234567890189";
    const other = { ...statement, iban: foreign };
    const wrongBalance = { ...statement, id: "R-2", closing: 1 };
    const csv = "bank_reference,booked_on,amount_cents,label,counterparty_iban\nA,2026-01-05,1,,\nB,today,x,,\n";
    const cases: readonly (readonly [string, Refusal["details"], RegExp?])[] = [
      [
        camtOf([statement, wrongBalance]),
        { "statement 2": ["invalid"] },
        /^statement 2 is refused: its entries come to/,
      ],
      [camtOf([other]), { "statement 1": ["invalid"] }, /account FR76…189 is not the mandataire's/],
      [
        csv,
        { "line 3": ["invalid"] },
        /^line 3 has an error in booked_on: invalid; line 3 has an error in amount_cents/,
      ],
      ["", { "line 1": ["blank"] }],
      ["<Document/>", { file: ["invalid"] }],
      ["<Document", { file: ["invalid"] }],
      ["<!DOCTYPE x [<!ENTITY a 'b'>]><x/>", { file: ["invalid"] }],
    ];
    for (const [file, details, message = /./] of cases) {
      const { body, status } = await send<Refusal>(file);
      expect([file.slice(0, 40), status, body.error]).toEqual([file.slice(0, 40), 422, "unprocessable_entity"]);
      expect(body.details).toEqual(details);
      expect(body.message).toMatch(message);
    }
    expect((await send<Refusal>("", { form: {} })).body.details).toEqual({ uploaded_file: ["blank"] });
    const list = await house.admin.ask<unknown[]>("GET", `${RENTAL_BASE}/bank_transactions`, actingOn(mandataireId));
    expect(list.body).toHaveLength(2);
  });

  it("is bounded before it is read", async () => {
    expect((await send(new Uint8Array(4_194_305))).status).toBe(413);
    const rows = Array.from({ length: FILE_TRANSACTIONS_MAX + 1 }, (_, index) => `R${index},2026-01-05,1,,\n`);
    const { body } = await send<Refusal>(
      `bank_reference,booked_on,amount_cents,label,counterparty_iban\n${rows.join("")}`,
    );
    expect(body.details).toEqual({ uploaded_file: ["too_long"] });
  });

  it("needs a mandataire with an IBAN, and a member of it", async () => {
    const { id: without } = await agentOf(house, { iban: null });
    const refused = await send<Refusal>(camtOf([statement]), {}, without);
    expect([refused.status, refused.body.error]).toEqual([422, "missing_iban"]);
    const stranger = await send<Refusal>(camtOf([statement]), { token: await person.token() });
    expect(stranger.status).toBe(403);
  });
});
