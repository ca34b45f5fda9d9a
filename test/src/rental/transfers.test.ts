import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Day, Instant } from "@cartulary/kernel";
import { type Cents, cents, decimal, sum } from "@cartulary/ledger";
import type { PayoutWithAccount } from "@cartulary/rental/billing";
import { PAYOUT_STATUSES } from "@cartulary/rental/billing";
import { type CreditTransfers, messageIdOf, pain001, payableIban, sepaText } from "@cartulary/rental/money";
import fc from "fast-check";
import { XmlDocument, XmlError, XsdValidator } from "libxml2-wasm";
import { expect, it } from "vitest";

/** The elements that we write; the published schema too, where the machine has a copy. */
const schemas = [new URL("../../spec/sepa-credit-transfers.xsd", import.meta.url), process.env.PAIN_001_XSD]
  .filter((file) => file !== undefined && file !== "")
  .map((file) => XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file as string | URL))));

/** Throws where the text is not valid. */
function validated(xml: string): XmlDocument {
  const document = XmlDocument.fromString(xml);
  for (const schema of schemas) schema.validate(document);
  return document;
}

const iban: fc.Arbitrary<string> = fc.constantFrom(
  "FR7630006000011234567890189",
  "DE89370400440532013000",
  "MT84MALT011000012345MTLCAST001S",
);
const bic: fc.Arbitrary<string | null> = fc.option(fc.constantFrom("AGRIFRPP", "COBADEFFXXX"));
const name = fc.oneof(
  fc.string({
    unit: fc.oneof(
      fc.constantFrom(..."/ '&<>-éŒßﬁ€日\u0000\ud800"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  }),
  fc.nat(600).map((length) => "Société d'Œuvres / ".repeat(40).slice(0, length)),
);
const amount = fc.oneof(fc.integer({ min: 1, max: 99_999_999_999 }), fc.constantFrom(1, 10, 99_999_999_999));

const DAYS = ["2026-03-05", "2026-03-09", "2026-03-06"] as const;

const orders = fc.record({
  daysCount: fc.integer({ min: 1, max: DAYS.length }),
  debtor: fc.record({ name, iban, bic }),
  transfers: fc.array(fc.record({ number: fc.nat(999_999), amount, creditor: fc.record({ name, iban, bic }) }), {
    minLength: 1,
    maxLength: 6,
  }),
});

const orderOf = ({ debtor, transfers, daysCount }: typeof orders extends fc.Arbitrary<infer Order> ? Order : never) =>
  ({
    messageId: "0123456789abcdef0123456789abcdef",
    createdAt: "2026-03-05T09:30:00.000Z" as Instant,
    debtor,
    transfers: transfers.map(({ number, amount, creditor }, index) => ({
      endToEndId: `RV-2026-${String(number).padStart(6, "0")}`,
      executeOn: DAYS[index % daysCount] as Day,
      amountCents: cents(amount),
      creditor,
    })),
  }) satisfies CreditTransfers;

it("an order to the bank is valid for any names, and has all its data", () => {
  fc.assert(
    fc.property(orders, (written) => {
      const order = orderOf(written);
      const document = validated(pain001(order));
      const namespace = { p: "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" };
      const texts = (path: string) =>
        document.find(path, namespace).map((node) => (node as { content: string }).content);
      // A payment for each day, earliest first; payments of one day keep their order.
      const byDay = order.transfers.toSorted((one, other) =>
        one.executeOn < other.executeOn ? -1 : one.executeOn > other.executeOn ? 1 : 0,
      );
      const days = [...new Set(byDay.map(({ executeOn }) => executeOn))];
      const transfers = byDay;
      const ofDay = (day: Day) => byDay.filter(({ executeOn }) => executeOn === day);
      expect(texts("//p:EndToEndId")).toEqual(transfers.map(({ endToEndId }) => endToEndId));
      expect(texts("//p:InstdAmt")).toEqual(transfers.map(({ amountCents }) => decimal(amountCents)));
      expect(texts("//p:CdtrAcct//p:IBAN")).toEqual(transfers.map(({ creditor }) => creditor.iban));
      expect(texts("//p:CdtrAgt//p:BICFI")).toEqual(transfers.flatMap(({ creditor }) => creditor.bic ?? []));
      expect(texts("//p:DbtrAcct//p:IBAN")).toEqual(days.map(() => order.debtor.iban));
      const { bic } = order.debtor;
      expect(texts("//p:DbtrAgt//p:BICFI")).toEqual(days.flatMap(() => bic ?? []));
      expect(texts("//p:DbtrAgt//p:Othr/p:Id")).toEqual(days.flatMap(() => (bic === null ? ["NOTPROVIDED"] : [])));
      expect(texts("//p:GrpHdr/p:CtrlSum")).toEqual([decimal(totalOf(order))]);
      expect(texts("//p:GrpHdr/p:NbOfTxs")).toEqual([String(transfers.length)]);
      expect(texts("//p:PmtInf/p:ReqdExctnDt/p:Dt")).toEqual(days);
      expect(texts("//p:PmtInf/p:CtrlSum")).toEqual(days.map((day) => decimal(totalOf({ transfers: ofDay(day) }))));
      expect(texts("//p:PmtInf/p:NbOfTxs")).toEqual(days.map((day) => String(ofDay(day).length)));
      expect(texts("//p:PmtInfId")).toEqual(days.map((day) => `0123456789abcdef0123456789-${day.replaceAll("-", "")}`));
      expect(texts("//p:MsgId")).toEqual([order.messageId]);
      document.dispose();
    }),
    { numRuns: 100 },
  );
});

const totalOf = ({ transfers }: Pick<CreditTransfers, "transfers">): Cents =>
  sum(transfers.map(({ amountCents }) => amountCents));

it("a schema that nothing broke would not be one", () => {
  const party = { name: "Alice", iban: "FR7630006000011234567890189", bic: null };
  const executeOn = "2026-03-05" as Day;
  const transfers = [{ endToEndId: "RV-2026-000001", executeOn, amountCents: cents(33_871), creditor: party }];
  const made = pain001({ ...orderOf({ debtor: party, transfers: [], daysCount: 1 }), transfers });
  validated(made).dispose();
  const broken: readonly (readonly [string, string])[] = [
    ["<MsgId>", "<MsgId>/"],
    ["<Nm>Alice</Nm>", `<Nm>${"x".repeat(71)}</Nm>`],
    ["<Nm>Alice</Nm>", "<Nm>Élan</Nm>"],
    ["<Nm>Alice</Nm>", "<Nm></Nm>"],
    ["338.71</InstdAmt>", "338.715</InstdAmt>"],
    ["338.71</InstdAmt>", "0.00</InstdAmt>"],
    ["338.71</InstdAmt>", "1000000000.00</InstdAmt>"],
    ['Ccy="EUR"', 'Ccy="USD"'],
    ["FR7630006000011234567890189", "FR76 3000"],
    ["<PmtMtd>TRF</PmtMtd>", ""],
    ["<ChrgBr>SLEV</ChrgBr>", ""],
    ["<Othr><Id>NOTPROVIDED</Id></Othr>", ""],
  ];
  for (const [text, replacement] of broken) {
    expect(made).toContain(text);
    expect(() => validated(made.replace(text, replacement)), replacement).toThrow(XmlError);
  }
});

it("text for a bank has the characters of the SEPA alone, and as many as fit", () => {
  for (const [text, spelling] of [
    ["SARL Café Élan", "SARL Cafe Elan"],
    ["Œuvres & Cie — « Noël »", "OEuvres + Cie - ' Noel '"],
    ["  /Indivision//Martin/ ", "Indivision/Martin"],
    ["日本", ".."],
    ["a\u0301\u200bb\tc", "abc".replace("bc", "b c")],
    ["", ""],
  ])
    expect(sepaText(text as string, 70)).toBe(spelling);
  // Only the beginning of a text is looked at.
  expect([559, 560].map((count) => sepaText(`${"\u0301".repeat(count)}x`, 70))).toEqual(["x", ""]);
  expect([sepaText("ab/cd", 3), sepaText("ab cd", 3), sepaText("abcd", 3)]).toEqual(["ab", "ab", "abc"]);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 900 }), fc.integer({ min: 1, max: 140 }), (text, max) => {
      const written = sepaText(text, max);
      expect(written).toMatch(/^$|^[A-Za-z0-9\-?:().,'+](?:[A-Za-z0-9/\-?:().,'+ ]*[A-Za-z0-9\-?:().,'+])?$/);
      expect(written.length).toBeLessThanOrEqual(max);
      expect(written).not.toContain("//");
      expect(sepaText(written, max)).toBe(written);
    }),
    { numRuns: 200 },
  );
});

it("the name of a set depends on its mandataire, its payouts in any order, and the time of each order", () => {
  const sha256 = (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex");
  const payout = (id: string, orderedAt = "2026-03-05T00:00:00.000Z") =>
    ({ payout: { id, orderedAt } }) as PayoutWithAccount;
  const nameOf = (mandataire: string, ...payouts: readonly PayoutWithAccount[]) =>
    messageIdOf(mandataire as never, payouts, { sha256 });
  const [one, other] = [payout("1"), payout("2")];
  expect(nameOf("m", one, other)).toBe(nameOf("m", other, one));
  const names = [
    nameOf("m", one, other),
    nameOf("m", one),
    nameOf("m", other),
    nameOf("n", one),
    nameOf("m", payout("1", "2026-04-05T00:00:00.000Z")),
  ];
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
});

it("omits payouts that are not ordered or have no account", () => {
  const payable = (status: string, iban: string | null = "FR76") =>
    ({ payout: { status, refusedTransactionId: null }, iban, bic: null }) as unknown as PayoutWithAccount;
  for (const status of PAYOUT_STATUSES)
    expect([status, payableIban(payable(status))]).toEqual([status, status === "ordered" ? "FR76" : null]);
  expect(payableIban(payable("ordered", null))).toBeNull();
});
