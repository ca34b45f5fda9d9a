import { consolePages } from "@cartulary/console";
import { RENTAL_BASE } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, membersAt } from "../../support/books.ts";
import { databases } from "../../support/databases.ts";
import { expectStatus } from "../../support/refusals.ts";
import { type SignedIn, signedInAs } from "../../support/session.ts";
import { camtOf } from "../../support/statements.ts";
import { pageVisitor } from "../../support/visitor.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const IBAN = "FR7630006000011234567890189";
const inAgency = consolePages.filter(({ path }) => /^\/agency(?:\/|$)/.test(path));
const inAdministration = consolePages.filter(({ path }) => path.startsWith("/admin/"));
const concrete = (path: string) => path.replace("{period}", "2026-01").replace(/\{\w+\}/g, UNKNOWN);
const h1 = (html: string) => /<h1>([^<]*)</.exec(html)?.[1];

/** The names of the fields of a form that are in error. */
const inError = (html: string) =>
  [...html.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]*)"[^>]* aria-invalid="true"/g)].map(
    ([, name]) => name,
  );

describe("pages of the agency and of administration", () => {
  let house: House;
  let member: SignedIn;
  let stranger: SignedIn;
  let manager: SignedIn;
  let admin: SignedIn;
  let mandataire: string;

  const api = async <Body>(path: string, json: object): Promise<Body> =>
    expectStatus(await house.admin.ask<Body>("POST", RENTAL_BASE + path, actingOn(mandataire, { json })), 201);

  const newMandataire = async (name: string) => {
    const json = { mandataire: { name, siren: "552100554", iban: IBAN } };
    const { id } = expectStatus(
      await house.admin.ask<{ id: string }>("POST", `${RENTAL_BASE}/mandataires`, { json }),
      201,
    );
    const added = await house.admin.ask<unknown>("POST", membersAt(id), { json: { user_id: member.person.id } });
    expectStatus(added, 201);
    return id;
  };

  /** Fills a form in and returns where it leads, or its page. */
  const filled = async (visitor: SignedIn, path: string, fields: Readonly<Record<string, string>> = {}) => {
    const reply = await visitor.fillIn(path, fields);
    return { status: reply.status, text: reply.text, to: reply.headers.get("location") ?? "" };
  };

  const done = async (visitor: SignedIn, path: string, fields: Readonly<Record<string, string>> = {}) => {
    const reply = await filled(visitor, path, fields);
    expect([path, reply.status], reply.text).toEqual([path, 303]);
    return reply.to.replace(/\?.*$/s, "");
  };

  const shown = async (visitor: SignedIn, path: string) => {
    const reply = await visitor.get(path);
    expect([path, reply.status], reply.text).toEqual([path, 200]);
    return reply.text;
  };

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    member = await signedInAs(house);
    stranger = await signedInAs(house);
    manager = await signedInAs(house, { role: "manager" });
    admin = await signedInAs(house, { role: "admin" });
    mandataire = await newMandataire("Régie du Parc");
  });
  afterAll(() => house.close());

  it.each(inAgency.map(({ path }) => path))("%s is for members of the mandataire", async (path) => {
    const own = concrete(path);
    const signedOut = await pageVisitor(house).get(own);
    expect([signedOut.status, signedOut.headers.get("location")?.startsWith("/login?return_to=")]).toEqual([303, true]);
    expect((await stranger.get(own)).status).toBe(403);
    const foreign = `${own}?mandataire_id=${UNKNOWN}`;
    expect((await member.get(foreign)).status).toBe(403);
    const page = await member.get(own);
    expect(page.status, page.text).toBe(/\{(?!period)/.test(path) && !path.endsWith("members") ? 404 : 200);
    expect(page.text.match(/<h1/g)).toHaveLength(1);
  });

  it.each(inAdministration.map(({ path }) => path))("%s is for administrators", async (path) => {
    const own = concrete(path);
    const signedOut = await pageVisitor(house).get(own);
    expect([signedOut.status, signedOut.headers.get("location")?.startsWith("/login?return_to=")]).toEqual([303, true]);
    expect([(await member.get(own)).status, (await manager.get(own)).status]).toEqual([403, 403]);
    const page = await admin.get(own);
    expect(page.status, page.text).toBe(path.includes("{") && !path.endsWith("/members") ? 404 : 200);
  });

  it.each([
    ["/agency", "Tableau de bord", "Dashboard"],
    ["/agency/properties", "Immeubles", "Properties"],
    ["/agency/owners", "Propriétaires", "Owners"],
    ["/agency/tenants", "Locataires", "Tenants"],
    ["/agency/leases", "Baux", "Leases"],
    ["/agency/mandates", "Mandats", "Mandates"],
    ["/agency/incidents", "Incidents", "Incidents"],
    ["/agency/runs", "Quittancements", "Billing runs"],
    ["/agency/letters", "Courriers", "Letters"],
    ["/agency/money", "Banque", "Bank"],
    ["/agency/payouts", "Versements", "Payouts"],
    ["/agency/accounts", "Comptes", "Accounts"],
    ["/admin/users", "Personnes", "People"],
    ["/admin/groups", "Groupes", "Groups"],
    ["/admin/agencies", "Mandataires", "Agencies"],
    ["/admin/applications", "Applications", "Applications"],
    ["/admin/connectors", "Connecteurs", "Connectors"],
    ["/admin/audit", "Journal d&#39;audit", "Audit trail"],
    ["/admin/jobs", "Tâches", "Jobs"],
    ["/admin/health", "État", "Health"],
  ])("%s is headed %s and %s", async (path, french, english) => {
    const visitor = path.startsWith("/admin") ? admin : member;
    const fr = await visitor.get(path, { headers: { "accept-language": "fr" } });
    expect([h1(fr.text), h1(await shown(visitor, path))]).toEqual([french, english]);
  });

  it("lets a user with several mandataires choose, and remembers the choice", async () => {
    const other = await signedInAs(house);
    const second = await newMandataire("Second");
    for (const id of [mandataire, second]) {
      await house.admin.ask("POST", membersAt(id), { json: { user_id: other.person.id } });
    }
    expect(await shown(other, "/agency")).toContain(`/agency?mandataire_id=${second}`);
    const sent = await other.get("/agency/owners");
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/agency"]);
    expect(await shown(other, `/agency/owners?mandataire_id=${second}`)).toContain(`mandataire_id=${second}`);
    expect(other.cookies.get("cartulary_mandataire")).toBe(second);
    expect(await shown(other, "/agency/leases")).toContain(`mandataire_id=${second}`);
    member.cookies.set("cartulary_mandataire", mandataire);
  });

  it("keeps the mandataire of a page in the link to the dashboard", async () => {
    const rentalLink = (html: string) => /<li><a href="([^"]*)"[^>]*>Rental</.exec(html)?.[1];
    for (const path of ["/agency", "/agency/owners", "/agency/properties/create"]) {
      const text = await shown(member, `${path}?mandataire_id=${mandataire}`);
      expect([path, rentalLink(text)]).toEqual([path, `/agency?mandataire_id=${mandataire}`]);
    }
    expect(rentalLink(await shown(member, "/"))).toBe("/agency");
    expect((await member.get("/agency/owners?mandataire_id=%ff")).status).toBe(400);
  });

  it("asks for the unit of a rent at the field of the units", async () => {
    const { id } = await api<{ id: string }>("/tenants", {
      profile_type: "individual",
      first_name: "A",
      last_name: "B",
    });
    const path = `/agency/leases/create?mandataire_id=${mandataire}`;
    const refused = await filled(member, path, {
      ...{ tenant_id: id, "units[0][base_rent_cents]": "850,00", unit_ids: "", mandataire_id: mandataire },
    });
    expect(refused.status, refused.text).toBe(422);
    expect(inError(refused.text)).toContain("unit_ids");
    expect(refused.text).not.toContain("units[0] : ");
    expect(refused.text).toMatch(/<a href="#unit_ids">[^<]*<\/a> : Fill this in\./);
  });

  it("remembers the choice of a mandataire in a secure cookie where browsers use https", async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    const cookieAt = async (publicUrl: string) => {
      const other = await openHouse(await sqlite.open(), { environment: { PUBLIC_URL: publicUrl } });
      try {
        const visitor = await signedInAs(other, { role: "admin" });
        const json = { mandataire: { name: "Sûre", siren: "552100554", iban: IBAN } };
        const made = await other.admin.ask<{ id: string }>("POST", `${RENTAL_BASE}/mandataires`, { json });
        const { id } = expectStatus(made, 201);
        await other.admin.ask("POST", membersAt(id), { json: { user_id: visitor.person.id } });
        const reply = await visitor.get(`/agency?mandataire_id=${id}`);
        expect(reply.status).toBe(200);
        return reply.headers.getSetCookie().map((each) => each.replace(id, "<id>"));
      } finally {
        await other.close();
      }
    };
    const attributes = "HttpOnly; Secure; SameSite=Lax";
    expect(await cookieAt("https://agence.example.org")).toEqual([
      `__Host-cartulary_mandataire=<id>; Max-Age=31536000; Path=/; ${attributes}`,
    ]);
    expect(await cookieAt("https://agence.example.org/archive/")).toEqual([
      `cartulary_mandataire=<id>; Max-Age=31536000; Path=/archive; ${attributes}`,
    ]);
  });

  it("creates, changes, finds and deletes a property, and names errors at their fields", async () => {
    const refused = await filled(member, "/agency/properties/create", { name: "", address: "1 rue Neuve" });
    expect(refused.status, refused.text).toBe(422);
    for (const part of ['aria-invalid="true"', 'role="alert"', "1 rue Neuve", "<title>Error: "]) {
      expect(refused.text).toContain(part);
    }
    const path = await done(member, "/agency/properties/create", { name: "Le Parc", address: "1 rue Neuve" });
    expect(h1(await shown(member, path))).toBe("Le Parc");
    await done(member, `${path}/change`, { name: "Le Grand Parc", floor_count: "4" });
    expect(await shown(member, "/agency/properties?q[name_cont]=grand")).toContain("Le Grand Parc");
    expect((await member.get("/agency/properties?q[nope_eq]=1")).status).toBe(400);
    expect(await done(member, `${path}/delete`)).toBe("/agency/properties");
    expect((await member.get(path)).status).toBe(404);
  });

  it("bills a month from the lease to the accounting file", async () => {
    const property = await done(member, "/agency/properties/create", { name: "Quai", address: "2 quai du Port" });
    const property_id = property.split("/").at(-1) ?? "";
    const unit = await api<{ id: string }>("/units", { property_id, identifier: "A1" });
    const owner = await api<{ id: string; profileId: string }>("/owners", {
      first_name: "Louise",
      bank_accounts: [{ iban: IBAN, is_default: true }],
    });
    const shares = { owner_id: owner.id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
    await api("/ownerships", { ownership: shares });
    const mandate = await done(member, "/agency/mandates/create", {
      ...{ owner_profile_id: owner.profileId, property_id, reference: "M-1", start_date: "2026-01-01" },
      ...{ management_fee_rate: "7,5", accounting_mode: "accrual" },
    });
    expect(await shown(member, mandate)).toContain("7.5");
    const tenant = await done(member, "/agency/tenants/create", { first_name: "Théo", last_name: "Rey" });
    const lease = await done(member, "/agency/leases/create", {
      ...{ "lease[reference]": "B-1", "lease[lease_type]": "commercial", "lease[start_date]": "2026-01-01" },
      ...{ "lease[signature_date]": "2026-01-01", tenant_id: tenant.split("/").at(-1) ?? "", unit_ids: unit.id },
      "units[0][base_rent_cents]": "100000",
    });
    const draft = await shown(member, lease);
    expect([h1(draft), draft.includes("/activate"), draft.includes("/give_notice")]).toEqual(["B-1", true, false]);
    await done(member, `${lease}/activate`);
    expect((await filled(member, `${lease}/activate`)).status).toBe(422);
    await done(member, `${lease}/change`, { "lease[payment_day]": "5" });

    const run = await done(member, "/agency/runs/create", { period_start: "2026-02-01" });
    const computing = await shown(member, run);
    expect([h1(computing), computing.includes("<progress")]).toEqual(["Billing run February 2026", true]);
    await house.work();
    const computed = await shown(member, `${run}?type=tenant`);
    expect(computed).toContain("€1,000.00");
    expect(await shown(member, `${run}?q[anomaly_type_in]=zero_rent`)).not.toContain("€1,000.00</td><td");
    const line = /href="([^"?]*\/override)/.exec(computed)?.[1] ?? "";
    await done(member, line, { comment: "Seen with the owner" });
    expect(await shown(member, run)).toContain("Seen with the owner");
    const both = await shown(member, run);
    for (const caption of ["Lines of tenants", "Lines of owners"]) expect(both).toContain(`<h2>${caption}</h2>`);
    expect(await shown(member, `${run}?type=owner`)).not.toContain("<h2>Lines of tenants</h2>");
    await done(member, `${run}/acknowledge_anomalies`);
    const later = await shown(member, `${run}?per_page=1&page=2`);
    expect([later.includes("<h2>Lines of tenants</h2>"), later.includes("<h2>Lines of owners</h2>")]).toEqual([
      true,
      false,
    ]);
    await shown(member, `${run}/difference`);
    await done(member, `${run}/validate`, { force: "true" });
    expect(await shown(member, `${run}/apply`)).toContain("€1,000.00");
    await done(member, `${run}/apply`);
    expect((await filled(member, `${run}/validate`)).status).toBe(422);
    await done(member, `${run}/mark_sent`);
    expect(await shown(member, "/agency/rent_calls")).toContain("Sent");
    expect(await done(member, `${run}/letters`, { kind: "notice" })).toBe("/agency/letters");
    expect(await shown(member, "/agency/letters")).toContain("0 / 1");
    const withdrawn = /href="([^"?]*\/cancel)/.exec(await shown(member, "/agency/letters"))?.[1] ?? "";
    await done(member, withdrawn);
    expect(await shown(member, "/agency/letters")).toContain("Cancelled");

    expect(await shown(member, "/agency/payouts")).toContain("Louise");
    await done(member, "/agency/payouts/exports");
    const files = await shown(member, "/agency/payouts");
    const file = /href="([^"?]*\/exports\/[^"?]*)\/download/.exec(files)?.[1] ?? "";
    expect(await shown(member, `${file}/download`)).toContain("pain.001");
    await done(member, `${file}/delete`);

    expect(await shown(member, "/agency/accounts")).toContain("411000");
    expect(await shown(member, "/agency/accounts?account=411000")).toContain("General ledger");
    await done(member, "/agency/accounts/fec_exports", { year: "2026" });
    const fec =
      /href="([^"?]*\/fec_exports\/[^"?]*\/download)/.exec(await shown(member, "/agency/accounts"))?.[1] ?? "";
    expect(await shown(member, fec)).toContain("JournalCode");
    expect(await shown(member, "/agency/accounts")).toContain("Months of the year are still open");
    expect(await shown(member, "/agency/accounts?auxiliary=Louise")).toContain("No account was found");
    const ledger = await shown(member, "/agency/accounts?auxiliary=loc0001");
    expect(ledger).toContain("General ledger – 411000 LOC0001");
    const month = /\/periods\/[\d-]*\/close/.exec(await shown(member, "/agency/accounts"))?.[0] ?? "";
    await shown(member, `/agency/accounts${month}`);

    const made = await admin.fillIn("/admin/connectors/create", {
      ...{ name: "Bank", area: "knowledge_graph" },
    });
    expect([made.status, made.text.includes("data-copy")], made.text).toEqual([200, true]);
    expect(await shown(admin, "/admin/connectors")).not.toContain("data-copy");

    const json = { name: "Bank", area: "portal", mandataire_id: mandataire };
    const { key } = expectStatus(await house.admin.ask<{ key: string }>("POST", "/api/v1/connectors", { json }), 201);
    const transactions = [
      { bank_reference: "T1", booked_on: "2026-02-10", amount_cents: 4_200, direction: "inbound", label: "?" },
    ];
    const headers = { "x-connector-key": key };
    expectStatus(await house.ask("POST", "/portal/v1/bank_transactions", { json: { transactions }, headers }), 200);
    const bank = await shown(member, "/agency/money?q[status_eq]=unmatched");
    const assign = /href="([^"?]*\/assignments)/.exec(bank)?.[1] ?? "";
    const code = (await api<{ code: string }>("/tenants", { last_name: "Payer" })).code;
    const line1 = { "lines[0][account_code]": "411000", "lines[0][amount_cents]": "4200" };
    expect((await filled(member, assign, { ...line1, "lines[0][auxiliary_code]": "LOC9999" })).status).toBe(422);
    expect(await shown(member, assign)).toContain('<option value="Payer"></option>');
    for (let count = 0; count < 2; count += 1) await api("/tenants", { last_name: "Homonym" });
    const named = (name: string) => filled(member, assign, { ...line1, "lines[0][auxiliary_code]": name });
    expect((await named("Homonym")).text).toContain("Several people have this name");
    for (const name of ["x".repeat(201), "a\u0000b", "Nobody"]) expect((await named(name)).status).toBe(422);
    await done(member, assign, { ...line1, "lines[0][auxiliary_code]": "Payer" });
    expect(await shown(member, "/agency/money")).toContain(`${code} <a`);
    const remove = /href="([^"?]*\/assignments\/[^"?]*\/delete)/.exec(await shown(member, "/agency/money"))?.[1] ?? "";
    await done(member, remove);

    await done(member, `${lease}/give_notice`, { notice_date: "2026-03-01" });
    await done(member, `${lease}/withdraw_notice`);
    await done(member, `${mandate}/terminate`, { termination_date: "2026-12-31" });
    const board = await shown(member, "/agency");
    expect(board.match(/<svg class="plot"/g)).toHaveLength(3);
    const overdue =
      /href="(\/agency\/rent_calls\?[^"]*overdue[^"]*)">Rent calls overdue<\/a>: (\d+) – €([\d,.]+)</.exec(board);
    expect(overdue?.slice(2)).toEqual(["1", "1,000.00"]);
    expect(await shown(member, overdue?.[1]?.replaceAll("&amp;", "&") ?? "")).toContain("1 entry");
  });

  it("imports a file of the bank, and names its errors in the language of the reader", async () => {
    const id = await newMandataire("Régie de la Gare");
    const path = `/agency/money/import?mandataire_id=${id}`;
    const day = { from: "2026-01-05", to: "2026-01-05", iban: IBAN };
    const entries = [{ amount: 65_000, on: "2026-01-05", bank: "77", payer: "E-1" }];
    const send = async (text: string | null, language = "en") => {
      const body = new FormData();
      body.append("csrf", await member.csrf());
      if (text !== null) body.append("uploaded_file", new File([text], "camt.xml", { type: "text/xml" }));
      return member.post(path, {}, { body, headers: { "accept-language": language } });
    };
    expect(await shown(member, `/agency/money?mandataire_id=${id}`)).toContain(`href="/agency/money/import?`);
    expect(await shown(member, path)).toContain("Bank");
    const sent = await send(camtOf([{ ...day, id: "R-1", opening: 0, entries }]));
    expect(sent.status, sent.text).toBe(303);
    const page = await shown(member, sent.headers.get("location") ?? "");
    expect(page).toContain("New transactions: 1 – known already: 0 – to be matched: 1");
    expect(page).toContain("€650.00");
    const wrong = await send(camtOf([{ ...day, id: "R-2", opening: 0, closing: 1, entries }]), "fr");
    expect([wrong.status, h1(wrong.text)]).toEqual([422, "Importer"]);
    expect(wrong.text).toContain(
      '<a href="#uploaded_file">Fichier</a> : relevé 1 : Le compte n&#39;est pas celui des mandants',
    );
    for (const [file, words] of [
      ["x", ["ligne 1, bank_reference : ", "ligne 1, booked_on : ", "ligne 1, amount_cents : "]],
      [
        "bank_reference,booked_on,amount_cents,label,counterparty_iban\nA,today,x,,\n",
        ["ligne 2, booked_on : Cette valeur", "ligne 2, amount_cents : Cette valeur"],
      ],
      ["<Document", ['<a href="#uploaded_file">Fichier</a> : Cette valeur']],
    ] as const) {
      const { status, text } = await send(file, "fr");
      expect([status, inError(text)]).toEqual([422, ["uploaded_file"]]);
      expect(text).toMatch(/aria-describedby="[^"]*uploaded_file-error"/);
      for (const part of words) expect(text).toContain(part);
    }
    const empty = await send(null);
    expect([empty.status, empty.text.includes("Fill this in.")]).toEqual([422, true]);
  });

  it("administers agencies: their details, which letters show, and their members", async () => {
    expect((await filled(admin, "/admin/agencies/create", { siren: "1" })).status).toBe(422);
    const own = await done(admin, "/admin/agencies/create", { name: "Régie du Lac", siren: "552100554", iban: IBAN });
    await done(admin, `${own}/change`, { card_number: "CPI 2901 2026 000 000 001", guarantor_name: "Galian" });
    expect((await filled(admin, `${own}/change`, { phone: "x".repeat(999) })).status).toBe(422);
    const form = await shown(admin, `${own}/change`);
    expect(form).toContain('value="CPI 2901 2026 000 000 001"');
    const id = own.split("/").at(-1) ?? "";
    // The IBAN, which no operation answers, is still there: a file of its account is taken.
    await done(admin, `${own}/members`, { user_id: member.person.id });
    const body = new FormData();
    body.append("csrf", await member.csrf());
    const day = { from: "2026-01-05", to: "2026-01-05", iban: IBAN, id: "R-1", opening: 0, entries: [] };
    body.append("uploaded_file", new File([camtOf([day])], "camt.xml", { type: "text/xml" }));
    expect((await member.post(`/agency/money/import?mandataire_id=${id}`, {}, { body })).status).toBe(303);
    expect(await shown(admin, own)).toContain(member.person.email);
    await done(admin, `${own}/members/${member.person.id}/delete`);
    expect((await member.get(`/agency?mandataire_id=${id}`)).status).toBe(403);
  });

  it("says who reported an incident in the language of the reader", async () => {
    const { id: scope_id } = await api<{ id: string }>("/properties", { name: "Le Moulin", address: "2 rue Neuve" });
    const connector = { name: "Portail", area: "portal", mandataire_id: mandataire };
    const { key } = expectStatus(
      await house.admin.ask<{ key: string }>("POST", "/api/v1/connectors", { json: connector }),
      201,
    );
    for (const [reporter_type, words] of [
      ["tenant", "Locataire"],
      ["caretaker", "Gardien"],
      ["Syndicat", "Syndicat"],
    ] as const) {
      const json = { title: "Fuite", description: "Eau", scope_type: "Property", scope_id, reporter_type };
      const asking = { json, headers: { "x-connector-key": key } };
      const { id } = expectStatus(await house.ask<{ id: string }>("POST", "/portal/v1/incidents", asking), 201);
      const at = `/agency/incidents/${id}?mandataire_id=${mandataire}`;
      const { text } = await member.get(at, { headers: { "accept-language": "fr" } });
      expect(/Déclarant<\/dt>\s*<dd>([^<]*)/.exec(text)?.[1]).toBe(words);
    }
  });

  it("administers people, groups and applications", async () => {
    const email = "nina@example.org";
    expect((await filled(admin, "/admin/users/create", { email_address: "" })).status).toBe(422);
    await done(admin, "/admin/users/create", { email_address: email, first_name: "Nina", role: "user" });
    const list = await shown(admin, "/admin/users?q[email_address_cont]=nina");
    const user = /href="(\/admin\/users\/[^"]*)\/change"/.exec(list)?.[1] ?? "";
    await done(admin, `${user}/change`, { last_name: "Roy", password: "" });
    await done(admin, `${user}/disable`);
    expect(await shown(admin, "/admin/users?q[email_address_cont]=nina")).toContain(`${user}/enable`);
    await done(admin, `${user}/enable`);
    const group = await done(admin, "/admin/groups/create", { name: "Accountants" });
    await done(admin, `${group}/members`, { user_id: user.split("/").at(-1) ?? "" });
    expect(await shown(admin, group)).toContain(email);
    await done(admin, `${group}/members/${user.split("/").at(-1)}/delete`);
    await done(admin, `${group}/change`, { description: "Books" });
    expect(await done(admin, `${group}/delete`)).toBe("/admin/groups");
    for (const [path, name, fields] of [
      ["applications", "scopes", { name: "Mobile", redirect_uris: "https://app.example/back", scopes: "nope" }],
      ["applications", "redirect_uris", { name: "Mobile", redirect_uris: "", scopes: "read" }],
      ["connectors", "workspace_ids", { name: "Graph", area: "knowledge_graph", workspace_ids: "x" }],
    ] as const) {
      const refused = await filled(admin, `/admin/${path}/create`, fields);
      expect([path, refused.status, inError(refused.text)]).toEqual([path, 422, [name]]);
      expect(refused.text).toMatch(new RegExp(`<li><a href="#${name}">`));
    }
    const made = await admin.fillIn("/admin/applications/create", {
      ...{ name: "Mobile", redirect_uris: "https://app.example/back", scopes: "read,write" },
      ...{ confidential: "true", trusted: "false" },
    });
    expect([made.status, made.text.match(/data-copy=/g)?.length], made.text).toEqual([200, 2]);
    const applications = await shown(admin, "/admin/applications?q[name_cont]=mobile");
    expect(applications).toContain(">read, write</td>");
    const french = await admin.get("/admin/applications", { headers: { "accept-language": "fr" } });
    expect([french.text.includes(">lire, modifier</td>"), french.text.includes("read")]).toEqual([true, false]);
    await done(admin, /href="(\/admin\/applications\/[^"]*\/delete)"/.exec(applications)?.[1] ?? "");
    expect(await shown(admin, "/admin/audit?q[action_cont]=application")).toContain("application");
  });
});
