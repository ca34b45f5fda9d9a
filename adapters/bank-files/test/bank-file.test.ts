import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileTransaction, readBankFile } from "../src/index.ts";

const digests = { sha256: (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex") };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readBankFile(bytesOf(text), digests);
/** Reads a file without errors. */
function readValid(text: string): readonly FileTransaction[] {
  const { transactions, errors: faults } = read(text);
  expect(faults).toEqual([]);
  return transactions;
}
const faultsOf = (text: string) => read(text).errors.map(({ place, field, code }) => `${place}: ${field}: ${code}`);

describe("a CSV of transactions", () => {
  const HEADER = "bank_reference,booked_on,amount_cents,label,counterparty_iban";

  it("has inbound amounts and, below zero, outbound ones", () => {
    const rows = [
      "B1,2026-03-05,108386,AP-2026-000001,FR7612345678901234567890123",
      'B2,2026-03-06,-500,"Frais, mars",',
    ];
    expect(readValid(`\uFEFF${[HEADER, ...rows].join("\r\n")}\r\n\r\n`)).toEqual([
      {
        ...{ place: "line 2", bankReference: "B1", bookedOn: "2026-03-05", amountCents: 108_386, direction: "inbound" },
        ...{ label: "AP-2026-000001", counterpartyName: null, counterpartyIban: "FR7612345678901234567890123" },
        ...{ method: "bank_transfer", payoutReference: null, servicerReference: "B1", endToEndId: null },
        ...{ remittance: "AP-2026-000001", referenceTexts: ["AP-2026-000001"] },
        ...{ statement: null, formerReference: null },
      },
      expect.objectContaining({
        amountCents: 500,
        direction: "outbound",
        label: "Frais, mars",
        counterpartyIban: null,
      }),
    ]);
    const french = "label;counterparty_iban;bank_reference;amount_cents;booked_on\nLoyer, mars;;B1;7;2026-03-05";
    expect(readValid(french)).toMatchObject([{ label: "Loyer, mars", amountCents: 7, place: "line 2" }]);
  });

  it("yields only errors if a line is invalid", () => {
    const wrong = [
      "B1,2026-02-30,1,,",
      "B2,2026-03-01,1.5,,",
      "B3,2026-03-01,0,,",
      ",,,x,",
      "B4,2026-03-01,1,",
      'B5,2026-03-01,1,"a"b,',
    ];
    const text = [HEADER, ...wrong, "B6,2026-03-01,99999999999999999999,,", "B7,2026-03-01,1,,"].join("\n");
    expect(faultsOf(text)).toEqual([
      "line 2: booked_on: invalid",
      "line 3: amount_cents: invalid",
      "line 4: amount_cents: invalid",
      "line 5: bank_reference: blank",
      "line 5: booked_on: blank",
      "line 5: amount_cents: blank",
      "line 6: row: invalid",
      "line 7: row: invalid",
      "line 8: amount_cents: invalid",
    ]);
    expect(read(text).transactions).toEqual([]);
    expect(faultsOf("")).toContain("line 1: bank_reference: blank");
    expect(faultsOf(`${HEADER},colour,label`)).toEqual(["line 1: colour: invalid", "line 1: label: invalid"]);
    expect(faultsOf([HEADER, ...Array(500).fill("x")].join("\n"))).toHaveLength(100);
  });

  it("keeps identical lines: references need not be unique", () => {
    const [one, other] = ["B1,2026-03-01,1,,", "B1,2026-03-01,2,,"];
    expect(readValid([HEADER, one, one, other].join("\n"))).toHaveLength(3);
  });

  it("never throws for any text", () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom(...'"",;\n\r=0', "2026-01-01", "-1"),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 5 }), (rows) => {
        expect(read([HEADER, ...rows.map((cells) => cells.join(","))].join("\n")).errors.length).toBeLessThanOrEqual(
          100,
        );
      }),
    );
  });
});

describe("a CAMT.053", () => {
  it("yields booked transactions with counterparty and remittance in every version", () => {
    for (const version of ["02", "04", "08", "10", "13", "14"]) {
      const party = (name: string) => (version > "07" ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`);
      const status = version > "07" ? "<Cd>BOOK</Cd>" : "BOOK";
      const paid = entry({
        amount: "1083.86",
        status,
        head: "<NtryRef>1</NtryRef><AcctSvcrRef>BNK-7</AcctSvcrRef>",
        code: "RCDT",
        details: `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr>${party("SARL Café &amp; Élan")}</Dbtr>
          <DbtrAcct><Id><IBAN>FR7612345678901234567890123</IBAN></Id></DbtrAcct></RltdPties>
          <RmtInf><Ustrd>Loyer  mars</Ustrd><Ustrd>AP-2026-000001</Ustrd></RmtInf></TxDtls>`,
      });
      const pending = entry({ amount: "5.00", status: version > "07" ? "<Cd>PDNG</Cd>" : "PDNG" });
      expect(readValid(camt([paid, pending], version))).toEqual([
        {
          ...{ place: "entry 1", bankReference: "BNK-7", bookedOn: "2026-03-05", amountCents: 108_386 },
          ...{ direction: "inbound", method: "bank_transfer", label: "Loyer mars AP-2026-000001" },
          ...{ counterpartyName: "SARL Café & Élan", counterpartyIban: "FR7612345678901234567890123" },
          ...{ payoutReference: null, servicerReference: "BNK-7", endToEndId: null, formerReference: null },
          ...{ statement: 0, remittance: "Loyer  mars AP-2026-000001" },
          referenceTexts: ["Loyer  mars AP-2026-000001"],
        },
      ]);
    }
    expect(faultsOf(camt([], "15"))).toEqual(["file: not a CAMT.053 document: invalid"]);
  });

  it("splits a batch into the payouts that it executed", () => {
    const detail = (reference: string, amount: string) =>
      `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>
        <RltdPties><Cdtr><Pty><Nm>Alice</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>FR76</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`;
    const batch = (amount: string) => ({
      ...{ amount, side: "DBIT", head: "<AcctSvcrRef>B9</AcctSvcrRef>", code: "ICDT" },
      details: detail("RV-2026-000001", "338.71") + detail("RV-2026-000002", "677.41"),
    });
    const executed = { direction: "outbound", counterpartyName: "Alice", counterpartyIban: "FR76" };
    expect(readValid(camt([entry(batch("1016.12"))]))).toMatchObject([
      { ...executed, bankReference: "B9/1", amountCents: 33_871, payoutReference: "RV-2026-000001" },
      { ...executed, bankReference: "B9/2", amountCents: 67_741, payoutReference: "RV-2026-000002" },
    ]);
    // Details that do not add up to the entry leave it whole: the bank moved the amount of the entry.
    expect(readValid(camt([entry(batch("1017.00"))]))).toMatchObject([
      { bankReference: "B9", amountCents: 101_700, label: "RV-2026-000001 RV-2026-000002", payoutReference: null },
    ]);
  });

  it("reports returns and reversals as rejections, by their details or the bank's code", () => {
    const details = (more = "") => `<TxDtls><Refs><EndToEndId>SDD-1</EndToEndId></Refs>${more}
      <RltdPties><Dbtr><Nm>Café</Nm></Dbtr><Cdtr><Nm>Agence</Nm></Cdtr></RltdPties></TxDtls>`;
    const debited = entry({ amount: "10", head: "<AcctSvcrRef>B1</AcctSvcrRef>", code: "IDDT", details: details() });
    const reversed = entry({
      amount: "10",
      side: "DBIT",
      head: "<RvslInd>true</RvslInd><AcctSvcrRef>B2</AcctSvcrRef>",
      details: details(),
    });
    const back = { method: "rejection", direction: "outbound", counterpartyName: "Café" };
    expect(readValid(camt([debited, reversed]))).toMatchObject([
      { method: "direct_debit", counterpartyName: "Café", endToEndId: "SDD-1" },
      { ...back, bankReference: "B2", endToEndId: "SDD-1" },
    ]);
    const coded = (code: string) => camt([entry({ amount: "10", side: "DBIT", code: "IDDT", sub: code })]);
    const methods = ["RRTN", "UPDD", "RCDD", "ARET", "PRDD", "UPCQ", "ESDD", "URDD"].map(
      (code) => readValid(coded(code))[0]?.method,
    );
    expect(methods).toEqual([...Array(6).fill("rejection"), "direct_debit", "direct_debit"]);
    const returned = entry({
      amount: "10",
      side: "DBIT",
      details: details("<RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf>"),
    });
    expect(readValid(camt([returned]))).toMatchObject([back]);
  });

  it("derives the payment method from the bank's code", () => {
    const methodOf = (code: string, name = "") =>
      readValid(
        camt([
          entry({
            amount: "1",
            code,
            details: `<TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`,
          }),
        ]),
      )[0]?.method;
    expect(["RCDT", "IDDT", "RCHQ", "CCRD", "CNTR", "LBOX"].map((code) => methodOf(code))).toEqual([
      ...["bank_transfer", "direct_debit", "check", "card", "cash", "other"],
    ]);
    expect([methodOf("RCDT", "CAF DU FINISTERE"), methodOf("RCDT", "Café de la Gare")]).toEqual([
      "caf",
      "bank_transfer",
    ]);
  });

  it("derives a stable reference for entries without one, also for identical entries", () => {
    const [one, other] = [entry({ amount: "1.00" }), entry({ amount: "2.00" })];
    const [first, second, third] = readValid(camt([one, one, other])).map(({ bankReference }) => bankReference);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(readValid(camt([other, one])).map(({ bankReference }) => bankReference)).toEqual([third, first]);
    expect(first).toMatch(/^camt-[\da-f]{32}$/);
    expect(readValid(camt([one]).replace("FR7630001", "FR7630002"))[0]?.bankReference).not.toBe(first);
  });

  it("yields only errors if an entry is invalid", () => {
    const wrong = [
      entry({ amount: "1.005" }),
      entry({ amount: "1", currency: "USD" }),
      entry({ amount: "1", side: "UP" }),
      entry({ amount: "1", day: "2026-02-30" }),
      entry({ amount: "-1" }),
      entry({ amount: "1", status: "" }),
      entry({ amount: "1e3" }),
    ];
    expect(faultsOf(camt([entry({ amount: "1" }), ...wrong]))).toEqual([
      "entry 2: Amt: invalid",
      "entry 3: Amt/Ccy: inclusion",
      "entry 4: CdtDbtInd: invalid",
      "entry 5: BookgDt: invalid",
      "entry 6: Amt: invalid",
      "entry 7: Sts: blank",
      "entry 8: Amt: invalid",
    ]);
    const twice = ["1", "2"].map((amount) => entry({ amount, head: "<AcctSvcrRef>B1</AcctSvcrRef>" }));
    expect(readValid(camt(twice)).map(({ bankReference }) => bankReference)).toEqual(["B1", "B1"]);
    expect(readValid(camt([entry({ amount: "0.00" })]))).toEqual([]);
  });

  it("yields account, period and balances of each statement", () => {
    const balance = (kind: string, amount: string, day: string, side = "CRDT") =>
      `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>
        <Dt><Dt>${day}</Dt></Dt></Bal>`;
    const [opened, closed] = [balance("OPBD", "1.00", "2026-03-04"), balance("CLBD", "2.50", "2026-03-05", "DBIT")];
    const [first, last] = [balance("ITBD", "3.00", "2026-03-06"), balance("ITBD", "4.00", "2026-03-07")];
    const before = balance("PRCD", "9.00", "2026-03-01");
    const period = "<FrToDt><FrDtTm>2026-03-02T00:00:00</FrDtTm><ToDtTm>2026-03-09T00:00:00</ToDtTm></FrToDt>";
    const statementOf = (...parts: readonly string[]) =>
      read(
        camt([entry({ amount: "1" })]).replace(
          "<Id>1</Id>",
          `<Id>7</Id><CreDtTm>2026-03-08T01:00:00</CreDtTm>${parts.join("")}`,
        ),
      ).statements[0];
    const head = { place: "statement 1", account: "FR7630001", statementId: "7", madeAt: "2026-03-08T01:00:00" };
    expect(statementOf(opened, closed)).toEqual({
      ...{ ...head, entriesCount: 1, from: "2026-03-04", to: "2026-03-05", openingCents: 100, closingCents: -250 },
    });
    expect(statementOf(before, first, last)).toMatchObject({ openingCents: 900, closingCents: 400, to: "2026-03-07" });
    expect(statementOf(first, last)).toMatchObject({ openingCents: 300, closingCents: 400, from: "2026-03-06" });
    expect(statementOf(first)).toMatchObject({ openingCents: null, closingCents: 300 });
    expect(statementOf(opened, first)).toMatchObject({ openingCents: 100, closingCents: 300 });
    expect(statementOf(period)).toMatchObject({ from: "2026-03-02", to: "2026-03-09", closingCents: null });
    expect(statementOf()).toMatchObject({ from: "2026-03-05", to: "2026-03-05" });
    const wrong = camt([]).replace("<Id>1</Id>", `<Id>1</Id>${opened.replace("EUR", "USD")}`);
    expect(faultsOf(wrong)).toEqual(["statement 1: Bal/Amt/Ccy: inclusion"]);
  });

  it("is decoded as declared, and rejected if the bytes contradict the declaration", () => {
    const written = (encoding: string, bytes: (text: string) => Uint8Array) =>
      readBankFile(
        bytes(
          camt([entry({ amount: "1", details: "<TxDtls><RmtInf><Ustrd>é€</Ustrd></RmtInf></TxDtls>" })]).replace(
            "UTF-8",
            encoding,
          ),
        ),
        digests,
      );
    const single = (bytes: Readonly<Record<string, number>>) => (text: string) =>
      Uint8Array.from([...text].map((character) => bytes[character] ?? character.charCodeAt(0)));
    const [western, latin9] = [single({ "€": 0x80 }), single({ "€": 0xa4 })];
    const wide = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));
    const bigEndian = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le").swap16());
    const marked = (text: string) => bytesOf(`\uFEFF${text}`);
    for (const [encoding, bytes] of [
      ...[["UTF-8", bytesOf] as const, ["utf-8", marked] as const, ["windows-1252", western] as const],
      ...[["ISO-8859-15", latin9] as const, ["UTF-16", wide] as const, ["UTF-16", bigEndian] as const],
    ])
      expect(written(encoding, bytes).transactions).toMatchObject([{ label: "é€" }]);
    expect(written("ISO-8859-1", single({ "€": 0x45 })).transactions).toMatchObject([{ label: "éE" }]);
    const contradictions = [written("UTF-8", western), written("ISO-8859-1", bytesOf), written("UTF-16", bytesOf)];
    contradictions.push(
      written("UTF-8", wide),
      written("ISO-8859-1", marked),
      written("windows-1252", single({ "€": 0x81 })),
    );
    for (const { errors: faults, transactions } of contradictions) {
      expect(transactions).toEqual([]);
      expect(faults).toMatchObject([
        { place: expect.stringMatching(/^line \d$/), field: expect.stringMatching(/^declared encoding/) },
      ]);
    }
    expect(contradictions.map(({ errors: faults }) => faults[0]?.place)).toEqual([
      "line 4",
      "line 4",
      "line 1",
      "line 1",
      "line 1",
      "line 4",
    ]);
    expect(written("EBCDIC", bytesOf).errors).toMatchObject([
      { place: "line 1", field: "unsupported encoding ebcdic" },
    ]);
    expect(readBankFile(Uint8Array.of(0x61, 0xe9), digests).errors).toMatchObject([{ field: "is not in UTF-8" }]);
  });

  it("is rejected if it is another document or not XML", () => {
    expect(faultsOf(camt([]).replace("camt.053", "camt.054"))).toEqual(["file: not a CAMT.053 document: invalid"]);
    expect(faultsOf("<html></html>")).toEqual(["file: not a CAMT.053 document: invalid"]);
    const whole = camt([entry({ amount: "1" })]);
    for (const broken of [
      whole.slice(0, -5),
      whole.replace("</Ntry>", "</Entry>"),
      `${whole}<x/>`,
      whole.replace("EUR", "&eur;"),
      "<",
    ])
      expect(faultsOf(broken)).toHaveLength(1);
  });

  it("rejects entity bombs without expanding them", () => {
    const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
    const doctype = `<!DOCTYPE Document [<!ENTITY l0 "lol">${lol}]>`;
    const external = '<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const statement = camt([entry({ amount: "1" })]);
    for (const type of [doctype, external, "<!DOCTYPE Document>"])
      expect(faultsOf(statement.replace("<Document", `${type}<Document`))).toEqual([
        "file: a document type is not accepted: invalid",
      ]);
    const bombs = [
      statement.replace("<GrpHdr/>", "<a>".repeat(2000)),
      statement.replace("<GrpHdr/>", `<GrpHdr a="${"x".repeat(1_000_000)}"/>`),
      statement.replace("<GrpHdr/>", `<GrpHdr ${Array.from({ length: 50_000 }, (_, at) => `a${at}=""`).join(" ")}/>`),
      statement.replace("<GrpHdr/>", `<!--${"x".repeat(1_000_000)}-->`),
      statement.replace("<GrpHdr/>", "x".repeat(1_000_000)),
      `<${"x".repeat(1_000_000)}`,
    ];
    for (const bomb of bombs) expect(faultsOf(bomb)).toEqual([expect.stringMatching(/^file: .*(deeper|longer) than/)]);
  });

  it("round-trips any content", () => {
    const words = fc.string({ unit: fc.constantFrom(..."aé€<>&\"' Z9"), maxLength: 40 });
    const written = fc.record({
      amountCents: fc.integer({ min: 1, max: 10 ** 13 }),
      direction: fc.constantFrom("inbound", "outbound"),
      bookedOn: fc.constantFrom("2026-01-31", "2024-02-29"),
      label: words,
      name: words,
    });
    fc.assert(
      fc.property(fc.array(written, { maxLength: 8 }), (all) => {
        const text = camt(
          all.map(({ amountCents, direction, bookedOn, label, name }, at) => {
            const digits = String(amountCents).padStart(3, "0");
            const side = direction === "inbound" ? "Dbtr" : "Cdtr";
            return entry({
              amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`,
              side: direction === "inbound" ? "CRDT" : "DBIT",
              day: bookedOn,
              head: `<AcctSvcrRef>B${at}</AcctSvcrRef>`,
              details: `<TxDtls><RltdPties><${side}><Nm>${xml(name)}</Nm></${side}></RltdPties><RmtInf><Ustrd>${xml(label)}</Ustrd></RmtInf></TxDtls>`,
            });
          }),
        );
        const line = (text: string) => text.replace(/\s+/g, " ").trim() || null;
        expect(readValid(text)).toMatchObject(
          all.map(({ label, name, ...rest }, at) => ({
            ...rest,
            bankReference: `B${at}`,
            label: line(label),
            counterpartyName: line(name),
          })),
        );
      }),
    );
  });
});

interface EntryText {
  readonly amount: string;
  readonly currency?: string;
  readonly side?: string;
  readonly status?: string;
  readonly day?: string;
  readonly head?: string;
  readonly code?: string;
  readonly sub?: string;
  readonly details?: string;
}

function entry({
  amount,
  currency = "EUR",
  side = "CRDT",
  status = "BOOK",
  day = "2026-03-05",
  head = "",
  code,
  sub = "CDPT",
  details,
}: EntryText): string {
  const domain =
    code && `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${code}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
  return `<Ntry>${head}<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${status}</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt>${domain ?? ""}${details ? `<NtryDtls>${details}</NtryDtls>` : ""}</Ntry>`;
}

function camt(entries: readonly string[], version = "08"): string {
  const account = "<Acct><Id><IBAN>FR7630001</IBAN></Id></Acct>";
  return `<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr/>
    <Stmt><Id>1</Id>${account}${entries.join("\n")}</Stmt></BkToCstmrStmt></Document>`;
}

const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
