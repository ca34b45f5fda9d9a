import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { SecurityDeposit } from "../../src/billing/deposits/security-deposit.ts";
import type { OwnerPayout } from "../../src/billing/payouts/owner-payout.ts";
import { createSecurityDeposits } from "../../src/money/deposits/security-deposits.ts";
import type { Lease } from "../../src/property/leases/lease.ts";
import {
  fieldRefusal,
  LEASE,
  leaseOf,
  letterIn,
  owner,
  ownership,
  party,
  refusal,
  tenant,
  typesetLetter,
} from "./agency/examples.ts";
import { openAgency } from "./agency/open.ts";
import { AGENCY, caller, digests, NOW, type Records, uuid } from "./agency/records.ts";

const ID = uuid(9) as SecurityDeposit["id"];

const depositOf = (more: Partial<SecurityDeposit> = {}): SecurityDeposit =>
  ({
    ...{ mandataireId: AGENCY, id: ID, leaseId: LEASE, leaseReference: "B-1", tenantId: "tess", tenantName: "Tess" },
    ...{ amountCents: cents(90_000), receivedCents: cents(90_000), heldBy: "agency", status: "held" },
    ...{ billingRunId: null, rentCallId: null, lineId: null, inConformity: null, keysReturnedOn: null },
    ...{ returnedOn: null, returnedAt: null, arrearsCents: cents(0), deductions: [] },
    ...{ createdAt: "2026-01-05T08:00:00.000Z", updatedAt: "2026-01-05T08:00:00.000Z", ...more },
  }) as unknown as SecurityDeposit;

/** The deposits of a lease that ended on 31 March, on 10 April. */
async function depositsIn(given: Partial<Records> = {}, lease: Partial<Lease> = {}) {
  const parties = [
    party("Theo", { validTo: "2026-02-01" as Day }),
    party("Tess"),
    party("Zoe", { validFrom: "2026-02-01" as Day }),
  ];
  const book = await openAgency({
    ...{ owners: [owner("Anne", "PRO0001"), owner("Bruno", "PRO0002")], deposits: [depositOf()] },
    tenants: [
      tenant("tess", "LOC0001", { bankAccountId: "account" as never, billingAddress: "3 rue Neuve\n75001 Paris" }),
    ],
    leases: [leaseOf({ endDate: "2026-03-31" as Day, ...lease }, parties)],
    ownerships: [
      ownership("Anne", [1, 1], { validTo: "2026-03-31" as Day }),
      ownership("Bruno", [1, 1], { validFrom: "2026-04-01" as Day }),
    ],
    ...given,
  });
  return { ...book, deposits: createSecurityDeposits({ ...book, digests, typesetLetter })(AGENCY) };
}

const INPUT = { returnedOn: "2026-04-05" as Day, inConformity: true };

describe("the deposits of an agency", () => {
  const query = { page: 1, perPage: 10, sort: "createdAt", direction: "asc", conditions: [] } as const;

  it("are seen with the day on which each must go back", async () => {
    const other = depositOf({ id: uuid(10), leaseId: "unknown" as never });
    const { deposits } = await depositsIn({ deposits: [depositOf(), other] });
    const seen = {
      ...{ id: ID, leaseId: LEASE, leaseReference: "B-1", tenantId: "tess", tenantName: "Tess", amountCents: 90_000 },
      ...{
        receivedCents: 90_000,
        heldBy: "agency",
        status: "held",
        returnedOn: null,
        returnedAt: null,
        deductions: [],
      },
      ...{ createdAt: "2026-01-05T08:00:00.000Z", updatedAt: "2026-01-05T08:00:00.000Z" },
    };
    const held = { ...seen, returnDueOn: "2026-05-31", lateMonths: 0, lateAmountCents: 0 };
    expect(await deposits.list(caller, query)).toEqual({
      ...{ total: 2, page: 1, perPage: 10 },
      items: [held, { ...held, id: uuid(10), leaseId: "unknown", returnDueOn: null }],
    });
    expect(await deposits.get(caller, ID)).toEqual(held);
    await expect(deposits.get(caller, uuid(8))).rejects.toThrow(refusal("not_found"));
    const none = await depositsIn({ deposits: [] });
    expect((await none.deposits.list(caller, query)).items).toEqual([]);
  });

  it("are returned, without deductions and days of keys where the request has none", async () => {
    const { deposits, records } = await depositsIn();
    const returned = await deposits.return(caller, ID, INPUT);
    expect(returned).toMatchObject({
      ...{ status: "returned", returnedOn: "2026-04-05", returnedAt: NOW, deductions: [], returnDueOn: "2026-04-30" },
    });
    expect(records.deposits).toMatchObject([{ keysReturnedOn: null, inConformity: true, arrearsCents: 0 }]);
    expect(records.payouts.map(({ amountCents }) => amountCents)).toEqual([90_000]);
    await expect(deposits.return(caller, ID, INPUT)).rejects.toThrow(refusal("invalid_transition"));
  });

  it("are returned with the deductions and the day of the keys that the request has", async () => {
    const { deposits, records } = await depositsIn();
    const deductions = [{ label: "Peinture", amountCents: cents(10_000) }];
    const more = { deductions, keysReturnedOn: "2026-04-02" as Day, inConformity: false };
    const returned = await deposits.return(caller, ID, { ...INPUT, ...more });
    expect(returned).toMatchObject({ status: "partially_returned", deductions, returnDueOn: "2026-06-02" });
    expect(records.deposits).toMatchObject([{ keysReturnedOn: "2026-04-02", inConformity: false }]);
    expect(records.payouts.map(({ amountCents }) => amountCents)).toEqual([80_000]);
  });

  it("are not returned by a request with errors, and not if unknown", async () => {
    const { deposits, records } = await depositsIn();
    await expect(deposits.return(caller, ID, {})).rejects.toThrow(
      fieldRefusal(["returnedOn", "blank"], ["inConformity", "blank"]),
    );
    await expect(deposits.return(caller, uuid(8), INPUT)).rejects.toThrow(refusal("not_found"));
    expect(records.deposits).toEqual([depositOf()]);
  });
});

describe("the letter of a deposit", () => {
  const letterOf = async (...given: Parameters<typeof depositsIn>) => {
    const { deposits } = await depositsIn(...given);
    return letterIn(await deposits.document(caller, ID)).values;
  };

  it("names the tenants of the first day of the lease, that of the deposit first, at the tenant's address", async () => {
    expect(await letterOf()).toMatchObject({
      ...{ title: "Dépôt de garantie", agency_name: "Agence", addressee_name: "Tess", rest: "", returned: "" },
      ...{ addressee_lines: ["Theo", "3 rue Neuve", "75001 Paris"], premises: ["A1, Lilas"], due: "31 mai 2026" },
      lines: [
        { label: "Dépôt de garantie prévu au bail", amount: "900,00 €" },
        { label: "Dépôt de garantie reçu", amount: "900,00 €" },
      ],
    });
    expect(await letterOf({ deposits: [depositOf({ tenantId: null, tenantName: null })] })).toMatchObject({
      ...{ addressee_name: "Locataire inconnu", addressee_lines: ["Theo", "Tess"] },
    });
    expect(await letterOf({ tenants: [tenant("tess", "LOC0001")] })).toMatchObject({ addressee_lines: ["Theo"] });
    expect(await letterOf({ tenants: [] })).toMatchObject({ addressee_lines: ["Theo"] });
  });

  it("is written for the owners of the last day of the lease, or of today", async () => {
    const behalf = async (lease: Partial<Lease>) => JSON.stringify((await letterOf({}, lease)).on_behalf);
    expect(await behalf({})).toMatch(/Anne/);
    expect(await behalf({ endDate: null })).toMatch(/Bruno/);
    expect(await behalf({ endDate: null })).not.toMatch(/Anne/);
  });

  it("says after the return what went back: the payouts of this deposit", async () => {
    const payout = (number: number, securityDepositId: string | null, amount: number): OwnerPayout =>
      ({ id: uuid(number), securityDepositId, amountCents: cents(amount) }) as unknown as OwnerPayout;
    const returned = depositOf({
      ...{
        returnedOn: "2026-04-05" as Day,
        returnedAt: NOW,
        status: "partially_returned",
        arrearsCents: cents(20_000),
      },
      deductions: [{ label: "Peinture", amountCents: cents(5000) }],
    });
    const payouts = [payout(21, null, 1), payout(22, "another", 2), payout(23, ID, 66_000)];
    expect(await letterOf({ deposits: [returned], payouts })).toMatchObject({
      ...{ title: "Restitution du dépôt de garantie", rest: "660,00 €", returned: "5 avril 2026" },
      lines: [
        ...[{ label: "Dépôt de garantie prévu au bail" }, { label: "Dépôt de garantie reçu" }],
        { label: "Loyers et charges impayés", amount: "−200,00 €" },
        { label: "Peinture", amount: "−50,00 €" },
        { label: "Autres sommes en votre faveur", amount: "10,00 €" },
      ],
    });
    expect(await letterOf({ deposits: [returned], payouts: payouts.slice(0, 2) })).toMatchObject({ rest: "0,00 €" });
  });

  it("is of a deposit that exists", async () => {
    const { deposits } = await depositsIn();
    await expect(deposits.document(caller, uuid(8))).rejects.toThrow(refusal("not_found"));
  });
});
