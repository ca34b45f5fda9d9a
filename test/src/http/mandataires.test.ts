import type { Caller } from "@cartulary/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import {
  actingOn,
  type BookMakers,
  bookMakersFor,
  ENTRIES,
  MANDATAIRES,
  mandataireAt,
  membersAt,
  rentCall,
  SIREN,
} from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { NOTHING } from "../../support/record-factories.ts";
import type { MandataireBody, MandataireMemberBody } from "../../support/records.ts";
import {
  expectMalformed,
  expectNotFound,
  expectRefusal,
  expectRentalInvalid,
  expectStatus,
} from "../../support/refusals.ts";

/** The letter settings of an agency by default. */
const SILENT = {
  ...{ legalForm: null, shareCapitalCents: null, rcsCity: null, vatNumber: null, cardNumber: null, cardIssuer: null },
  ...{ guarantorName: null, guarantorAddress: null, phone: null, email: null, website: null, logoDocumentId: null },
};

describe.each(usualDatabases)("mandataires on $name", ({ open }) => {
  let house: House;
  let books: BookMakers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    books = bookMakersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const post = (mandataire: unknown, by = admin) =>
    by.ask<MandataireBody>("POST", MANDATAIRES, { json: { mandataire } });
  const change = (id: string, mandataire: unknown) =>
    admin.ask<MandataireBody>("PATCH", mandataireAt(id), { json: { mandataire } });
  const mine = (by: Person, query = "") => by.ask<readonly MandataireBody[]>("GET", MANDATAIRES, { query });
  const admit = (id: string, userId: string) =>
    admin.ask<MandataireMemberBody>("POST", membersAt(id), { json: { user_id: userId } });
  const members = async (id: string, query = "") =>
    expectStatus(await admin.ask<readonly MandataireMemberBody[]>("GET", membersAt(id), { query }), 200);

  it("are created by administrators, who are their first members", async () => {
    const made = expectStatus(await post({ name: " Agence\u0301 ", accounting_code: "A1", siren: SIREN }), 201);
    expect(made).toEqual({ ...SILENT, id: made.id, name: "Agencé", accountingCode: "A1" });
    expect(expectStatus(await mine(admin), 200)).toContainEqual(made);
    expect((await members(made.id)).map(({ user_id }) => user_id)).toEqual([admin.id]);
    expect(expectStatus(await post({ name: "bare" }), 201).accountingCode).toBeNull();

    const other = await house.person({ role: "admin" });
    expect(expectStatus(await mine(other), 200)).toEqual([]);
    expect(expectStatus(await post({ name: "theirs" }, other), 201).name).toBe("theirs");
    expect(expectStatus(await mine(other), 200)).toHaveLength(1);
  });

  it("are refused with every field that is wrong, by its codes", async () => {
    const wrong = {
      name: "x".repeat(256),
      accounting_code: "x".repeat(65),
      siren: "732829321",
      billing_cycle_month: 13,
      iban: "FR7630006000011234567890188",
      bic: "AGRIFRP",
      address: "x".repeat(10_001),
    };
    const details = {
      name: ["too_long"],
      accounting_code: ["too_long"],
      siren: ["invalid"],
      billing_cycle_month: ["less_than_or_equal_to"],
      ...{ iban: ["invalid"], bic: ["invalid"], address: ["too_long"] },
    };
    expectRentalInvalid(await post(wrong), details);
    const { id } = await books.mandataire();
    expectRentalInvalid(await change(id, wrong), details);
    for (const siren of ["", "73282932", "7328293200", "73282932a", "732 829 320", "٧٣٢٨٢٩٣٢٠"]) {
      expectRentalInvalid(await change(id, { siren }), { siren: ["invalid"] });
    }
    for (const name of ["", " ", "\u200b"]) expectRentalInvalid(await change(id, { name }), { name: ["blank"] });
    expectRentalInvalid(await change(id, { billing_cycle_month: 0 }), {
      billing_cycle_month: ["greater_than_or_equal_to"],
    });
    expect(expectStatus(await mine(admin), 200)).toContainEqual({
      ...SILENT,
      ...{ id, name: "an agency", accountingCode: null },
    });
  });

  it("change only the fields of the request", async () => {
    const { id } = await books.mandataire({ accounting_code: "B2" });
    expect(expectStatus(await change(id, { name: "renamed" }), 200)).toEqual({
      ...SILENT,
      id,
      name: "renamed",
      accountingCode: "B2",
    });
    expect(expectStatus(await change(id, { accounting_code: null, siren: null }), 200).accountingCode).toBeNull();
    expect(expectStatus(await change(id, {}), 200).name).toBe("renamed");
  });

  it("are found by name, code and moment", async () => {
    const finder = await house.person({ role: "admin" });
    const made = async (name: string, accounting_code: string) => {
      house.clock.pass(1000);
      return expectStatus(await post({ name, accounting_code }, finder), 201);
    };
    const [ecole, second, third] = [
      await made("École", "Z9"),
      await made("agence", "A1"),
      await made("Agence B", "c,d"),
    ];
    const found = async (query: string) => expectStatus(await mine(finder, query), 200).map(({ id }) => id);
    const since = house.clock.now();

    expect(await found("")).toEqual([ecole.id, second.id, third.id]);
    expect(await found("direction=desc")).toEqual([third.id, second.id, ecole.id]);
    expect(await found("sort=name")).toEqual([second.id, third.id, ecole.id]);
    expect(await found("search=AGENCE")).toEqual([second.id, third.id]);
    expect(await found("q=z9")).toEqual([ecole.id]);
    expect(await found("q[accounting_code_in]=A1,Z9")).toEqual([ecole.id, second.id]);
    expect(await found("q[accounting_code_in][]=c,d")).toEqual([third.id]);
    expect(await found("q[name_eq]=%C3%89cole&search=col")).toEqual([ecole.id]);
    expect(await found(`q[updated_at_gteq]=${since}`)).toEqual([third.id]);

    house.clock.pass(1000);
    expectStatus(await change(ecole.id, { name: "École 2" }), 200);
    expect(await found(`updated_since=${since}&sort=name&direction=desc`)).toEqual([third.id, ecole.id]);
    expect(await found("updated_since=2026-01-01")).toEqual([second.id, third.id, ecole.id]);
    expect(await found("per_page=2&page=2")).toEqual([third.id]);
    expect((await mine(finder, "per_page=1000")).headers.get("x-per-page")).toBe("100");
    expectMalformed(await finder.ask("GET", MANDATAIRES, { query: "q[siren_eq]=1" }));
  });

  it("have members, whom administrators add and remove", async () => {
    const { id } = await books.mandataire();
    const person = await house.person({ first_name: "Ada", last_name: "Lovelace" });
    expect(expectStatus(await mine(person), 200)).toEqual([]);

    const member = expectStatus(await admit(id, person.id), 201);
    expect(member).toEqual({
      user_id: person.id,
      user: { id: person.id, display_name: "Ada Lovelace", email_address: person.email },
      created_at: house.clock.now(),
    });
    house.clock.pass(1000);
    expect(expectStatus(await admit(id, person.id), 200)).toEqual(member);
    expect(await members(id)).toContainEqual(member);
    expect(await members(id, `q[user_id_eq]=${person.id}`)).toEqual([member]);
    expect(expectStatus(await mine(person), 200).map((each) => each.id)).toEqual([id]);
    expectStatus(await person.ask<unknown>("GET", ENTRIES), 200);

    expectStatus(await admin.ask<unknown>("DELETE", `${membersAt(id)}/${person.id}`), 204);
    expectNotFound(await admin.ask("DELETE", `${membersAt(id)}/${person.id}`));
    expect(expectStatus(await mine(person), 200)).toEqual([]);
    expectRefusal(await person.ask("GET", ENTRIES, actingOn(id)), 403, "forbidden");

    expectRentalInvalid(await admit(id, NOTHING), { user_id: ["not_found"] });
    expectNotFound(await admit(NOTHING, person.id));
  });

  it("open their data to members only: an administrator who is no member gets 403", async () => {
    const { id } = await books.mandataire();
    const boss = await house.person({ role: "admin" });
    expectRefusal(await boss.ask("GET", ENTRIES, actingOn(id)), 403, "forbidden");
    expectStatus(await boss.ask<unknown>("GET", membersAt(id)), 200);
    expectStatus(await boss.ask<unknown>("POST", membersAt(id), { json: { user_id: boss.id } }), 201);
    expectStatus(await boss.ask<unknown>("GET", ENTRIES, actingOn(id)), 200);
  });

  it("lose a deleted member", async () => {
    const person = await house.person();
    const { id } = await books.mandataire({}, [person]);
    expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${person.id}`), 204);
    expect((await members(id)).map(({ user_id }) => user_id)).toEqual([admin.id]);
  });

  it("are deleted with their members, unless they have records", async () => {
    const person = await house.person();
    const empty = await books.mandataire({}, [person]);
    expectStatus(await admin.ask<unknown>("DELETE", mandataireAt(empty.id)), 204);
    expectNotFound(await admin.ask("DELETE", mandataireAt(empty.id)));
    expect(expectStatus(await mine(person), 200)).toEqual([]);

    const stored = await books.mandataire();
    await books.post(stored.id, rentCall("2026-02-01", 100));
    const refused = await admin.ask("DELETE", mandataireAt(stored.id));
    expect(expectRefusal(refused, 422, "has_dependents").details).toEqual({});
    expect(expectStatus(await mine(admin), 200)).toContainEqual(stored);

    const bound = await books.mandataire();
    const connector = { name: "portal", area: "portal", mandataire_id: bound.id };
    expectStatus(await admin.ask<unknown>("POST", "/api/v1/connectors", { json: connector }), 201);
    expectRefusal(await admin.ask("DELETE", mandataireAt(bound.id)), 422, "has_dependents");
  });

  it("look the same in refusals to callers who are not members", async () => {
    const person = await house.person();
    const { id } = await books.mandataire();
    const message = async (mandataireId: string) =>
      expectRefusal(await person.ask("GET", ENTRIES, actingOn(mandataireId)), 403, "forbidden").message;
    expect(await message(id)).toBe(await message(NOTHING));
  });

  it("are listed and managed with any mandataire header", async () => {
    const headers = { "x-mandataire-id": "not-a-uuid" };
    for (const path of [MANDATAIRES, membersAt((await books.mandataire()).id)]) {
      expectStatus(await admin.ask<unknown>("GET", path, { headers, query: "mandataire_id=x" }), 200);
    }
  });

  it("answer unknown paths in the rental error format", async () => {
    for (const path of ["/rental/api/v1/nothing", "/rental/api/v1", "/rental/api/v1/mandataires/x/y"]) {
      expect(expectNotFound(await admin.ask("GET", path)).details).toEqual({});
    }
  });

  it("have books from the first moment on", async () => {
    const { id } = await books.mandataire();
    const caller: Caller = books.clerk;
    expect(await books.ledger(id).periods(caller)).toEqual([]);
    const { total } = await books.ledger(id).list(caller, {
      page: 1,
      perPage: 1,
      sort: "createdAt",
      direction: "asc",
      conditions: [],
    });
    expect(total).toBe(0);
  });
});
