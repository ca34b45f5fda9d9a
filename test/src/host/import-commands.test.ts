import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient as createFollower, follow } from "@cartulary/client";
import { describe, expect, it } from "vitest";
import { type Environment, FIRST, temporaryFolder } from "../../support/cartulary-process.ts";
import { createClient } from "../../support/checked-client.ts";
import { cartularyHere, hostHere } from "../../support/command-here.ts";
import { usualGrounds } from "../../support/host-fixtures.ts";

const PROPERTIES = [
  "\uFEFFexternal_id;name;address;city;property_type;has_elevator;floor_count",
  'M1;Le Moulin;"1 rue du Port\nbâtiment B";Brest;residential;true;4',
  "M2;La Halle;2 quai;Brest;;;",
  "",
];
const OWNERS = ["first_name,last_name,accounting_code", "Anne,Aubry,PRO0002", "Benoît,Binet,", "Chloé,Colas,"];
const TENANTS = ["first_name,last_name,email_address", "Dora,Dumas,dora@example.org"];
const UNITS = [
  "property;external_id;identifier;unit_type;area_sqm;owners;owned_from",
  'M1;U1;A1;apartment;45,5;"PRO0001=1/3;PRO0002=2/3";2020-01-01',
  "M1;U2;A2;apartment;;;",
];
const BAD_LEASES = [
  "reference,lease_type,start_date,tenant,units,base_rent_cents,index_type,index_base_date,effective_from",
  "B0,parking,2024-01-01,,,,,,",
  "B1,parking,2024-01-01,LOC0009,U9,1,IRL,,",
  "B2,,2024-01-01,,,1;2,XYZ,2023-02-30,",
];
const LEASES = [
  [
    "reference,lease_type,start_date,signature_date,status,external_id,tenant,units",
    "base_rent_cents,vat_rate,index_type,index_base_date,revision_month",
  ].join(),
  "B1,residential_unfurnished,2024-01-01,2023-12-15,active,L1,LOC0001,U1;U2,70000;50000,20;0,IRL,2023-07-01;2023-10-01,3",
  "B2,parking,2024-01-01,,,L2,,U2,,,,,",
];
/** JSON files: records with arrays. */
const WITH_ARRAYS = {
  properties: {
    ...{ external_id: "M3", name: "La Tour", address: "3 quai", entrances: [{ name: "A" }, { name: "B" }] },
    share_keys: [{ name: "Générale", total: 1000, excluded_unit_types: ["parking"] }],
  },
  tenants: { last_name: "Élan", bank_accounts: [{ label: "principal", iban: "FR7630006000011234567890189" }] },
  leases: {
    ...{ reference: "B3", lease_type: "commercial", start_date: "2024-02-01", tenant: "LOC0002" },
    units: [{ id: "T1", base_rent_cents: 90_000, index_type: "ILC" }],
    lease_units: [{ id: "T1", index_base_date: "2023-08-01", entry_date: "2024-02-15" }],
    term: { revision_month: 5, effective_to: "2030-01-31" },
    break_dates: [{ break_date: "2027-01-31", break_type: "triennial" }],
  },
  mandates: {
    ...{ owner: "PRO0001", reference: "M-2", start_date: "2026-01-01" },
    mandate_services: [{ service_type: "visit", billing_mode: "fixed", amount_cents: 5000 }],
  },
};
const MANDATES = [
  "owner,property,reference,start_date,end_date,management_fee_rate",
  "PRO0002,M1,M-1,2026-01-01,2028-12-31,7.5",
];

/** A takeover in columns: each has its effect in what the run after it bills and the book contains. */
const TAKEOVER = {
  properties: ["external_id,name,address", "T,Rue Haute,1 rue Haute"],
  owners: ["first_name,accounting_code", "Anne,PRO0001"],
  tenants: ["first_name,last_name,accounting_code", "Dora,Dumas,LOC0001", "Élan,Élan,LOC0002"],
  units: ["property,external_id,identifier,owners", "T,A,A,PRO0001=1/1", "T,B,B,PRO0001=1/1"],
  mandates: [
    [
      "owner,reference,start_date,management_fee_rate,distribution_frequency,distribution_day",
      "distribution_margin_days,depot_garantie_detention,retenue_destination,vat_rate_on_fees,accounting_mode",
    ].join(),
    "PRO0001,M-1,2026-01-01,8,quarterly,15,3,owner,agency,20,accrual",
  ],
  leases: [
    [
      "reference,lease_type,start_date,signature_date,status,tenant,units,base_rent_cents,charge_provision_cents",
      "initial_balance_cents,security_deposit_cents,revision_mode,charge_type,revision_frequency_years",
      "payment_tolerance_type,payment_tolerance_value",
    ].join(),
    "B1,commercial,2026-02-01,2026-01-15,active,LOC0001,A,100000,,50000,30000,automatic,flat,2,amount,500",
    "B2,commercial,2026-02-01,2026-01-15,active,LOC0002,B,100000,,-2000,,none,,,percent,2.5",
  ],
};

/** The only finding: the agency has no letter settings yet. */
const LETTERHEAD_WARNING = expect.stringMatching(/^mandataire: [^\n]+ for its letters\n$/);

describe.each(usualGrounds)("On $name", ({ prepare }) => {
  it("an agency's estate is taken over from files, whole or not at all, and follows from then on", async () => {
    await using ground = await prepare();
    await using folder = await temporaryFolder();
    await using host = await hostHere(ground.environment);
    const client = await administrator(host.url, ground.environment);
    await client.createMandataire({ body: { name: "Agence du Port" } });
    const take = async (kind: string, lines: readonly string[], ...more: readonly string[]) => {
      const file = join(folder.path, `${kind}.csv`);
      await writeFile(file, lines.join("\n"));
      return cartularyHere(["rental", `import-${kind}`, file, ...more], ground.environment);
    };
    const held = new Set<string>();
    const follower = createFollower({ baseUrl: host.url, token: await host.token() });
    const feed = follow(follower.listUnits);
    const catchUp = async () => {
      for await (const { id, state } of feed) if (state === "present") held.add(id);
    };
    await catchUp();

    const taken = (rows: number, kind: string) => ({
      stderr: "",
      code: 0,
      stdout: `${rows} rows of ${kind} were imported\n`,
    });
    const dry = await take("properties", PROPERTIES, "--dry-run");
    expect(dry).toMatchObject({ code: 0, stdout: "2 rows of properties can be imported\n" });
    expect((await client.listProperties()).total).toBe(0);
    expect(await take("properties", PROPERTIES)).toMatchObject(taken(2, "properties"));
    expect(await take("owners", OWNERS)).toMatchObject(taken(3, "owners"));
    expect(await take("tenants", TENANTS)).toMatchObject(taken(1, "tenants"));
    const before = (await client.listProperties()).items.find(({ externalId }) => externalId === "M1");
    expect(await take("units", UNITS)).toMatchObject(taken(2, "units"));

    const owners = (await client.listOwners({ list: { sort: "accountingCode" } })).items;
    expect(owners.map(({ accountingCode, displayName }) => [accountingCode, displayName])).toEqual([
      ["PRO0001", "Benoît Binet"],
      ["PRO0002", "Anne Aubry"],
      ["PRO0003", "Chloé Colas"],
    ]);
    const [house] = (await client.listProperties({ list: { sort: "name", direction: "desc" } })).items;
    expect(house).toMatchObject({
      ...{ name: "Le Moulin", address: "1 rue du Port\nbâtiment B", hasElevator: true, floorCount: 4, unitsCount: 2 },
      ...{ totalSurface: 455_000, propertyType: "residential" },
    });
    expect(house && before && house.updatedAt > before.updatedAt).toBe(true);
    const units = (await client.listUnits({ list: { sort: "identifier" } })).items;
    expect(units[0]?.owners.map(({ name, shareRatio }) => [name, shareRatio]).sort()).toEqual([
      ["Anne Aubry", 666_667],
      ["Benoît Binet", 333_333],
    ]);
    const lines = [
      { owner: "PRO0003", unit: "U2", share_numerator: 1, share_denominator: 1, valid_from: "2024-05-01" },
    ];
    const json = lines.map((line) => JSON.stringify(line));
    expect(await take("ownerships", json)).toMatchObject(taken(1, "ownerships"));
    expect((await client.listOwnerships()).items.map(({ validFrom }) => validFrom).sort()).toEqual([
      ...["2020-01-01", "2020-01-01", "2024-05-01"],
    ]);
    expect(await take("mandates", MANDATES)).toMatchObject(taken(1, "mandates"));

    expect(await take("leases", LEASES)).toMatchObject(taken(2, "leases"));
    const leases = (await client.listLeases({ list: { sort: "reference" } })).items;
    expect(leases).toMatchObject([
      { reference: "B1", status: "active", tenantName: "Dora Dumas", monthlyRent: 120_000, unitIdentifier: "A1" },
      { reference: "B2", status: "draft", tenantName: null, unitIdentifier: "A2" },
    ]);

    const incidents = [
      { scope_type: "Unit", scope_id: "U1", legacy_reference: "T-1", lease_id: "L1" },
      { scope_type: "Property", scope_id: "M1", legacy_reference: "T-2" },
      { scope_type: "Unit", scope_id: "U1", legacy_reference: "T-1" },
    ].map((incident) => JSON.stringify({ title: "Fuite", description: "x", ...incident }));
    const astray = JSON.stringify({ title: "", description: "x", scope_type: "Unit", scope_id: "M1" });
    expect(await take("incidents", [...incidents, astray])).toMatchObject({
      ...{ code: 1, stdout: "" },
      stderr: expect.stringMatching(/^line 4: scope_id: not_found\nline 4: title: blank\n/),
    });
    for (const _ of ["once", "again"]) expect(await take("incidents", incidents)).toMatchObject(taken(3, "incidents"));
    expect(
      (await client.listIncidents({ list: { sort: "reference" } })).items.map((each) => [
        ...[each.reference.slice(-6), each.legacyReference, each.scopeType, each.leaseId],
      ]),
    ).toEqual([
      ["000001", "T-1", "Unit", leases[0]?.id],
      ["000002", "T-2", "Property", null],
    ]);

    const [first] = leases;
    const { units: letUnits, terms } = await client.getLease({ params: { id: first?.id as never } });
    expect(terms).toMatchObject([{ effectiveFrom: "2024-01-01", effectiveTo: null, revisionMonth: 3 }]);
    expect(letUnits).toMatchObject([
      { identifier: "A1", vatApplicable: true, vatRate: 200_000, indexType: "IRL", indexBaseDate: "2023-07-01" },
      { identifier: "A2", vatApplicable: false, vatRate: 0, indexType: "IRL", indexBaseDate: "2023-10-01" },
    ]);

    const takeOne = (kind: keyof typeof WITH_ARRAYS) => take(kind, [JSON.stringify(WITH_ARRAYS[kind])]);
    expect(await takeOne("properties")).toMatchObject(taken(1, "properties"));
    const tower = (await client.listProperties({ list: { sort: "createdAt", direction: "desc" } })).items[0];
    const { entrances, shareKeys } = await client.getProperty({ params: { id: tower?.id as never } });
    expect(entrances.map(({ name }) => name)).toEqual(["A", "B"]);
    expect(shareKeys).toMatchObject([{ name: "Générale", total: 1000, excludedUnitTypes: ["parking"] }]);
    const shop = {
      ...{ property: "M3", external_id: "T1", identifier: "T1", entrance_id: entrances[1]?.id },
      ...{ own_address: { line1: "5 quai" }, allocations: [{ share_key_id: shareKeys[0]?.id, shares: 12 }] },
    };
    expect(await take("units", [JSON.stringify(shop)])).toMatchObject(taken(1, "units"));
    const [unit] = (await client.listUnits({ list: { sort: "identifier", direction: "desc" } })).items;
    expect(await client.getUnit({ params: { id: unit?.id as never } })).toMatchObject({
      ...{ address: { line1: "5 quai", origin: "own" }, entranceId: entrances[1]?.id, allocations: [{ shares: 12 }] },
    });
    for (const kind of ["tenants", "leases", "mandates"] as const)
      expect(await takeOne(kind)).toMatchObject(taken(1, kind));
    const third = (await client.listLeases({ list: { sort: "reference", direction: "desc" } })).items[0];
    expect(await client.getLease({ params: { id: third?.id as never } })).toMatchObject({
      ...{ reference: "B3", tenantName: "Élan", monthlyRent: 90_000 },
      units: [{ identifier: "T1", indexType: "ILC", indexBaseDate: "2023-08-01", entryDate: "2024-02-15" }],
      terms: [{ revisionMonth: 5, effectiveTo: "2030-01-31" }],
      breakDates: [{ breakDate: "2027-01-31", breakType: "triennial" }],
    });
    const second = (await client.listMandates({ list: { sort: "reference", direction: "desc" } })).items[0];
    expect(await client.getMandate({ params: { id: second?.id as never } })).toMatchObject({
      ...{ reference: "M-2", ownerName: "Benoît Binet", businessCode: "2", properties: [] },
      mandateServices: [{ serviceType: "visit", amountCents: 5000 }],
    });

    await catchUp();
    expect(held).toEqual(new Set([...units, unit].map((each) => each?.id)));
    const trail = await client.listAuditEvents({ list: { conditions: [], perPage: 100 } });
    const files = trail.items.filter(({ action }) => action === "estate.imported").map(({ detail }) => detail);
    expect(files).toHaveLength(14);
    expect(files).toContainEqual({ kind: "properties", rows: 2 });
    expect(await cartularyHere(["verify"], ground.environment)).toMatchObject({ code: 0, stdout: LETTERHEAD_WARNING });
  });

  it("a takeover in columns has its balances, deposits, tolerances and conditions from then on", async () => {
    await using ground = await prepare();
    await using folder = await temporaryFolder();
    await using host = await hostHere(ground.environment);
    const client = await administrator(host.url, ground.environment);
    await client.createMandataire({ body: { name: "Agence du Port" } });
    for (const [kind, lines] of Object.entries(TAKEOVER)) {
      const file = join(folder.path, `${kind}.csv`);
      await writeFile(file, lines.join("\n"));
      expect(await cartularyHere(["rental", `import-${kind}`, file], ground.environment)).toMatchObject({ code: 0 });
    }
    const leases = (await client.listLeases({ list: { sort: "reference" } })).items;
    const [first, second] = await Promise.all(leases.map(({ id }) => client.getLease({ params: { id: id as never } })));
    expect(first).toMatchObject({ revisionMode: "automatic", chargeType: "flat", initialBalance: 50_000 });
    expect(second).toMatchObject({ revisionMode: "none", chargeType: "provision", initialBalance: -2_000 });
    const terms = (await client.listLeaseTerms()).items.toSorted((one, other) =>
      one.leaseId < other.leaseId ? -1 : 1,
    );
    const byLease = new Map(terms.map((term) => [term.leaseId as string, term]));
    expect(byLease.get(leases[0]?.id as string)).toMatchObject({
      ...{ revisionFrequencyYears: 2, paymentToleranceType: "amount", paymentToleranceValue: 5_000_000 },
    });
    expect(byLease.get(leases[1]?.id as string)).toMatchObject({
      ...{ paymentToleranceType: "percent", paymentToleranceValue: 25_000 },
    });
    const [mandate] = (await client.listMandates()).items;
    expect(await client.getMandate({ params: { id: mandate?.id as never } })).toMatchObject({
      ...{ distributionFrequency: "quarterly", distributionDay: 15, distributionMarginDays: 3 },
      ...{ depotGarantieDetention: "owner", retenueDestination: "agency", vatRateOnFees: 200_000 },
    });
    // The balances are called at once, in the book; the tenant's credit is a call that is paid.
    const calls = (await client.listRentCalls({ list: { sort: "reference" } })).items;
    expect(calls.map(({ kind, totalAmountCents, status }) => [kind, totalAmountCents, status])).toEqual([
      ["initial_balance", 50_000, "issued"],
      ["initial_balance", -2_000, "paid"],
    ]);
    const trial = await client.getTrialBalance({ query: {} });
    const balanceOf = (account: string) =>
      trial.accounts.filter((each) => each.accountCode === account).map(({ balance }) => balance);
    expect(balanceOf("411000")).toEqual([50_000, -2_000]);
    // The mandate is in accrual: its owner is credited at once.
    expect(balanceOf("467000")).toEqual([-48_000]);
  });

  it("every invalid row is reported, and nothing of the file is written", async () => {
    await using ground = await prepare();
    await using folder = await temporaryFolder();
    await using host = await hostHere(ground.environment);
    const client = await administrator(host.url, ground.environment);
    await client.createMandataire({ body: { name: "Agence du Port" } });
    const take = async (kind: string, text: string | Uint8Array, ...more: readonly string[]) => {
      const file = join(folder.path, "file");
      await writeFile(file, text);
      const { code, stderr } = await cartularyHere(["rental", `import-${kind}`, file, ...more], ground.environment);
      return [code, ...stderr.trimEnd().split("\n")];
    };
    const NOTHING = "cartulary: nothing was imported";
    const house = (id: string) => `${id},n,a`;
    const properties = ["external_id,name,address", house("A"), house("B")];
    expect(await take("properties", properties.join("\r\n"))).toEqual([0, ""]);
    expect(await take("properties", [...properties, "A2,,a", 'C,c,"x\ny"', "C,c,c", "D,d"].join("\n"))).toEqual([
      ...[1, "line 2: external_id: taken", "line 3: external_id: taken", "line 4: name: blank"],
      ...["line 7: external_id: taken", "line 8: row: invalid", NOTHING],
    ]);
    expect((await client.listProperties()).total).toBe(2);
    const units = [
      "property,identifier,area_sqm,owners",
      "A,1,12.345,",
      "Z,,x,PRO0009=1/2",
      "A,3,,PRO1",
      "A,4,,PRO0001=3/2",
    ];
    await client.createOwner({ body: { firstName: "Anne" } });
    expect(await take("units", units.join("\n"))).toEqual([
      ...[1, "line 2: area_sqm: invalid", "line 3: identifier: blank", "line 3: area_sqm: not_a_number"],
      ...["line 4: owners: invalid", "line 5: owners: less_than_or_equal_to", NOTHING],
    ]);
    expect((await client.listUnits()).total).toBe(0);
    expect(await take("units", '{"property":"A","identifier":"1","colour":"red"}\n[]\n{"property":"q"}')).toEqual([
      ...[1, "line 1: colour: invalid", "line 2: row: invalid", "line 3: identifier: blank", NOTHING],
    ]);
    expect(await take("units", "property,entrances\nA,1")).toEqual([1, "line 1: entrances: invalid", NOTHING]);
    expect(await take("leases", BAD_LEASES.join("\n"))).toEqual([
      ...[1, "line 3: units: not_found", "line 3: tenant: not_found", "line 4: base_rent_cents: invalid"],
      ...["line 4: index_type: invalid", "line 4: index_base_date: invalid", "line 4: lease_type: blank", NOTHING],
    ]);
    expect((await client.listLeases()).total).toBe(0);
    expect(await take("ownerships", "owner,unit,share_numerator,share_denominator\nPRO9999,U9,1,1")).toEqual([
      ...[1, "line 2: owner: not_found", "line 2: unit: not_found", NOTHING],
    ]);
    const many = ["name,address", ...Array.from({ length: 150 }, () => "n,")].join("\n");
    expect(await take("properties", many)).toHaveLength(102);
    expect(await take("properties", Uint8Array.of(0xff, 0xfe, 0x41))).toMatchObject(
      [1, /not in UTF-8/].map((each) => (typeof each === "number" ? each : expect.stringMatching(each))),
    );
    expect(await take("owners", "first_name,accounting_code\nA,PRO0001\nB,PRO0007\nC,PRO0007\nD,X1")).toEqual([
      ...[
        1,
        "line 2: accounting_code: taken",
        "line 4: accounting_code: taken",
        "line 5: accounting_code: invalid",
        NOTHING,
      ],
    ]);
    expect((await client.listOwners()).total).toBe(1);
    await client.createOwner({ body: { firstName: "Zoé" } });
    expect((await client.listOwners({ list: { sort: "createdAt" } })).items.at(-1)?.accountingCode).toBe("PRO0002");
  });

  it("payments are imported from bank files, each transaction once, all of a file or none", async () => {
    await using ground = await prepare();
    await using folder = await temporaryFolder();
    await using host = await hostHere(ground.environment);
    const client = await administrator(host.url, ground.environment);
    const iban = "FR7630004000010008200000187";
    const { id } = await client.createMandataire({ body: { name: "Agence du Port" } });
    const take = async (text: string, ...more: readonly string[]) => {
      const file = join(folder.path, "bank");
      await writeFile(file, text);
      return cartularyHere(["rental", "import-payments", file, ...more], ground.environment);
    };
    const csv = (...lines: readonly string[]) =>
      ["bank_reference,booked_on,amount_cents,label,counterparty_iban", ...lines].join("\n");
    const [today] = new Date().toISOString().split("T");
    const rows = [`B1,${today},108386,"Loyer, mars",FR76`, `B2,${today},-500,Frais,`];
    const stored = async () => (await client.listBankTransactions({ list: { sort: "bankReference" } })).items;

    expect(await take(csv(...rows))).toMatchObject({ code: 1, stderr: expect.stringContaining("has no IBAN") });
    await client.updateMandataire({ params: { id }, body: { iban } });
    const wrong = await take(csv(...rows, "B3,2999-01-01,1,,", `B4,${today},1,${"x".repeat(501)},`));
    expect(wrong).toEqual({
      ...{ code: 1, stdout: "" },
      stderr: "line 4: booked_on: less_than_or_equal_to\nline 5: label: too_long\ncartulary: nothing was imported\n",
    });
    expect(await take(csv(...rows, "B3,today,1,,"))).toMatchObject({
      ...{ code: 1, stderr: expect.stringMatching(/^line 4: booked_on: invalid\n/) },
    });
    expect(await stored()).toEqual([]);
    const unmatched = "unmatched: B1\nunmatched: B2\n";
    expect(await take(csv(...rows))).toEqual({
      ...{ code: 0, stderr: "", stdout: `received 2, created 2, duplicates 0, unmatched 2\n${unmatched}` },
    });
    const { isTTY } = process.stderr;
    process.stderr.isTTY = true;
    const again = await take(csv(...rows)).finally(() => Object.assign(process.stderr, { isTTY }));
    expect(again).toMatchObject({
      stdout: expect.stringContaining("created 0, duplicates 2"),
      stderr: expect.stringContaining("1 of 2 transactions"),
    });
    expect(await stored()).toMatchObject([
      {
        bankReference: "B1",
        direction: "inbound",
        amountCents: 108_386,
        label: "Loyer, mars",
        counterpartyIban: "FR76",
      },
      { bankReference: "B2", direction: "outbound", amountCents: 500, status: "unmatched" },
    ]);

    const entry = (
      currency: string,
    ) => `<Ntry><Amt Ccy="${currency}">12.34</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>${today}</Dt></BookgDt><AcctSvcrRef>C1</AcctSvcrRef></Ntry>`;
    const balance = (kind: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <Dt><Dt>${today}</Dt></Dt></Bal>`;
    const statement = (account: string, opening: string, closing: string, entries: string) =>
      `<Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${balance("OPBD", opening)}${balance("CLBD", closing)}
      ${entries}</Stmt>`;
    const document = (...statements: readonly string[]) => `<?xml version="1.0"?>
      <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${statements.join("")}
      </BkToCstmrStmt></Document>`;
    const camt = (...entries: readonly string[]) => document(statement(iban, "1073.86", "1086.20", entries.join("")));
    expect(await take(camt(entry("EUR"), entry("USD")))).toMatchObject({
      ...{ code: 1, stderr: expect.stringMatching(/^entry 2: Amt\/Ccy: inclusion\n/) },
    });
    const second = statement("FR7610011000201234567890188", "0.00", "1.00", "");
    expect(await take(document(statement(iban, "0.00", "1.00", entry("EUR")), second))).toEqual({
      ...{ code: 1, stdout: "" },
      stderr: [
        "statement 1: its entries come to 12.34, its balances to 1.00",
        "statement 2: account FR76…188 is not the mandataire's",
        "cartulary: nothing was imported\n",
      ].join("\n"),
    });
    expect(await take(camt(entry("EUR")))).toEqual({
      ...{ code: 0, stderr: "" },
      stdout: `received 1, created 1, duplicates 0, unmatched 1\nunmatched: C1\n${today}: bank 1086.20, 512000 1091.20, difference -5.00\n`,
    });
    expect((await stored()).map(({ bankReference }) => bankReference)).toEqual(["B1", "B2", "C1"]);
    expect(await take(document(statement(iban, "1090.00", "1090.00", "")))).toEqual({
      code: 0,
      stderr: `warning: statement 1: the bank's balance was 1086.20 on ${today} and begins with 1090.00: a statement in between is missing\n`,
      stdout: `received 0, created 0, duplicates 0, unmatched 0\n${today}: bank 1090.00, 512000 1091.20, difference -1.20\n`,
    });
    // In a CSV, too, a reference is one field among the others.
    const like = [`B1,${today},-250,Frais,`, `B1,${today},-250,Frais,`];
    expect(await take(csv(...like))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("created 2, duplicates 0"),
    });
    expect(await take(csv(...rows, ...like))).toMatchObject({
      stdout: expect.stringContaining("received 4, created 0, duplicates 4"),
    });
    expect((await cartularyHere(["rental", "import-payments"], ground.environment)).code).toBe(2);
    expect((await cartularyHere(["rental", "import-payments", "/nowhere"], ground.environment)).code).toBe(1);
  });
});

/** The first administrator, as a client. */
async function administrator(baseUrl: string, environment: Environment) {
  const words = ["token", "create", "--user", FIRST.CARTULARY_ADMIN_EMAIL, "--scope", "read write admin"];
  return createClient({ baseUrl, token: (await cartularyHere(words, environment)).stdout.trim() });
}
