import { pdfOf } from "@cartulary/ports/uploads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import {
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  publicAccessOf,
  workspaceAt,
} from "../../support/record-factories.ts";
import type { DocumentBody, FoundDocumentBody } from "../../support/records.ts";
import { expectMalformed, expectStatus } from "../../support/refusals.ts";
import { type FilePart, uploadForm } from "../../support/send-request.ts";

const MEBIBYTE = 1_048_576;

describe.each(databases)("documents are found on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open(), { maxDirectUploadBytes: 2 * MEBIBYTE });
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const ask = (query: string | Readonly<Record<string, string>>, by = admin) =>
    by.ask<readonly FoundDocumentBody[]>("GET", `${DOCUMENTS}/search`, { query });
  const search = async (query: string, by = admin) => {
    await house.work();
    return expectStatus(await ask({ query }, by), 200);
  };
  const names = async (query: string, by = admin) => (await search(query, by)).map(({ name }) => name);
  const highlights = async (query: string) => (await search(query)).map((found) => found.highlights);

  it("by words of their names, descriptions and texts, in this order, then the latest first", async () => {
    await makers.upload({ name: "in the text" }, "le préavis du locataire");
    await makers.upload({ name: "described", description: "un Préavis" });
    await makers.upload({ name: "Préavis d’Éloïse" });
    await makers.upload({ name: "later in the text" }, { bytes: "a;PREAVIS\n", name: "a.csv", type: "text/csv" });
    expect(await names("PRÉAVIS")).toEqual(["Préavis d’Éloïse", "described", "later in the text", "in the text"]);
    expect(await names("preavis du locataire")).toEqual(["in the text"]);
    expect(await names("preavis eloise")).toEqual(["Préavis d’Éloïse"]);
    expect(await names("prea")).toEqual([]);
    const [first] = await search("eloise");
    expect(first).toMatchObject({ name: "Préavis d’Éloïse", created_by: { id: admin.id }, versions_count: 0 });
  });

  it.each<[what: string, file: Partial<FilePart> & Pick<FilePart, "bytes">, query: string, highlight: string | null]>([
    ["plain text", { bytes: "Le cœur bat" }, "coeur", "Le cœur bat"],
    [
      "Markdown",
      { bytes: "# Titre\n\n- **Pivoine**", name: "a.md", type: "text/markdown" },
      "pivoine",
      "# Titre - **Pivoine**",
    ],
    ["Markdown of no known type", { bytes: "Azalée", name: "a.md", type: "" }, "azalee", "Azalée"],
    [
      "CSV in Latin-1",
      { bytes: Buffer.from("nom;Glaïeul", "latin1"), name: "a.csv", type: "text/csv" },
      "glaieul",
      "nom;Glaïeul",
    ],
    [
      "HTML",
      { bytes: "<style>tulipe</style><p>Je&#97;nne &amp; <b>T</b>ulipier", name: "a.html", type: "text/html" },
      "tulipier",
      "Jeanne & Tulipier",
    ],
    [
      "HTML, which is text only",
      { bytes: "<style>orchis</style>x", name: "a.html", type: "text/html" },
      "orchis",
      null,
    ],
    [
      "what is text, whatever it is called",
      { bytes: "hortensia", name: "a.bin", type: "image/png" },
      "hortensia",
      "hortensia",
    ],
    ["what is no text", { bytes: "lavande\0\x01", name: "a.txt", type: "text/plain" }, "lavande", null],
  ])("of %s", async (_what, file, query, highlight) => {
    await makers.upload({ name: "of a kind" }, { name: "a.txt", type: "text/plain", ...file });
    expect(await highlights(query)).toEqual(highlight === null ? [] : [[highlight]]);
  });

  it("by the first mebibyte of a text, and by nothing after that", async () => {
    const last = " capucine";
    await makers.upload({ name: "long" }, `${"-".repeat(MEBIBYTE - last.length)}${last} campanule`);
    expect(await names("capucine")).toEqual(["long"]);
    expect(await names("campanule")).toEqual([]);
  });

  it("of a PDF by its text; an unreadable one by its name", async () => {
    const pdf = (bytes: Uint8Array, name: string) =>
      makers.upload({ name }, { bytes, name: "a.pdf", type: "application/pdf" });
    await pdf(pdfOf(["Quittance de mars"]), "one");
    await pdf(Buffer.from("%PDF-1.7 broken"), "Magnolia");
    expect(await highlights("mars")).toEqual([["Quittance de mars"]]);
    expect(await names("magnolia")).toEqual(["Magnolia"]);
  });

  it("by their current text, and no longer by their earlier one", async () => {
    const { id } = await makers.upload({ name: "Sapin" }, "premier");
    expect(await names("premier")).toEqual(["Sapin"]);
    await makers.version(id, "deuxième");
    expect([await names("premier"), await names("deuxieme")]).toEqual([[], ["Sapin"]]);
    expectStatus(
      await admin.ask<unknown>("PATCH", documentAt(id), { json: { name: "Mélèze", description: "un arbre" } }),
      200,
    );
    expect([await names("sapin"), await names("meleze arbre deuxieme")]).toEqual([[], ["Mélèze"]]);
    expectStatus(await admin.ask<unknown>("PATCH", documentAt(id), uploadForm("troisième")), 200);
    expect([await names("deuxieme"), await names("troisieme")]).toEqual([[], ["Mélèze"]]);
    expectStatus(await admin.ask<unknown>("DELETE", documentAt(id)), 204);
    expect(expectStatus(await ask({ query: "meleze" }), 200)).toEqual([]);
  });

  it("at once if their text is small, and with the status in the reply", async () => {
    const created = await makers.upload({ name: "Bref" }, "Un pêcher en fleur");
    expect(created.text_status).toBe("read");
    const found = async (query: string) => expectStatus(await ask({ query }), 200).map(({ id }) => id);
    expect(await found("pechers")).toEqual([created.id]);
    const version = await makers.version(created.id, "<html><p>Un pommier</p></html>");
    expect(version.text_status).toBe("read");
    expect([await found("pecher"), await found("pommier")]).toEqual([[], [created.id]]);
    expectStatus(await admin.ask<unknown>("PATCH", documentAt(created.id), uploadForm("Un cerisier")), 200);
    expect([await found("pommier"), await found("cerisyer")]).toEqual([[], [created.id]]);
    const [empty, large] = [await makers.upload({}, ""), await makers.upload({}, "a ".repeat(2_100))];
    expect([empty.text_status, large.text_status]).toEqual(["pending", "pending"]);
    await house.work();
    const after = await Promise.all(
      [empty, large].map(async ({ id }) => (await admin.ask<DocumentBody>("GET", documentAt(id))).body.text_status),
    );
    expect(after).toEqual(["none", "read"]);
  });

  it("though they are older than the index, or were stored without a notice to it", async () => {
    await makers.upload({ name: "Ancien" }, `glycine${"\n".repeat(4_200)}`);
    expect(expectStatus(await ask({ query: "glycine" }), 200)).toEqual([]);
    await house.upkeep.run();
    expect(expectStatus(await ask({ query: "glycine" }), 200).map(({ name }) => name)).toEqual(["Ancien"]);
    await house.work();
    expect(await highlights("ancien glycine")).toEqual([["Ancien", "glycine"]]);
  });

  it("by users with a permission only, immediately after a move; public access alone makes nothing findable", async () => {
    const [ana, ben] = [await house.person(), await house.person()];
    const [folder, other, workspace] = [await makers.folder(), await makers.folder(), await makers.workspace()];
    const { id } = await makers.upload({ name: "Cyprès", documents_folder_id: folder.id });
    const found = async (by: Person) => {
      const reply = await ask({ query: "cypres" }, by);
      const total = Number(reply.headers.get("x-total-count"));
      expect(expectStatus(reply, 200)).toHaveLength(total);
      return total;
    };
    await house.work();
    expect([await found(ana), await found(admin)]).toEqual([0, 1]);
    await makers.publish(folder.id);
    expectStatus(await ana.ask<unknown>("GET", documentAt(id)), 200);
    expect(await found(ana)).toBe(0);
    await house.grant(ana, "read", "folder", folder.id);
    await house.grant(ben, "read", "workspace", workspace.id);
    expect([await found(ana), await found(ben)]).toEqual([1, 0]);
    const move = (to: string, json: object) => admin.ask<unknown>("PATCH", to, { json });
    expectStatus(await move(documentAt(id), { documents_folder_id: other.id }), 200);
    expect([await found(ana), await found(ben)]).toEqual([0, 0]);
    expectStatus(await move(folderAt(other.id), { workspace_id: workspace.id }), 200);
    expect([await found(ana), await found(ben)]).toEqual([0, 1]);
    expectStatus(await admin.ask<unknown>("DELETE", publicAccessOf(folderAt(folder.id))), 200);
    expectStatus(await admin.ask<unknown>("DELETE", workspaceAt(workspace.id)), 204);
    expect([await found(ben), await found(admin)]).toEqual([0, 0]);
  });

  it("in pages, by the conventions of lists", async () => {
    for (const name of ["one", "two", "three"]) await makers.upload({ name: `Genêt ${name}` });
    await house.work();
    const reply = await ask({ query: "genet", per_page: "2", page: "2" });
    expect(expectStatus(reply, 200).map(({ name }) => name)).toEqual(["Genêt one"]);
    const headers = ["x-total-count", "x-total-pages", "x-page", "x-per-page", "x-has-more"];
    expect(headers.map((name) => reply.headers.get(name))).toEqual(["3", "2", "2", "2", "false"]);
    expect(expectStatus(await ask({ query: "genet", page: "9" }), 200)).toEqual([]);
  });

  it("by stems, prefixes, phrases, and excluded words", async () => {
    await makers.upload({ name: "Avis" }, "Les loyers de la gestion locative, 1 234,56 € le 12 mars 2026");
    await makers.upload({ name: "Relevé" }, "Le loyer d’une locative en gestion, caution comprise");
    await makers.upload({ name: "Caution" }, "loyale");
    expect(await names("loyers locative")).toEqual(["Relevé", "Avis"]);
    expect(await names("loyers")).toEqual(["Avis", "Relevé"]);
    expect(await names("loya*")).toEqual(["Caution"]);
    expect(await names('"gestion locative"')).toEqual(["Avis"]);
    expect(await names("loyer -cautions")).toEqual(["Avis"]);
    expect(await names('gestion -"locative en"')).toEqual(["Avis"]);
    expect(await names("1234.56 12/03/2026")).toEqual(["Avis"]);
    for (const query of ["-loyer", '-"loyer" -caut*']) expect([query, await names(query)]).toEqual([query, []]);
    expect(await highlights("1.234,56")).toEqual([[expect.stringContaining("1 234,56 €")]]);
  });

  it("though a word has one typing error, if the caller may read one that has not", async () => {
    const ana = await house.person();
    const folder = await makers.folder();
    await makers.upload({ name: "Glycérine", documents_folder_id: folder.id }, "été");
    await house.work();
    const corrected = async (query: string, by = admin) => {
      const reply = await ask({ query }, by);
      const found = expectStatus(reply, 200);
      return [found.map(({ name }) => name), reply.headers.get("x-search-corrected")];
    };
    expect(await corrected("été glycrine")).toEqual([["Glycérine"], "%C3%A9t%C3%A9%20glycerine"]);
    expect(await corrected("glycerine")).toEqual([["Glycérine"], null]);
    for (const query of ['"glycrine"', "été -glycrine zzz", "glycr", "glycrinee"])
      expect([query, (await corrected(query))[1]]).toEqual([query, null]);
    expect(await corrected("glycrine", ana)).toEqual([[], null]);
    await house.grant(ana, "read", "folder", folder.id);
    expect(await corrected("glycrine", ana)).toEqual([["Glycérine"], "glycerine"]);
  });

  it("by nothing but that: no query is syntax of an index", async () => {
    await makers.upload({ name: "x" }, 'alpha AND beta NOT gamma, near "delta" * : ( col');
    const all = await names("alpha and beta");
    for (const query of [
      '"alpha" AND (beta)',
      "alpha* beta",
      "alpha ^beta",
      "{alpha} + beta",
      "NEAR(alpha beta)",
      "'; drop table documents; -- alpha",
    ]) {
      const words = /near/i.test(query) ? ["x"] : query.includes("drop") ? [] : all;
      expect([query, await names(query)]).toEqual([query, words]);
    }
    expect(await names("alpha -beta")).toEqual([]);
    expect(await names("%")).toEqual([]);
    expect(await names("*** ??")).toEqual([]);
  });

  it.each([
    ["nothing", ""],
    ["an empty query", "query="],
    ["spaces", "query=%20%20"],
    ["201 characters", `query=${"a".repeat(201)}`],
    ["U+0000", "query=a%00"],
    ["half a character", "query=%ff"],
    ["a surrogate", "query=%ed%a0%80"],
    ["two queries", "query=a&query=b"],
  ])("400 for %s", async (_what, query) => {
    expectMalformed(await ask(query));
  });

  it("for 200 characters, however they are written", async () => {
    expect(await names("é".normalize("NFD").repeat(200))).toEqual([]);
    expect(await names(`${"a ".repeat(99)}aa`)).toEqual([]);
    await makers.upload({ name: "long" }, "é".repeat(200));
    expect(await names("E".repeat(200))).toEqual(["long"]);
  });
});
