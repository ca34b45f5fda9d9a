import type { Caller } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { compareRanks, parsedQuery, RANKED_WORDS_MAX, ranker } from "../src/index.ts";
import { type Listed, listedSearch } from "./support/listed-index.ts";

const caller = (userId: string) => ({ userId }) as Caller;

const found = async (documents: readonly Listed[], query: string, userId = "reader") => {
  const result = await listedSearch(documents).find(caller(userId), { query, page: 1, perPage: 10 });
  return { ids: result.items.map(({ id }) => String(id)), corrected: result.corrected, total: result.total };
};

const document = (id: string, text: string, more: Partial<Listed> = {}): Listed => ({ id, name: id, text, ...more });

describe("search", () => {
  it("orders by field, then distance, then exact spelling", async () => {
    const documents = [
      document("name", "", { name: "gestion locative" }),
      document("apart", "gestion de toute chose locative"),
      document("stemmed", "gestions locatives"),
      document("exact", "gestion locative"),
      document("described", "", { name: "gestion", description: "locative" }),
    ];
    expect((await found(documents, "gestion locative")).ids).toEqual([
      "name",
      "described",
      "exact",
      "stemmed",
      "apart",
    ]);
  });

  it("finds nothing without a wanted word", async () => {
    expect(await found([document("one", "bail")], "-caution")).toEqual({ ids: [], corrected: null, total: 0 });
  });

  it("corrects a typing error only when nothing is found", async () => {
    const documents = [document("one", "la chaudière"), document("two", "une chaudere")];
    expect(await found(documents, "chaudere")).toEqual({ ids: ["two"], corrected: null, total: 1 });
    expect(await found(documents.slice(0, 1), "la Chaudere")).toEqual({
      ids: ["one"],
      corrected: "la chaudiere",
      total: 1,
    });
    expect(await found(documents.slice(0, 1), '"chaudere"')).toMatchObject({ ids: [], corrected: null });
  });

  it("corrects one error in each of two words", async () => {
    const documents = [document("one", "quittance de Tilleuls")];
    expect(await found(documents, "quitance tileuls")).toMatchObject({ ids: ["one"], corrected: "quittance tilleuls" });
  });

  it("does not correct to a word that the caller cannot read, even if its stem is readable", async () => {
    const secret = document("secret", "chaudières", { reader: "owner" });
    const documents = [secret, document("open", "une chaudière")];
    expect(await found([secret], "chaudiares")).toMatchObject({ ids: [], corrected: null });
    expect(await found(documents, "chaudiares")).toMatchObject({ ids: [], corrected: null });
    expect(await found(documents, "chaudiares", "owner")).toMatchObject({ corrected: "chaudieres" });
  });
});

describe("the rank of a match", () => {
  it("counts the words of the shortest stretch with all clauses", () => {
    const rank = ranker(parsedQuery("bail loyer"));
    const of = (textWords: string) => rank({ name: "x", description: null, textWords });
    expect(of(" loyer a b c bail d loyer ")).toEqual({ tier: 2, distance: 1, stemmed: 0 });
    expect(of(" baux loyers bail ")).toEqual({ tier: 2, distance: 0, stemmed: 1 });
    expect(compareRanks(of(" bail loyer "), of(" bail a loyer "))).toBeLessThan(0);
  });

  it("is the last of its tier where a part of the match lies beyond the compared words", () => {
    const rank = ranker(parsedQuery("bail loyer"));
    const of = (textWords: string) => rank({ name: "x", description: null, textWords });
    const filling = " mot".repeat(RANKED_WORDS_MAX / 4);
    const last = { tier: 2, distance: RANKED_WORDS_MAX, stemmed: 1 };
    expect(of(`${filling} baux loyers `)).toEqual(last);
    expect(of(` bail${filling} loyer `)).toEqual(last);
    expect(compareRanks(of(` bail${" mot".repeat(900)} loyers `), of(` bail${filling} loyer `))).toBeLessThan(0);
  });

  it("knows a short text whole, though its word is only like that of the query", () => {
    for (const [query, name] of [
      ["résilier", "Convention résiliée"],
      ["email contrat", "E-mail contrat"],
    ] as const)
      expect(ranker(parsedQuery(query))({ name, description: null, textWords: "" })).toMatchObject({ distance: 0 });
  });

  it("does not ask a number for its place, which may be written in several words", () => {
    const rank = ranker(parsedQuery("loyer 1850"));
    expect(rank({ name: "x", description: null, textWords: " loyer de 1 850 " }).distance).toBe(0);
  });

  it("matches numbers in a name", () => {
    expect(ranker(parsedQuery("12 mars 2026"))({ name: "Le 12/03/2026", description: null, textWords: "" }).tier).toBe(
      0,
    );
  });
});
