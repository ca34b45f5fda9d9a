import type { Digests, NewId } from "@cartulary/kernel";
import { createLedger, type LedgerPlan } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { rentalPlan } from "../../src/accounting/chart-of-accounts.ts";

describe("The plan of a managing agent", () => {
  it("has the accounts of rental.md 2.6 with their auxiliaries", () => {
    expect(rentalPlan.chart.map(({ code, auxiliaries }) => [code, auxiliaries])).toEqual([
      ["120000", null],
      ["129000", null],
      ["165000", "LOC"],
      ["401000", "FOU"],
      ["411000", "LOC"],
      ["445710", null],
      ["467000", "PRO"],
      ["467100", "PRO"],
      ["467900", "PRO"],
      ["471000", null],
      ["512000", null],
      ["512100", null],
      ["580000", null],
      ["627000", null],
      ["706100", null],
      ["706200", null],
    ]);
  });

  it("letters automatically on 467000 and 467900 only", () => {
    const atZero = rentalPlan.chart.filter(({ lettering }) => lettering === "at_zero");
    expect(atZero.map(({ code }) => code)).toEqual(["467000", "467900"]);
  });

  it("has the five journals of rental.md 2.7 in order, labelled as in fec.md 1.4", () => {
    expect(rentalPlan.journals.map(({ code, prefix, name }) => [code, prefix, name])).toEqual([
      ["LOYERS", "LOY", "Quittancement loyers"],
      ["CHARGES", "CHA", "Quittancement charges"],
      ["BANQUE", "BQ", "Banque mandants"],
      ["PROPRIO", "PRO", "Propriétaires mandants"],
      ["OD", "OD", "Opérations diverses"],
    ]);
  });

  it("is accepted by a ledger", () => {
    const never = () => {
      throw new Error("This must not be called");
    };
    const ledgerOf = (plan: LedgerPlan) =>
      createLedger({
        ...plan,
        transact: { read: never, single: never, write: never, claim: never },
        clock: { now: never },
        newId: never as NewId,
        digests: {
          sha256: never,
          startSha256: never,
          startMd5: never,
          crc32: never,
          timingSafeEqual: never,
        } satisfies Digests,
      });
    expect(() => ledgerOf(rentalPlan)).not.toThrow();
    expect(() => ledgerOf({ ...rentalPlan, generalJournal: "AN" })).toThrow("There is no journal AN");
  });
});
