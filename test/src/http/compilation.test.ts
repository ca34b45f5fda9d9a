import { createPdfText } from "@cartulary/pdf";
import { LEAKS } from "@cartulary/ports/composition";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { COMPOSED, composerFor, TEMPLATES } from "../../support/compositions.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  publicAccessOf,
  versionsOf,
} from "../../support/record-factories.ts";
import type { DocumentBody, TemplateBody } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectStatus, refusedFields } from "../../support/refusals.ts";
import { slow } from "../../support/runs.ts";
import type { Reply } from "../../support/send-request.ts";

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

describe.each(usualDatabases)("compiling on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  let person: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
    person = await house.person();
  });
  const pdfText = createPdfText();
  afterAll(async () => {
    await house.close();
    await pdfText.close();
  });

  const template = async (json: object = {}) => (await composerFor(admin).template(json)).key;
  const composed = async (json: { readonly template_key?: string; readonly [field: string]: unknown } = {}) =>
    composerFor(person).composed({ ...json, template_key: json.template_key ?? (await template()) });
  const read = (id: string, by = person) => composerFor(by).read(id);
  const patch = (id: string, json: object) => composerFor(person).askChange(id, json);
  const part = (id: string, json: object) => composerFor(person).part(id, { status: "editing", ...json });
  const compile = (id: string, by = person, query = "") => composerFor(by).askCompile(id, query);
  const compiled = (id: string, by = person) => composerFor(by).compiled(id);
  const content = async (id: string, by = person) => by.ask<unknown>("GET", `${documentAt(id)}/content`);
  const diagnosticsOf = (reply: Reply<unknown>) => {
    const { details } = expectRefusal(reply, 422, "compilation_failed") as unknown as {
      readonly details: { readonly diagnostics: readonly Readonly<Record<string, unknown>>[] };
    };
    return details.diagnostics;
  };

  it("makes a PDF of a template's parts, in the folder of the document, and grants no permission", async () => {
    const folder = await makers.folder({}, person);
    const key = await template({ variables_schema: { properties: { name: { type: "string" } } } });
    const { id } = await composed({
      ...{ template_key: key, folder_id: folder.id, name: "Notice", variables: { name: '#read("/etc/passwd")' } },
    });
    await part(id, { title: "{{ name }}", content: "Hello **{{ name }}**" });
    await part(id, { content: "= Typst {{ name }}", content_format: "typst" });
    await part(id, { content: "a draft", status: "draft" });
    const result = await compiled(id);
    expect(result).toMatchObject({
      composed_document_id: id,
      ...{ status: "exported", file_name: "Notice.pdf", content_type: "application/pdf", page_count: 1 },
      ...{ parts_included: 2, parts_skipped: 1, warnings: [] },
    });
    expect(Object.keys(result)[0]).toBe("pdf_file_id");
    const pdf = expectStatus(await person.ask<DocumentBody>("GET", documentAt(result.pdf_file_id)), 200);
    expect(pdf).toMatchObject({
      name: "Notice.pdf",
      documents_folder_id: folder.id,
      sha256: result.sha256,
      versions_count: 0,
    });
    const { bytes } = await content(result.pdf_file_id);
    expect(new TextDecoder("latin1").decode(bytes.subarray(0, 5))).toBe("%PDF-");
    expect(bytes).toHaveLength(result.byte_size);
    const granted = await admin.ask<readonly unknown[]>("GET", `${documentAt(result.pdf_file_id)}/permissions`);
    expect(expectStatus(granted, 200)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: "exported", pdf_file_id: result.pdf_file_id });
    expect((await read(id)).exported_at).toBe(result.exported_at);
  });

  it("adds a version to the PDF that there is, and is in progress again once something changed", async () => {
    const { id } = await composed();
    const one = await part(id, { content: "first" });
    const first = await compiled(id);
    const json = { content: "second" };
    expectStatus(await person.ask<unknown>("PATCH", `${COMPOSED}/${id}/parts/${one.id}`, { json }), 200);
    expect((await read(id)).status).toBe("in_progress");
    const second = await compiled(id);
    expect(second.pdf_file_id).toBe(first.pdf_file_id);
    expect(second.sha256).not.toBe(first.sha256);
    const versions = await person.ask<readonly { sha256: string }[]>("GET", versionsOf(first.pdf_file_id));
    expect(expectStatus(versions, 200).map(({ sha256 }) => sha256)).toEqual([first.sha256]);
    expectStatus(await person.ask<unknown>("DELETE", documentAt(first.pdf_file_id)), 204);
    expect(await read(id)).toMatchObject({ pdf_file_id: null });
    expect((await compiled(id)).pdf_file_id).not.toBe(first.pdf_file_id);
  });

  slow.it(
    "files the PDF outside any folder for the document's author, also when another user compiles it",
    async () => {
      const { id } = await composed();
      await part(id, { content: "mine" });
      const { pdf_file_id } = await compiled(id, admin);
      expectStatus(await person.ask<unknown>("GET", documentAt(pdf_file_id)), 200);
      expectNotFound(await (await house.person()).ask("GET", documentAt(pdf_file_id)));
      expectStatus(await person.ask<unknown>("DELETE", `${COMPOSED}/${id}`), 204);
      expectStatus(await person.ask<unknown>("GET", documentAt(pdf_file_id)), 200);
    },
  );

  it("requires write on the document, and on the PDF after that was moved", async () => {
    const [folder, reader] = [await makers.folder({}, person), await house.person()];
    await house.grant(reader, "read", "folder", folder.id);
    const { id } = await composed({ folder_id: folder.id });
    await part(id, { content: "text" });
    expectRefusal(await compile(id, reader), 403, "forbidden");
    expectNotFound(await compile(id, await house.person()));
    const { pdf_file_id } = await compiled(id);
    const otherFolder = await makers.folder();
    const json = { documents_folder_id: otherFolder.id };
    expectStatus(await admin.ask<unknown>("PATCH", documentAt(pdf_file_id), { json }), 200);
    expectRefusal(await compile(id), 403, "forbidden");
  });

  it("reports all missing variables at once", async () => {
    const key = await template({
      typst_source: "// {{ unknown }} {{ optional }}",
      variables_schema: { properties: { optional: { type: "string" } }, required: ["needed"] },
    });
    const { id } = await composed({ template_key: key });
    await part(id, { content: "{{ also }}" });
    const refused = refusedFields(expectRefusal(await compile(id), 422, "unprocessable_entity"));
    expect(refused.toSorted()).toEqual(["also", "needed", "unknown"].map((name) => [`variables.${name}`, "blank"]));
    expectStatus(await patch(id, { variables: { also: 1, needed: true, unknown: ["x"] } }), 200);
    await compiled(id);
  });

  it("refuses a document with nothing to print, unless drafts are included", async () => {
    const { id } = await composed();
    expectRefusal(await compile(id), 422, "nothing_to_compile");
    await part(id, { content: "a draft", status: "draft" });
    expectRefusal(await compile(id), 422, "nothing_to_compile");
    expectStatus(await compile(id, person, "include_draft=true"), 200);
  });

  it("refuses variables that would exceed the length, before it fills the source", async () => {
    const tooLong = async (id: string) => {
      expect(refusedFields(expectRefusal(await compile(id), 422, "unprocessable_entity"))).toEqual([
        ["variables", "too_long"],
      ]);
    };
    const variables = { a: "é".repeat(30_000), b: "short" };
    const long = "{{a}}".repeat(16_000);
    const furniture = { header: "{{a}}".repeat(200), footer: "{{a}}".repeat(200) };
    const { id } = await composed({ variables });
    const one = await part(id, { content: long });
    await tooLong(id);
    const at = `${COMPOSED}/${id}/parts/${one.id}`;
    for (const json of [{ content_format: "typst" }, { content: "{{b}}".repeat(16_000), title: "{{ a }}" }]) {
      expectStatus(await person.ask<unknown>("PATCH", at, { json }), 200);
      if (!("title" in json)) await tooLong(id);
    }
    expectStatus(await patch(id, { page_settings: furniture }), 200);
    await tooLong(id);
    expectStatus(await patch(id, { page_settings: {}, assembly_mode: "pure_typst", typst_source: long }), 200);
    await tooLong(id);
    expectStatus(await patch(id, { typst_source: "= {{b}}" }), 200);
    await compiled(id);
  });

  it("refuses parts that are too long together, without reading them", async () => {
    const { id } = await composed();
    for (let count = 0; count < 17; count += 1) await part(id, { content: "x".repeat(1_000_000) });
    expect(refusedFields(expectRefusal(await compile(id), 422, "unprocessable_entity"))).toEqual([
      ["variables", "too_long"],
    ]);
    expectStatus(await patch(id, { assembly_mode: "pure_typst", typst_source: "= Bail" }), 200);
    await compiled(id);
  });

  it("reports errors of a source by the author's lines, and leaves the status", async () => {
    const { id } = await composed({ template_key: await template({ typst_source: "#set par(justify: true)\n#nope" }) });
    const good = await part(id, { content: "fine" });
    const [preamble] = diagnosticsOf(await compile(id));
    expect(preamble).toMatchObject({ part_id: null, line: 2, column: 2, cause: "error" });
    expectStatus(await patch(id, { assembly_mode: "pure_typst", typst_source: "é #x" }), 200);
    expect(diagnosticsOf(await compile(id))[0]).toMatchObject({ part_id: null, line: 1, column: 4 });
    expect(good.status).toBe("editing");

    const other = await composed();
    await part(other.id, { content: "text" });
    const bad = await part(other.id, { content: "fine\n\né #panic(1)", content_format: "typst" });
    const [found] = diagnosticsOf(await compile(other.id));
    expect(found).toMatchObject({ part_id: bad.id, line: 3, column: 4, cause: "error" });
    expect(Object.keys(found ?? {}).toSorted()).toEqual(["cause", "column", "hint", "line", "message", "part_id"]);
    expect((await read(other.id)).status).toBe("in_progress");
  });

  it("lets no part change its surroundings, read a file or load a package", async () => {
    const template_key = await template();
    for (const source of ["#set page(width: 3cm)", ...LEAKS]) {
      const { id } = await composed({ template_key });
      await part(id, { content: "before" });
      const bad = await part(id, { content: source, content_format: "typst" });
      const [found] = diagnosticsOf(await compile(id));
      expect({ source, found }).toMatchObject({ source, found: { part_id: bad.id, cause: "error" } });
      expect(JSON.stringify(found)).not.toMatch(/searched at|\/tmp/);
      expect(JSON.stringify(found)).not.toContain(process.cwd());
    }
  });

  it("places errors that Typst reports without a place", async () => {
    for (const [source, line, column] of [
      ['Bail\n\né #pdf.embed("/vars.json")', 3, 4],
      ['Bail\n#pdf.attach("/vars.json")', 2, 2],
      ["Bail\n\n#align(left)[#page[hi]]", 3, 15],
    ] as const) {
      const { id } = await composed();
      await part(id, { content: "the page before the files that we attach" });
      const bad = await part(id, { content: source, content_format: "typst" });
      expect(diagnosticsOf(await compile(id))[0]).toMatchObject({ part_id: bad.id, line, column });
    }
  });

  it("prints as much as possible, and warns of the part that it could not print in full", async () => {
    const { id } = await composed();
    const signs = await part(id, { content: "Signes ☑ ☐ ☒ ✓ ✗ ☎ → ≤ ﬁ" });
    expect(await compiled(id)).toMatchObject({ warnings: [] });
    expectStatus(await patch(id, { page_settings: { font: "Nobody’s" } }), 200);
    const typst = (source: string) => part(id, { content: source, content_format: "typst" });
    const font = await typst('#set text(font: "Another’s")\nPolice');
    const colour = await typst("#text(fill: cmyk(10%, 20%, 30%, 0%))[Couleur]");
    const gradient = await typst("#box(fill: gradient.conic(red, blue))[Spirale]");
    const { warnings, pdf_file_id } = await compiled(id);
    const expected = [
      [null, "unknown font family"],
      [font.id, "unknown font family"],
      [colour.id, "CMYK"],
      [gradient.id, "conic"],
    ] as const;
    expect(warnings).toHaveLength(expected.length);
    for (const [part_id, words] of expected) {
      expect(warnings).toContainEqual({ part_id, message: expect.stringContaining(words) });
    }
    expect(warnings.map(({ part_id }) => part_id)).not.toContain(signs.id);
    const { bytes } = await person.ask("GET", `${documentAt(pdf_file_id)}/content`);
    const text = await pdfText.read(inOne(bytes), { bytesMax: 100_000, cpuMilliseconds: 60_000, onBehalfOf: null });
    for (const word of ["Signes", "Police", "Couleur", "Spirale", ..."☑☐☒✓✗☎→≤"]) expect(text).toContain(word);
  });

  it("compiles a letter whose texts are any words, also that of the logo", async () => {
    const { template } = expectStatus(await admin.ask<{ template: TemplateBody }>("GET", `${TEMPLATES}/reminder`), 200);
    const { properties } = template.variables_schema as { readonly properties: Readonly<Record<string, object>> };
    const texts = Object.entries(properties).filter(([, property]) => "type" in property && property.type === "string");
    const { id } = await composed({
      template_key: "reminder",
      variables: Object.fromEntries(texts.map(([name]) => [name, "x"])),
    });
    expect(await compiled(id)).toMatchObject({ parts_skipped: 0, warnings: [] });
  });

  slow.it("compiles each of the first templates from the types of its own variables", async () => {
    const values: Readonly<Record<string, unknown>> = {
      ...{ string: "a – «\u202fword\u202f» 1\u00a0200\u00a0€", number: 1.5, integer: 3, boolean: true },
      ...{ date: "2026-02-28", array: ["x"], object: { a: 1 } },
    };
    const letters = ["notice", "receipt", "invoice", "revision", "reminder", "charge_statement", "deposit_statement"];
    for (const key of ["bail-habitation", "quittance", "lettre", ...letters, "owner_statement"]) {
      const { template: found } = expectStatus(
        await admin.ask<{ template: TemplateBody }>("GET", `${TEMPLATES}/${key}`),
        200,
      );
      const { properties } = found.variables_schema as {
        readonly properties: Readonly<Record<string, { readonly type: string; readonly enum?: readonly unknown[] }>>;
      };
      const variables = Object.fromEntries(
        Object.entries(properties).map(([name, { type, enum: allowed }]) => [name, allowed?.[0] ?? values[type]]),
      );
      const { id } = await composed({ template_key: key, variables });
      expect({ key, ...(await compiled(id)) }).toMatchObject({ key, parts_skipped: 0, warnings: [] });
    }
  });

  it("lists the installed fonts, cacheable for an hour", async () => {
    type Fonts = { fonts: readonly { family: string; source: string; variants?: unknown }[]; total: number };
    const ask = async (query: string) => person.ask<Fonts>("GET", `${DOCUMENTS}/fonts`, { query });
    const all = await ask("");
    expect(all.headers.get("cache-control")).toBe("private, max-age=3600");
    const { fonts, total } = expectStatus(all, 200);
    expect(fonts.map(({ family }) => family)).toContain("Libertinus Serif");
    expect(total).toBe(fonts.length);
    const few = expectStatus(await ask("include_system=false&with_variants=0"), 200);
    expect(few.fonts.every(({ source, variants }) => source !== "system" && variants === undefined)).toBe(true);
    expectRefusal(await ask("include_system=maybe"), 400, "bad_request");
  });

  it("refuses a second compilation of one document, and compiles another document meanwhile", async () => {
    const { id } = await composed();
    await part(id, { content: "text" });
    const replies = await Promise.all([compile(id), compile(id), compile(id)]);
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(200);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectRefusal(reply, 409, "compilation_in_progress");
    }
    await compiled(id);
  });

  slow.it(
    "stays in progress when it changed meanwhile, though its PDF is stored; a deleted document has none",
    async () => {
      const slow = {
        assembly_mode: "pure_typst",
        typst_source: "#{ for a in range(1500) { for b in range(1000) { } } }\n= Slow",
      };
      const [changed, deleted] = [await composed(), await composed()];
      for (const { id } of [changed, deleted]) expectStatus(await patch(id, slow), 200);
      const running = Promise.all([compile(changed.id), compile(deleted.id)]);
      for (const { id } of [changed, deleted]) expectRefusal(await compile(id), 409, "compilation_in_progress");
      expectStatus(await patch(changed.id, { typst_source: "= Other" }), 200);
      expectStatus(await person.ask<unknown>("DELETE", `${COMPOSED}/${deleted.id}`), 204);
      const [ofChanged, ofDeleted] = await running;
      const { pdf_file_id } = expectStatus(ofChanged, 200);
      expect(await read(changed.id)).toMatchObject({ status: "in_progress", pdf_file_id });
      expectStatus(await content(pdf_file_id), 200);
      expectNotFound(ofDeleted);
    },
  );

  slow.it("makes a PDF that becomes public by a propagation, and stays public when compiled again", async () => {
    const folder = await makers.folder({}, person);
    await makers.publish(folder.id);
    const { id } = await composed({ folder_id: folder.id });
    const one = await part(id, { content: "first" });
    const { pdf_file_id } = await compiled(id);
    const seen = async () => (await house.ask("GET", `/public/v1/documents/${pdf_file_id}/content`)).status;
    expect(await seen()).toBe(404);
    expectStatus(await admin.ask<unknown>("POST", `${publicAccessOf(folderAt(folder.id))}/propagate`), 200);
    expect(await seen()).toBe(200);
    const json = { content: "second" };
    expectStatus(await person.ask<unknown>("PATCH", `${COMPOSED}/${id}/parts/${one.id}`, { json }), 200);
    await compiled(id);
    expect(await seen()).toBe(200);
  });
});
