import type { Day, Instant } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { OwnerPayout } from "../../src/billing/payouts/owner-payout.ts";
import type { BillingRun } from "../../src/billing/runs/run.ts";
import { type CreditTransfers, messageIdOf } from "../../src/money/payout-exports/credit-transfer.ts";
import { pain001 } from "../../src/money/payout-exports/pain-001.ts";
import type { PayoutExportListener } from "../../src/money/payout-exports/payout-export-listener.ts";
import { createPayoutExports } from "../../src/money/payout-exports/payout-exports.ts";
import { sepaText } from "../../src/money/payout-exports/sepa-text.ts";
import type { MoneyStores } from "../../src/money/ports.ts";
import { fieldRefusal, refusal } from "./agency/examples.ts";
import { openAgency } from "./agency/open.ts";
import { AGENCY, caller, digests, NOW, type Records, uuid } from "./agency/records.ts";

describe("a text for a bank", () => {
  it("has letters without marks, and signs that every bank knows", () => {
    for (const [text, expected] of [
      ...([
        ["Éléonore Çœur", "Eleonore Coeur"],
        ["Straße & Söhne", "Strasse + Sohne"],
        ["a_b@c", "a-b(at)c"],
      ] as const),
      ...([
        ["“A”; b!", "'A', b."],
        ["日本", ".."],
        ["a\tb\u00a0c", "a b c"],
        ["a\u200bb\u0301", "ab"],
      ] as const),
      ...([
        ["\u{1d400}", "A"],
        ["\u{1f600}", "."],
        ["ﬁ", "fi"],
        ["½", "1.2"],
        ["n° 3", "no 3"],
        ["№", "No"],
        ["x…", "x..."],
      ] as const),
      ...([
        ["a  b   c", "a b c"],
        ["a//b", "a/b"],
        ["/ a /", "a"],
        [" / ", ""],
        ["", ""],
      ] as const),
    ])
      expect([text, sepaText(text, 70)]).toEqual([text, expected]);
  });

  it("is cut, and does not end with what may not be there", () => {
    expect(sepaText("abcdef", 3)).toBe("abc");
    expect(sepaText("abc/def", 4)).toBe("abc");
    expect(sepaText("abc def", 4)).toBe("abc");
    expect(sepaText("  abcdef", 3)).toBe("abc");
    expect(sepaText("a".repeat(600), 1000)).toHaveLength(560);
  });
});

describe("the file of transfers", () => {
  const transfer = (number: number, executeOn: string, bic: string | null = null) => ({
    ...{ endToEndId: `RV-${number}`, executeOn: executeOn as Day, amountCents: cents(1000 + number) },
    creditor: { name: `Name ${number}`, iban: `FR${number}`, bic },
  });
  const file = (more: Partial<CreditTransfers> = {}) =>
    pain001({
      ...{ messageId: "0123456789abcdef0123456789abcdef", createdAt: NOW },
      debtor: { name: "Agence", iban: "FR0", bic: null },
      transfers: [transfer(1, "2026-04-13")],
      ...more,
    });
  const payment = (executeOn: string, number: number, debtorsBank: string, creditorsBank: string) =>
    [
      `<PmtInf><PmtInfId>0123456789abcdef0123456789-${executeOn.replaceAll("-", "")}</PmtInfId><PmtMtd>TRF</PmtMtd>`,
      `<BtchBookg>false</BtchBookg><NbOfTxs>1</NbOfTxs><CtrlSum>10.0${number}</CtrlSum>`,
      `<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>${executeOn}</Dt></ReqdExctnDt>`,
      "<Dbtr><Nm>Agence</Nm></Dbtr><DbtrAcct><Id><IBAN>FR0</IBAN></Id></DbtrAcct>",
      `<DbtrAgt><FinInstnId>${debtorsBank}</FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>`,
      `<CdtTrfTxInf><PmtId><EndToEndId>RV-${number}</EndToEndId></PmtId>`,
      `<Amt><InstdAmt Ccy="EUR">10.0${number}</InstdAmt></Amt>${creditorsBank}`,
      `<Cdtr><Nm>Name ${number}</Nm></Cdtr><CdtrAcct><Id><IBAN>FR${number}</IBAN></Id></CdtrAcct>`,
      `<RmtInf><Ustrd>Reversement RV-${number}</Ustrd></RmtInf></CdtTrfTxInf></PmtInf>`,
    ].join("");
  const UNKNOWN_BANK = "<Othr><Id>NOTPROVIDED</Id></Othr>";

  it("has a payment for each day, the earliest first", () => {
    const days = ["2026-04-14", "2026-04-13", "2026-04-15"];
    const transfers = days.map((executeOn, index) => transfer(index + 1, executeOn));
    const whole = [
      `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">`,
      `<CstmrCdtTrfInitn><GrpHdr><MsgId>0123456789abcdef0123456789abcdef</MsgId><CreDtTm>${NOW}</CreDtTm>`,
      "<NbOfTxs>3</NbOfTxs><CtrlSum>30.06</CtrlSum><InitgPty><Nm>Agence</Nm></InitgPty></GrpHdr>",
      ...(
        [
          ["2026-04-13", 2],
          ["2026-04-14", 1],
          ["2026-04-15", 3],
        ] as const
      ).map(([day, number]) => payment(day, number, UNKNOWN_BANK, "")),
      "</CstmrCdtTrfInitn></Document>\n",
    ];
    expect(file({ transfers })).toBe(whole.join(""));
  });

  it("has banks and names as far as they are known", () => {
    const known = file({
      debtor: { name: "Agence", iban: "FR0", bic: "AGRIFRPP" },
      transfers: [transfer(1, "2026-04-13", "BNPAFRPP")],
    });
    const creditorsBank = "<CdtrAgt><FinInstnId><BICFI>BNPAFRPP</BICFI></FinInstnId></CdtrAgt>";
    expect(known).toContain(payment("2026-04-13", 1, "<BICFI>AGRIFRPP</BICFI>", creditorsBank));
    const nameless = file({
      transfers: [{ ...transfer(1, "2026-04-13"), creditor: { name: " ", iban: "FR1", bic: null } }],
    });
    expect(nameless).toContain("<Cdtr><Nm>NOTPROVIDED</Nm></Cdtr>");
  });

  it("has an id that is the same for the same orders, in any order, and no other", () => {
    const order = (id: string, orderedAt = "2026-04-01T00:00:00.000Z") => ({
      payout: { id: id as OwnerPayout["id"], orderedAt: orderedAt as Instant },
    });
    const id = (...orders: readonly ReturnType<typeof order>[]) => messageIdOf(AGENCY, orders, digests);
    expect(id(order("a"), order("b"))).toMatch(/^[0-9a-f]{32}$/);
    expect(id(order("b"), order("a"))).toBe(id(order("a"), order("b")));
    expect(id(order("a", "2026-04-02T00:00:00.000Z"))).not.toBe(id(order("a")));
    expect(messageIdOf("other" as typeof AGENCY, [order("a")], digests)).not.toBe(id(order("a")));
  });
});

describe("the bank files of an agency", () => {
  const FROM = { iban: "FR0", bic: null, name: "Agence" } as Partial<Records["mandataire"]>;
  const payout = (number: number, more: Partial<OwnerPayout> = {}): OwnerPayout =>
    ({
      ...{ id: uuid(number), reference: `RV-2026-00000${number}`, kind: "owner", ownerName: `Owner ${number}` },
      ...{
        amountCents: cents(1000 + number),
        status: "ordered",
        billingRunId: "run",
        exportId: null,
        transmittedAt: null,
      },
      ...{ orderedAt: "2026-04-01T00:00:00.000Z", refusedTransactionId: null, updatedAt: "before", ...more },
    }) as unknown as OwnerPayout;
  const run = (cancellable: boolean) =>
    ({ id: "run", status: "applied", cancellable, updatedAt: "before" }) as unknown as BillingRun;
  const dueFrom = (number: number, distributionDay: number) =>
    ({
      ...{ payoutId: uuid(number), periodEnd: "2026-03-31", distributionDay, distributionMarginDays: null },
      lastReceiptOn: null,
    }) as unknown as Records["distributions"][number];
  const ibans = Object.fromEntries([1, 2, 3, 4].map((number) => [uuid(number) as string, `FR${number}`]));

  async function filesIn(given: Partial<Records> = {}) {
    const book = await openAgency({
      ...{ mandataire: FROM as Records["mandataire"], payouts: [payout(1), payout(2)], runs: [run(true)], ibans },
      ...given,
    });
    const events: string[] = [];
    const listener: PayoutExportListener<MoneyStores> = {
      created: async (_stores, { userId }, { messageId }) => void events.push(`${userId} created ${messageId}`),
      removed: async (_stores, { userId }, { messageId }) => void events.push(`${userId} removed ${messageId}`),
    };
    const files = createPayoutExports({ ...book, digests, listeners: [{}, listener] })(AGENCY);
    const create = (...numbers: readonly number[]) =>
      files.create(caller, {
        format: "pain.001",
        ...(numbers.length > 0 && { ids: numbers.map((each) => uuid(each)) }),
      });
    return { ...book, files, create, events };
  }

  const statuses = (book: Awaited<ReturnType<typeof filesIn>>) => book.records.payouts.map(({ status }) => status);

  it("order all payouts that are ordered, due and payable, on the next day on which banks are open", async () => {
    const book = await filesIn({
      payouts: [
        ...[payout(2), payout(1), payout(3, { status: "executed" }), payout(4, { refusedTransactionId: "t" as never })],
        ...[payout(5), payout(6)],
      ],
      ibans: { ...ibans, [uuid(6)]: "FR6" },
      distributions: [dueFrom(1, 10), dueFrom(6, 11)],
    });
    const made = await book.create();
    const messageId = messageIdOf(AGENCY, [{ payout: payout(1) }, { payout: payout(2) }], digests);
    expect(made).toEqual({
      ...{ mandataireId: AGENCY, id: made.id, format: "pain.001", messageId, payoutsCount: 2, totalAmount: 2003 },
      ...{ createdAt: NOW, updatedAt: NOW, payouts: [{ payoutId: uuid(2) }, { payoutId: uuid(1) }] },
    });
    const text = pain001({
      ...{ messageId, createdAt: NOW, debtor: { name: "Agence", iban: "FR0", bic: null } },
      transfers: [1, 2].map((number) => ({
        ...{ endToEndId: `RV-2026-00000${number}`, executeOn: "2026-04-10" as Day, amountCents: cents(1000 + number) },
        creditor: { name: `Owner ${number}`, iban: `FR${number}`, bic: null },
      })),
    });
    expect(await book.files.download(caller, made.id)).toEqual({
      ...{ fileName: `pain.001-${messageId}.xml`, text, sha256: digests.sha256(text) },
    });
    const sent = { status: "transmitted" as const, exportId: made.id, transmittedAt: NOW, updatedAt: NOW };
    expect(book.records.payouts).toEqual([
      ...[payout(2, sent), payout(1, sent), payout(3, { status: "executed" })],
      ...[payout(4, { refusedTransactionId: "t" as never }), payout(5), payout(6)],
    ]);
    expect(book.records.runs).toEqual([{ ...run(false), updatedAt: NOW }]);
    expect(book.events).toEqual([`agent created ${messageId}`]);
  });

  it("order the named payouts alone, if each can be paid and is due", async () => {
    const named = await filesIn();
    expect((await named.create(2)).totalAmount).toBe(1002);
    expect(statuses(named)).toEqual(["ordered", "transmitted"]);
    const book = await filesIn({
      payouts: [payout(1), payout(2, { status: "executed" }), payout(3), payout(5)],
      distributions: [dueFrom(3, 11)],
    });
    await expect(book.create(1, 2, 3, 9, 5)).rejects.toThrow(
      fieldRefusal(["ids[1]", "invalid"], ["ids[2]", "invalid"], ["ids[3]", "invalid"], ["ids[4]", "invalid"]),
    );
    const many = Array.from({ length: 1001 }, (_, index) => index + 1);
    await expect(book.create(...many)).rejects.toThrow(fieldRefusal(["ids", "too_long"]));
    expect(statuses(book)).toEqual(["ordered", "executed", "ordered", "ordered"]);
  });

  it("have at most a thousand payouts, those without an account aside", async () => {
    const payouts = Array.from({ length: 1002 }, (_, index) => payout(index + 1));
    const all = Object.fromEntries(payouts.slice(1).map(({ id }) => [id as string, "FR1"]));
    const book = await filesIn({ payouts, ibans: all });
    expect((await book.create()).payoutsCount).toBe(1000);
    expect((await book.create()).payoutsCount).toBe(1);
  });

  it("are refused without payouts, or without an account of the agency", async () => {
    await expect((await filesIn({ payouts: [] })).create()).rejects.toThrow(refusal("nothing_to_pay"));
    const early = await filesIn({ distributions: [dueFrom(1, 30), dueFrom(2, 30)] });
    await expect(early.create()).rejects.toThrow(refusal("nothing_to_pay"));
    const book = await filesIn({ mandataire: { ...FROM, iban: null } as Records["mandataire"] });
    await expect(book.create()).rejects.toThrow(refusal("missing_iban"));
    expect([statuses(book), book.events]).toEqual([["ordered", "ordered"], []]);
  });

  it("are created once under an Idempotency-Key, while they exist", async () => {
    const { files, records } = await filesIn();
    const cipher = { encrypt: async (text: string) => text, decrypt: async (text: string) => text };
    const idempotency = { scope: "s", key: "k", fingerprint: "f", receivedAt: NOW, onReplay: () => {}, cipher };
    const create = () => files.create({ ...caller, idempotency }, { format: "pain.001" });
    const first = await create();
    expect([await create(), records.exports.length]).toEqual([first, 1]);
    await files.remove(caller, first.id);
    await expect(create()).rejects.toThrow(refusal("not_found"));
  });

  it("are listed, and found by id", async () => {
    const { files, create } = await filesIn();
    const made = await create();
    const query = { page: 1, perPage: 10, sort: "createdAt", direction: "asc", conditions: [] } as const;
    expect((await files.list(caller, query)).items.map(({ id }) => id)).toEqual([made.id]);
    expect(await files.get(caller, made.id)).toEqual(made);
    for (const ask of [files.get(caller, uuid(99)), files.download(caller, uuid(99)), files.remove(caller, uuid(99))])
      await expect(ask).rejects.toThrow(refusal("not_found"));
  });

  it("are withdrawn while the bank has moved nothing: their payouts are ordered again", async () => {
    const book = await filesIn();
    const { id, messageId } = await book.create();
    await book.files.remove(caller, id);
    expect(book.records.payouts).toEqual([payout(1, { updatedAt: NOW }), payout(2, { updatedAt: NOW })]);
    expect(book.records.runs).toEqual([{ ...run(true), updatedAt: NOW }]);
    expect([book.records.exports, book.records.removed]).toEqual([[], [id]]);
    expect(book.events).toEqual([`agent created ${messageId}`, `agent removed ${messageId}`]);
  });

  it("are not withdrawn once the bank has paid one of their payouts", async () => {
    const book = await filesIn();
    const { id } = await book.create();
    const [first] = book.records.payouts;
    await book.stores.ownerPayouts.update([{ ...(first as OwnerPayout), status: "executed" }]);
    await expect(book.files.remove(caller, id)).rejects.toThrow(refusal("has_dependents"));
    expect([statuses(book), book.records.exports.length]).toEqual([["executed", "transmitted"], 1]);
  });
});
