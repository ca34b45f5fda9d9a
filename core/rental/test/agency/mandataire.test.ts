import { type Instant, inputErrors, newRecord, type PatchOf, patchOf } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNSTATED_IDENTITY } from "../../src/agency/agency-identity.ts";
import {
  isSiren,
  type Mandataire,
  type MandataireId,
  mandataireRecord,
  societyOf,
} from "../../src/agency/mandataire.ts";

const NOW = "2026-03-01T09:00:00.000Z" as Instant;
const ID = "01900000-0000-7000-8000-000000000001" as MandataireId;
const made = (input = {}): Mandataire => ({
  ...newRecord(mandataireRecord, { name: "Agence", ...input }),
  ...{ id: ID, createdAt: NOW, updatedAt: NOW },
});
const changedMandataire = (before: Mandataire, change: PatchOf<typeof mandataireRecord>, now: Instant): Mandataire => ({
  ...before,
  ...patchOf(mandataireRecord, change),
  updatedAt: now,
});
const wrongWith = (input: PatchOf<typeof mandataireRecord>) =>
  inputErrors(mandataireRecord, input).map(({ field, code }) => `${field} ${code}`);

describe("A SIREN", () => {
  it("has nine digits and a valid check digit", () => {
    for (const siren of ["552100554", "732829320", "000000000", "123456782"]) expect(isSiren(siren)).toBe(true);
    for (const text of ["", "55210055", "5521005540", "552 100 554", "55210055A", "٥٥٢١٠٠٥٥٤", " 552100554"])
      expect(isSiren(text)).toBe(false);
  });

  const digits = fc.array(fc.nat({ max: 9 }), { minLength: 8, maxLength: 8 }).map((all) => all.join(""));

  it("has exactly one valid check digit for any eight digits", () => {
    fc.assert(
      fc.property(digits, (eight) => {
        expect([..."0123456789"].filter((last) => isSiren(eight + last))).toHaveLength(1);
      }),
    );
  });

  it("is invalid if any single digit changes", () => {
    fc.assert(
      fc.property(digits, fc.nat({ max: 8 }), fc.integer({ min: 1, max: 9 }), (eight, at, by) => {
        const siren = [..."0123456789"].map((last) => eight + last).find(isSiren) ?? "";
        const changed = [...siren].map((digit, index) => (index === at ? (Number(digit) + by) % 10 : digit)).join("");
        expect(isSiren(changed)).toBe(false);
      }),
    );
  });
});

describe("A mandataire", () => {
  it("has the defaults of a managing agent", () => {
    expect(made()).toEqual({
      id: ID,
      name: "Agence",
      accountingCode: null,
      siren: null,
      billingCalendar: "civil",
      billingCycleMonth: 1,
      accountingMode: "cash",
      iban: null,
      bic: null,
      address: null,
      ...UNSTATED_IDENTITY,
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  it("keeps fields that a change leaves out, and clears those set to null", () => {
    const full = made({ accountingCode: " S1 ", siren: "552100554", billingCycleMonth: 7, accountingMode: "accrual" });
    const later = "2026-04-01T00:00:00.000Z" as Instant;
    expect(changedMandataire(full, {}, later)).toEqual({ ...full, accountingCode: "S1", updatedAt: later });
    const iban = "fr76 3000 6000 0112 3456 7890 189";
    expect(changedMandataire(full, { iban, bic: "agrifrpp" }, later)).toMatchObject({
      ...{ iban: "FR7630006000011234567890189", bic: "AGRIFRPP", address: null },
    });
    expect(changedMandataire(full, { siren: null, accountingCode: null }, later)).toMatchObject({
      name: "Agence",
      siren: null,
      accountingCode: null,
      billingCycleMonth: 7,
    });
  });

  it("is refused with an error per invalid field", () => {
    expect(wrongWith({ name: "" })).toEqual(["name blank"]);
    expect(wrongWith({ name: "\u200b\u00a0" })).toEqual(["name blank"]);
    expect(wrongWith({ name: "x".repeat(256), accountingCode: "x".repeat(65) })).toEqual([
      "name too_long",
      "accountingCode too_long",
    ]);
    expect(wrongWith({ name: "a\u0000b", accountingCode: "a\tb" })).toEqual(["name invalid", "accountingCode invalid"]);
    expect(wrongWith({ siren: "552100555" })).toEqual(["siren invalid"]);
    expect(wrongWith({ siren: "" })).toEqual(["siren invalid"]);
    expect(wrongWith({ iban: "FR7630006000011234567890188", bic: "AGRI", address: "x".repeat(10_001) })).toEqual([
      "iban invalid",
      "bic invalid",
      "address too_long",
    ]);
    expect(wrongWith({ iban: "fr76 3000 6000 0112 3456 7890 189", bic: "agrifrpp", address: "1\n2" })).toEqual([]);
    expect([0, 13, 1.5, Number.NaN].map((billingCycleMonth) => wrongWith({ billingCycleMonth })[0])).toEqual([
      "billingCycleMonth greater_than_or_equal_to",
      "billingCycleMonth less_than_or_equal_to",
      "billingCycleMonth invalid",
      "billingCycleMonth invalid",
    ]);
    expect(wrongWith({ name: "x".repeat(255), accountingCode: null, siren: null, billingCycleMonth: 12 })).toEqual([]);
  });

  it("keeps books for a single society", () => {
    expect([null, "", "S2"].map((accountingCode) => societyOf({ accountingCode }))).toEqual(["1", "1", "S2"]);
  });
});
