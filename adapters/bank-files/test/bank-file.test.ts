import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileTransaction, readBankFile } from "../src/index.ts";

const digests = { sha256: (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex") };
const read = (text: string) => readBankFile(text, digests);
/** What a file without a fault says. */
function sound(text: string): readonly FileTransaction[] {
  const { transactions, faults } = read(text);
  expect(faults).toEqual([]);
  return transactions;
}
const faultsOf = (text: string) => read(text).faults.map(({ place, field, code }) => `${place}: ${field}: ${code}`);

describe("a CSV of transactions", () => {
  const HEADER = "bank_reference,booked_on,amount_cents,label,counterparty_iban";

  it("says what came in and, below zero, what was paid out", () => {
    const rows = [
      "B1,2026-03-05,108386,AP-2026-000001,FR7612345678901234567890123",
      'B2,2026-03-06,-500,"Frais, mars",',
    ];
    expect(sound(`\uFEFF${[HEADER, ...rows].join("\r\n")}\r\n\r\n`)).toEqual([
      {
        ...{ place: "line 2", bankReference: "B1", bookedOn: "2026-03-05", amountCents: 108_386, direction: "inbound" },
        ...{ label: "AP-2026-000001", counterpartyName: null, counterpartyIban: "FR7612345678901234567890123" },
        ...{ method: "bank_transfer", payoutReference: null, reverses: null },
      },
      expect.objectContaining({
        amountCents: 500,
        direction: "outbound",
        label: "Frais, mars",
        counterpartyIban: null,
      }),
    ]);
    const french = "label;counterparty_iban;bank_reference;amount_cents;booked_on\nLoyer, mars;;B1;7;2026-03-05";
    expect(sound(french)).toMatchObject([{ label: "Loyer, mars", amountCents: 7, place: "line 2" }]);
  });

  it("is nothing where a line is wrong, each named", () => {
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

  it("has each reference once: the same line again says nothing new, another one is a fault", () => {
    const [one, other] = ["B1,2026-03-01,1,,", "B1,2026-03-01,2,,"];
    expect(sound([HEADER, one, one].join("\n"))).toHaveLength(1);
    expect(faultsOf([HEADER, one, other].join("\n"))).toEqual(["line 3: bank_reference: taken"]);
  });

  it("reads whatever text without throwing", () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom(...'"",;\n\r=0', "2026-01-01", "-1"),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 5 }), (rows) => {
        expect(read([HEADER, ...rows.map((cells) => cells.join(","))].join("\n")).faults.length).toBeLessThanOrEqual(
          100,
        );
      }),
    );
  });
});

describe("a CAMT.053", () => {
  it("says what was booked, with who paid and what for, in every version", () => {
    for (const version of ["02", "04", "08", "10", "13"]) {
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
      expect(sound(camt([paid, pending], version))).toEqual([
        {
          ...{ place: "entry 1", bankReference: "BNK-7", bookedOn: "2026-03-05", amountCents: 108_386 },
          ...{ direction: "inbound", method: "bank_transfer", label: "Loyer mars AP-2026-000001" },
          ...{ counterpartyName: "SARL Café & Élan", counterpartyIban: "FR7612345678901234567890123" },
          ...{ payoutReference: null, reverses: null },
        },
      ]);
    }
  });

  it("names the payouts that a batch executed, one transaction each", () => {
    const detail = (reference: string, amount: string) =>
      `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>
        <RltdPties><Cdtr><Pty><Nm>Alice</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>FR76</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`;
    const batch = (amount: string) => ({
      ...{ amount, side: "DBIT", head: "<AcctSvcrRef>B9</AcctSvcrRef>", code: "ICDT" },
      details: detail("RV-2026-000001", "338.71") + detail("RV-2026-000002", "677.41"),
    });
    const executed = { direction: "outbound", counterpartyName: "Alice", counterpartyIban: "FR76" };
    expect(sound(camt([entry(batch("1016.12"))]))).toMatchObject([
      { ...executed, bankReference: "B9/1", amountCents: 33_871, payoutReference: "RV-2026-000001" },
      { ...executed, bankReference: "B9/2", amountCents: 67_741, payoutReference: "RV-2026-000002" },
    ]);
    // Details that do not come to the entry leave it whole: the bank moved what the entry says.
    expect(sound(camt([entry(batch("1017.00"))]))).toMatchObject([
      { bankReference: "B9", amountCents: 101_700, label: "RV-2026-000001 RV-2026-000002", payoutReference: null },
    ]);
  });

  it("takes returns and reversals for rejections of what they undo, where the file has that", () => {
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
    expect(sound(camt([debited, reversed]))).toMatchObject([
      { method: "direct_debit", counterpartyName: "Café", reverses: null },
      { ...back, bankReference: "B2", reverses: "B1" },
    ]);
    const returned = entry({
      amount: "10",
      side: "DBIT",
      details: details("<RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf>"),
    });
    expect(sound(camt([returned]))).toMatchObject([{ ...back, reverses: null }]);
  });

  it("tells how money moved, as far as the bank's code does", () => {
    const methodOf = (code: string, name = "") =>
      sound(
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

  it("hashes an entry that the bank gave no reference: the same each time, also among others alike", () => {
    const [one, other] = [entry({ amount: "1.00" }), entry({ amount: "2.00" })];
    const [first, second, third] = sound(camt([one, one, other])).map(({ bankReference }) => bankReference);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(sound(camt([other, one])).map(({ bankReference }) => bankReference)).toEqual([third, first]);
    expect(first).toMatch(/^camt-[\da-f]{32}$/);
    expect(sound(camt([one]).replace("FR7630001", "FR7630002"))[0]?.bankReference).not.toBe(first);
  });

  it("is nothing where an entry is wrong, each named", () => {
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
    expect(faultsOf(camt(twice))).toEqual(["entry 2: AcctSvcrRef: taken"]);
    expect(sound(camt([entry({ amount: "0.00" })]))).toEqual([]);
  });

  it("is refused where it is another document, or no XML", () => {
    expect(faultsOf(camt([]).replace("camt.053", "camt.054"))).toEqual(["file: this is no CAMT.053: invalid"]);
    expect(faultsOf("<html></html>")).toEqual(["file: this is no CAMT.053: invalid"]);
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

  it("refuses what only a bomb has, without unfolding it", () => {
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

  it("gives back what was written, whatever it is", () => {
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
        expect(sound(text)).toMatchObject(
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
  details,
}: EntryText): string {
  const domain =
    code && `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${code}</Cd><SubFmlyCd>CDPT</SubFmlyCd></Fmly></Domn></BkTxCd>`;
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
