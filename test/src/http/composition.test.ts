import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { COMPOSED, composerFor, partAt, partsOf, TEMPLATES } from "../../support/compositions.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectBounded, followed } from "../../support/long-lists.ts";
import { folderAt, type Makers, makersFor, NOTHING, workspaceAt } from "../../support/record-factories.ts";
import type { ComposedDocumentBody, PartBody, TemplateBody } from "../../support/records.ts";
import { expectMalformed, expectNotFound, expectRefusal, expectStatus, refusedFields } from "../../support/refusals.ts";
import type { Reply } from "../../support/send-request.ts";

const expectForbidden = (reply: Reply<unknown>) => expectRefusal(reply, 403, "forbidden");

describe.each(usualDatabases)("composed documents on $name", ({ open }) => {
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
  afterAll(() => house.close());

  const postTemplate = (json: object, by = admin) => composerFor(by).askTemplate(json);
  const template = (json: object = {}) => composerFor(admin).template(json);
  const changeTemplate = (id: string, json: object) =>
    admin.ask<{ readonly template: TemplateBody }>("PATCH", `${TEMPLATES}/${id}`, { json });
  const keysOf = async () =>
    expectStatus(await person.ask<{ templates: readonly TemplateBody[] }>("GET", TEMPLATES), 200).templates.map(
      ({ key }) => key,
    );

  const compose = (json: object, by = person) => composerFor(by).askComposed(json);
  const composed = (json: object = {}, by = person) => composerFor(by).composed({ template_key: "lettre", ...json });
  const read = (id: string, by = person) => composerFor(by).read(id);
  const patch = (id: string, json: object, by = person) => composerFor(by).askChange(id, json);
  const changed = async (id: string, json: object) => expectStatus(await patch(id, json), 200).composed_document;

  type One = { readonly part: PartBody };
  const listParts = (id: string, query: string, by = person) =>
    by.ask<{ parts: readonly PartBody[] }>("GET", partsOf(id), { query });
  const parts = async (id: string, by = person) => expectStatus(await listParts(id, "include=content", by), 200).parts;
  const postPart = (id: string, json: object) => composerFor(person).askPart(id, json);
  const part = (id: string, json: object = {}) => composerFor(person).part(id, json);
  const patchPart = (of: PartBody, json: object, by = person) => by.ask<One>("PATCH", partAt(of), { json });
  const changedPart = async (of: PartBody, json: object, by = person) =>
    expectStatus(await patchPart(of, json, by), 200).part;
  /** A part without sub-parts, moved through these statuses. */
  const partThrough = async (...statuses: readonly PartBody["status"][]) => {
    const { key } = await template();
    let last = await part((await composed({ template_key: key })).id, { content: "text" });
    for (const status of statuses) last = await changedPart(last, { status }, admin);
    return last;
  };
  const wrong = (reply: Reply<unknown>) => refusedFields(expectRefusal(reply as never, 422, "unprocessable_entity"));

  describe("templates", () => {
    it("are three at first, editable and deletable, and are not created again", async () => {
      expect(await keysOf()).toEqual(expect.arrayContaining(["bail-habitation", "lettre", "quittance"]));
      const found = expectStatus(await person.ask<{ template: TemplateBody }>("GET", `${TEMPLATES}/quittance`), 200);
      const { id, updated_at: _, ...rest } = found.template;
      expect(rest).toMatchObject({ key: "quittance", locale: "fr", active: true, composed_documents_count: 0 });
      expect(expectStatus(await changeTemplate(id, found.template), 200).template).toMatchObject(rest);
      expectStatus(await admin.ask<unknown>("DELETE", `${TEMPLATES}/${id}`), 204);
      await house.upkeep.run();
      expect(await keysOf()).not.toContain("quittance");
      expectNotFound(await person.ask("GET", `${TEMPLATES}/quittance`));
    });

    it("are named by their key by default, and have unique keys", async () => {
      const { key, name, default_parts } = await template({ default_parts: [{ title: "One", page_break: true }] });
      expect({ name, default_parts }).toEqual({ name: key, default_parts: [{ title: "One", page_break: true }] });
      expect(wrong(await postTemplate({ key }))).toEqual([["key", "taken"]]);
      const cases: readonly (readonly [key: string, code: string])[] = [
        ["Upper", "invalid"],
        ["a b", "invalid"],
        ["-a", "invalid"],
        ["", "blank"],
        ["a".repeat(101), "too_long"],
        ["a".repeat(100_000), "too_long"],
      ];
      for (const [bad, code] of cases) expect(wrong(await postTemplate({ key: bad }))).toEqual([["key", code]]);
    });

    it("give parts without position the places after the highest before them", async () => {
      const default_parts = [
        { title: "first", position: 4 },
        { title: "second" },
        { title: "third", position: 2 },
        { title: "fourth" },
      ];
      const { key } = await template({ default_parts });
      const { id } = await composed({ template_key: key });
      const made = await parts(id);
      expect(made.map(({ title, position }) => [title, position])).toEqual([
        ["third", 2],
        ["first", 4],
        ["second", 5],
        ["fourth", 6],
      ]);
    });

    it("are validated as a whole, with all errors at once", async () => {
      const json = {
        typst_source: " \n",
        locale: "french",
        variables_schema: { type: "object", properties: { a: { type: "money" } } },
        page_settings: { margin: "2 cm" },
        default_parts: [{ bsize: 13 }, { status: "ready" }],
      };
      expect(wrong(await postTemplate(json)).toSorted()).toEqual([
        ["default_parts[0].bsize", "inclusion"],
        ["default_parts[1].status", "inclusion"],
        ["locale", "invalid"],
        ["page_settings", "invalid"],
        ["typst_source", "blank"],
        ["variables_schema", "invalid"],
      ]);
      const schemas = [
        { type: "array" },
        { required: "a" },
        { required: [1] },
        { properties: [] },
        { properties: { a: "string" } },
        { properties: { a: { enum: [] } } },
        { properties: { a: { type: "integer", default: 1.5 } } },
      ];
      for (const variables_schema of schemas) {
        expect(wrong(await postTemplate({ variables_schema }))).toEqual([["variables_schema", "invalid"]]);
      }
    });

    it("that are not active are unknown to new documents, absent from the list and still read", async () => {
      const { id, key } = await template({ active: false });
      expect(await keysOf()).not.toContain(key);
      expectStatus(await person.ask<unknown>("GET", `${TEMPLATES}/${id}`), 200);
      expect(wrong(await compose({ template_key: key }))).toEqual([["template_key", "not_found"]]);
    });

    it("are not looked for by a key that no database can store", async () => {
      for (const template_key of ["a\u0000b", "a\ud800b"])
        expect(wrong(await compose({ template_key }))).toEqual([["template_key", "invalid"]]);
    });

    it("with documents are deleted by force only, which leaves the documents", async () => {
      const { id, key } = await template({ name: "Notice" });
      const document = await composed({ template_key: key });
      expect(document).toMatchObject({ name: "Notice", template_id: id, template_key: key });
      const at = `${TEMPLATES}/${id}`;
      expectRefusal(await admin.ask("DELETE", at), 422, "template_in_use");
      expectRefusal(await admin.ask("DELETE", at, { query: "force=false" }), 422, "template_in_use");
      expectMalformed(await admin.ask("DELETE", at, { query: "force=maybe" }));
      const found = await person.ask<{ template: TemplateBody }>("GET", at);
      expect(expectStatus(found, 200).template.composed_documents_count).toBe(1);
      expectStatus(await admin.ask<unknown>("DELETE", at, { query: "force=1" }), 204);
      expect(await read(document.id)).toMatchObject({ template_id: null, template_key: null });
    });

    it("are copied: later changes of a template change no document", async () => {
      const { id, key } = await template({ default_parts: [{ content: "old" }], page_settings: { paper: "a5" } });
      const document = await composed({ template_key: key });
      const json = { key: `${key}-new`, default_parts: [], page_settings: {}, typst_source: "#set text(red)" };
      expectStatus(await changeTemplate(id, json), 200);
      expect(await read(document.id)).toEqual({ ...document, template_key: key });
      expect((await parts(document.id)).map(({ content, content_source }) => [content, content_source])).toEqual([
        ["old", "template"],
      ]);
    });

    it("are made, changed and deleted by administrators", async () => {
      const manager = await house.person({ role: "manager" });
      for (const by of [person, manager]) expectForbidden(await postTemplate({}, by));
    });
  });

  describe("variables", () => {
    const schema = {
      type: "object",
      properties: {
        text: { type: "string", enum: ["a", "b"] },
        count: { type: "integer" },
        ratio: { type: "number" },
        yes: { type: "boolean" },
        day: { type: "date" },
        list: { type: "array" },
        map: { type: "object" },
      },
      required: ["text"],
    };

    it("are judged by the types of their template, where they are made and where they change", async () => {
      const { key } = await template({ variables_schema: schema });
      const bad = { text: "c", count: 1.5, ratio: "1", yes: "true", day: "2026-02-30", list: {}, map: [] };
      const refused = [
        ["variables.count", "not_a_number"],
        ["variables.day", "invalid"],
        ["variables.list", "invalid"],
        ["variables.map", "invalid"],
        ["variables.ratio", "not_a_number"],
        ["variables.text", "inclusion"],
        ["variables.yes", "invalid"],
      ];
      expect(wrong(await compose({ template_key: key, variables: bad })).toSorted()).toEqual(refused);
      const { id } = await composed({ template_key: key });
      expect(wrong(await patch(id, { variables: bad })).toSorted()).toEqual(refused);
    });

    it("are stored without a declaration, and null counts as absent", async () => {
      const { key } = await template({ variables_schema: schema });
      const variables = { text: "a", count: null, Other: { aB: ["x"] }, constructor: { prototype: 1 } };
      const { id } = await composed({ template_key: key, variables });
      expect((await read(id)).variables).toEqual(variables);
    });
  });

  describe("are", () => {
    it("read and changed by the rights on their folder, else their workspace, else by their authors", async () => {
      const [reader, writer, stranger] = [await house.person(), await house.person(), await house.person()];
      const workspace = await makers.workspace();
      const folder = await makers.folder({ workspace_id: workspace.id });
      for (const [type, id] of [["folder", folder.id] as const, ["workspace", workspace.id] as const]) {
        await house.grant(reader, "read", type, id);
        await house.grant(writer, "write", type, id);
      }
      const inFolder = await composed({ folder_id: folder.id }, writer);
      const inWorkspace = await composed({ workspace_id: workspace.id }, writer);
      expect(inFolder).toMatchObject({ folder_id: folder.id, workspace_id: workspace.id });
      for (const { id } of [inFolder, inWorkspace]) {
        await read(id, reader);
        expectForbidden(await patch(id, { name: "x" }, reader));
        expectForbidden(await reader.ask("DELETE", `${COMPOSED}/${id}`));
        expectNotFound(await stranger.ask("GET", `${COMPOSED}/${id}`));
        expectNotFound(await stranger.ask("GET", partsOf(id)));
        expectStatus(await patch(id, { name: "x" }, writer), 200);
      }
      const own = await composed({}, stranger);
      expectNotFound(await person.ask("GET", `${COMPOSED}/${own.id}`));
      await read(own.id, admin);
      await read(own.id, stranger);
    });

    it("made where one may write: 403 where one may only read, 422 where one may not even that", async () => {
      const folder = await makers.folder();
      const workspace = await makers.workspace();
      const lettre = { template_key: "lettre" };
      expect(wrong(await compose({ ...lettre, folder_id: folder.id }))).toEqual([["folder_id", "not_found"]]);
      expect(wrong(await compose({ ...lettre, workspace_id: NOTHING }, admin))).toEqual([
        ["workspace_id", "not_found"],
      ]);
      await house.grant(person, "read", "folder", folder.id);
      await house.grant(person, "read", "workspace", workspace.id);
      expectForbidden(await compose({ ...lettre, folder_id: folder.id }));
      expectForbidden(await compose({ ...lettre, workspace_id: workspace.id }));
      const both = { ...lettre, folder_id: folder.id, workspace_id: workspace.id };
      expectRefusal(await compose(both, admin), 422, "workspace_mismatch");
    });

    it("not public, in any folder", async () => {
      const folder = await makers.folder();
      await makers.publish(folder.id);
      const { id } = await composed({ folder_id: folder.id }, admin);
      expectNotFound(await person.ask("GET", `${COMPOSED}/${id}`));
      expect(wrong(await compose({ template_key: "lettre", folder_id: folder.id }))).toEqual([
        ["folder_id", "not_found"],
      ]);
    });

    it("in the workspace that their folder moves to, and outlive their folder", async () => {
      const [one, other] = [await makers.workspace(), await makers.workspace()];
      const outer = await makers.folder({ workspace_id: one.id });
      const inner = await makers.folder({ documents_folder_id: outer.id });
      const { id } = await composed({ folder_id: inner.id }, admin);
      const moved = { documents_folder_id: null, workspace_id: other.id };
      expectStatus(await admin.ask<unknown>("PATCH", folderAt(outer.id), { json: moved }), 200);
      expect(await read(id, admin)).toMatchObject({ folder_id: inner.id, workspace_id: other.id });
      expectStatus(await admin.ask<unknown>("DELETE", folderAt(outer.id)), 204);
      expect(await read(id, admin)).toMatchObject({ folder_id: null, workspace_id: other.id });
      expectStatus(await admin.ask<unknown>("DELETE", workspaceAt(other.id)), 204);
      expect(await read(id, admin)).toMatchObject({ folder_id: null, workspace_id: null });
    });

    it("listed by place and status, to those who may read them", async () => {
      const by = await house.person();
      const folder = await makers.folder({}, by);
      const first = await composed({ name: "b", folder_id: folder.id }, by);
      await composed({ name: "a" }, by);
      const names = async (query: string) => {
        const reply = await by.ask<{ composed_documents: readonly ComposedDocumentBody[] }>("GET", COMPOSED, { query });
        return expectStatus(reply, 200).composed_documents.map(({ name }) => name);
      };
      expect(await names("sort=name&direction=asc")).toEqual(["a", "b"]);
      expect(await names(`folder_id=${folder.id}`)).toEqual(["b"]);
      expectStatus(await patch(first.id, { description: "x" }, by), 200);
      expect(await names("status=in_progress")).toEqual(["b"]);
      expect(await names("q[name_cont]=A")).toEqual(["a"]);
      for (const query of ["status=done", "folder_id=x", "workspace_id=1"]) {
        expectMalformed(await by.ask("GET", COMPOSED, { query }));
      }
    });

    it("are drafts until a user edits them, ready when all parts are, else in progress", async () => {
      const { key } = await template();
      const { id, status } = await composed({ template_key: key });
      expect(status).toBe("draft");
      expect((await changed(id, { ...(await read(id)) })).status).toBe("draft");
      expect((await changed(id, { name: "Another" })).status).toBe("in_progress");
      const one = await part(id);
      expect((await read(id)).status).toBe("in_progress");
      await changedPart(one, { status: "ready" });
      expect(await read(id)).toMatchObject({ status: "ready", parts_count: 1 });
      const two = await part(id);
      expect((await read(id)).status).toBe("in_progress");
      expectStatus(await person.ask<unknown>("DELETE", `${partsOf(id)}/${two.id}`), 204);
      expect((await read(id)).status).toBe("ready");
      expect((await changed(id, { assembly_mode: "pure_typst" })).status).toBe("in_progress");
    });

    it("of a source that is their template's, unless they are pure Typst", async () => {
      const { id, typst_source } = await composed();
      expect((await changed(id, { typst_source })).status).toBe("draft");
      expectRefusal(await patch(id, { typst_source: "= Mine" }), 422, "typst_source_not_editable");
      expectRefusal(await patch(id, { assembly_mode: "latex" }), 422, "invalid_assembly_mode");
      expectRefusal(await compose({ template_key: "lettre", assembly_mode: "" }), 422, "invalid_assembly_mode");
      const pure = await changed(id, { assembly_mode: "pure_typst", typst_source: "= Mine" });
      expect(pure).toMatchObject({ assembly_mode: "pure_typst", typst_source: "= Mine" });
      expect(wrong(await patch(id, { typst_source: " " }))).toEqual([["typst_source", "blank"]]);
      expectRefusal(
        await patch(id, { assembly_mode: "composed", typst_source: "= Other" }),
        422,
        "typst_source_not_editable",
      );
    });

    it("judged by their values", async () => {
      const { id } = await composed();
      const settings = [
        { paper: "a6" },
        { flipped: "yes" },
        { margin: "1em" },
        { size: "11" },
        { lang: "françaises" },
        { header: 7 },
        { font: "x".repeat(101) },
      ];
      for (const page_settings of settings) {
        expect(wrong(await patch(id, { page_settings }))).toEqual([["page_settings", "invalid"]]);
      }
      const accepted = {
        paper: "us-letter",
        flipped: true,
        margin: "1.5in",
        lang: "fr-BE",
        mine: { a: 1 },
        size: null,
      };
      expect((await changed(id, { page_settings: accepted })).page_settings).toEqual(accepted);
      expect(wrong(await patch(id, { name: " " }))).toEqual([["name", "blank"]]);
      expect(wrong(await patch(id, { name: "\u0000" }))).toEqual([["name", "invalid"]]);
    });

    it("made once for a request that is sent twice", async () => {
      const headers = { "idempotency-key": "compose-1" };
      const json = { template_key: "lettre", name: "Once" };
      const [one, two] = [
        await person.ask("POST", COMPOSED, { json, headers }),
        await person.ask("POST", COMPOSED, { json, headers }),
      ];
      expect(expectStatus(two, 201)).toEqual(expectStatus(one, 201));
      expect(two.headers.get("idempotency-replayed")).toBe("true");
    });
  });

  describe("parts", () => {
    it("are added at the end without a position, and are sorted by position", async () => {
      const { key } = await template();
      const { id } = await composed({ template_key: key });
      const first = await part(id, { title: "first" });
      expect(first).toMatchObject({ position: 1, status: "draft", content: "", content_format: "markdown", bsize: 12 });
      await part(id, { title: "before", position: -5 });
      await part(id, { title: "tenth", position: 10 });
      expect((await part(id, { title: "last" })).position).toBe(11);
      const most = Number.MAX_SAFE_INTEGER;
      await part(id, { title: "as far as numbers go", position: most });
      expect((await part(id, { title: "same position" })).position).toBe(most);
      expect((await parts(id)).map(({ title }) => title)).toEqual([
        ...["before", "first", "tenth", "last"],
        ...["as far as numbers go", "same position"],
      ]);
    });

    it("are judged by their values", async () => {
      const { id } = await composed();
      for (const bsize of [0, 13]) expect(wrong(await postPart(id, { bsize }))).toEqual([["bsize", "inclusion"]]);
      for (const status of ["ready", "locked"])
        expect(wrong(await postPart(id, { status }))).toEqual([["status", "inclusion"]]);
      expect(wrong(await postPart(id, { key: "A b", title: "x".repeat(256), content: "\ud800" })).toSorted()).toEqual([
        ["content", "invalid"],
        ["key", "invalid"],
        ["title", "too_long"],
      ]);
      expect(wrong(await postPart(id, { assignee_id: NOTHING }))).toEqual([["assignee_id", "not_found"]]);
      expect(wrong(await postPart(id, { assignee_id: NOTHING, assignee_type: "User" }))).toEqual([
        ["assignee_id", "not_found"],
      ]);
      expect(await part(id, { assignee_id: NOTHING, assignee_type: "Agent" })).toMatchObject({ assignee_id: NOTHING });
      expect(await part(id, { assignee_id: person.id })).toMatchObject({ assignee_id: person.id });
    });

    it("change status by the transition table, and list the allowed transitions", async () => {
      const draft = await partThrough();
      const allowed: Readonly<Record<string, readonly string[]>> = {
        draft: ["editing", "ready"],
        editing: ["draft", "ready"],
        ready: ["editing", "validated"],
        validated: ["editing", "locked"],
        locked: ["validated"],
      };
      const to: Readonly<Record<string, readonly string[]>> = {
        draft: [],
        editing: ["editing"],
        ready: ["ready"],
        validated: ["ready", "validated"],
        locked: ["ready", "validated", "locked"],
      };
      expect(draft.status).toBe("draft");
      for (const [from, way] of Object.entries(to)) {
        const of = await partThrough(...way);
        expect(await changedPart(of, { status: from }, admin)).toEqual(of);
        for (const wanted of Object.keys(allowed).filter((each) => each !== from && !allowed[from]?.includes(each))) {
          const reply = expectRefusal(await patchPart(of, { status: wanted }, admin), 422, "invalid_transition");
          expect(reply.details).toEqual({ allowed: allowed[from] });
        }
        for (const wanted of allowed[from] ?? []) {
          const fresh = await partThrough(...way);
          expect((await changedPart(fresh, { status: wanted }, admin)).status).toBe(wanted);
        }
      }
    });

    it("that are locked keep their content, and are unlocked by managers", async () => {
      const locked = await partThrough("ready", "validated", "locked");
      expect(locked.locked_at).not.toBeNull();
      for (const json of [{ content: "new" }, { title: "new" }, { bsize: 6 }, { page_break: true }, { row_group: 1 }]) {
        expectRefusal(await patchPart(locked, json, admin), 422, "part_locked");
        expectRefusal(await patchPart(locked, { ...json, status: "validated" }, admin), 422, "part_locked");
      }
      expectRefusal(
        await admin.ask("DELETE", `${partsOf(locked.composed_document_id)}/${locked.id}`),
        422,
        "part_locked",
      );
      expect(await changedPart(locked, { content: locked.content, key: "a", position: 9 })).toMatchObject({
        ...{ status: "locked", key: "a", position: 9, locked_at: locked.locked_at },
      });
      expectForbidden(await patchPart(locked, { status: "validated" }));
      expect(await changedPart(locked, { status: "validated" }, admin)).toMatchObject({
        status: "validated",
        locked_at: null,
      });
    });

    it("that are validated go back to editing when their content changes", async () => {
      const validated = await partThrough("ready", "validated");
      expect((await changedPart(validated, { instructions: "look" })).status).toBe("validated");
      expect((await changedPart(validated, { ...validated, content: "new" })).status).toBe("editing");
      const other = await partThrough("ready", "validated");
      expectRefusal(await patchPart(other, { content: "new", status: "locked" }), 422, "invalid_transition");
    });

    it("are listed without their contents by default, in pages of a thousand", async () => {
      const { id } = await composed({ template_key: (await template()).key });
      const made = [await part(id, { content: "one" }), await part(id, { content: "two" }), await part(id)];
      const without = made.map(({ content: _, ...rest }) => rest);
      const bare = await listParts(id, "");
      expect(expectStatus(bare, 200).parts).toEqual(without);
      expect(bare.headers.get("x-per-page")).toBe("1000");
      expect(expectStatus(await listParts(id, "include=content"), 200).parts).toEqual(made);
      const second = await listParts(id, "page=2&per_page=2");
      expect(expectStatus(second, 200).parts).toEqual(without.slice(2));
      expect(["x-total-count", "x-has-more"].map((name) => second.headers.get(name))).toEqual(["3", "false"]);
      for (const query of ["include=all", "include=", "per_page=1001", "offset=-1", "offset=x", "sort=position"]) {
        expectMalformed(await listParts(id, query));
      }
    });

    it("are a thousand at most, those of a template too", async () => {
      const default_parts = Array.from({ length: 1_000 }, () => ({}));
      const { id } = await composed({ template_key: (await template({ default_parts })).key });
      expect((await read(id)).parts_count).toBe(1_000);
      expect(wrong(await postPart(id, {}))).toEqual([["base", "too_long"]]);
      expect(wrong(await postTemplate({ default_parts: [...default_parts, {}] }))).toEqual([
        ["default_parts", "too_long"],
      ]);
    });

    it("of another document are not found", async () => {
      const [one, other] = [await composed(), await composed()];
      const { id } = await part(one.id);
      for (const method of ["GET", "DELETE"]) expectNotFound(await person.ask(method, `${partsOf(other.id)}/${id}`));
      expectNotFound(await person.ask("PATCH", `${partsOf(other.id)}/${id}`, { json: { content: "x" } }));
    });

    it("are sorted all at once or not at all", async () => {
      const { key } = await template();
      const { id } = await composed({ template_key: key });
      const [a, b, c] = [await part(id), await part(id), await part(id)];
      const reorder = (json: unknown) =>
        person.ask<{ parts: readonly Pick<PartBody, "id" | "position">[] }>("PATCH", `${partsOf(id)}/reorder`, {
          json: { parts: json },
        });
      const order = async () => (await parts(id)).map((each) => each.id);
      const swapped = expectStatus(
        await reorder([
          { id: a.id, position: 3 },
          { id: c.id, position: 1 },
        ]),
        200,
      ).parts;
      expect(swapped).toEqual([
        { id: c.id, position: 1 },
        { id: b.id, position: 2 },
        { id: a.id, position: 3 },
      ]);
      expect(expectStatus(await reorder([]), 200).parts).toHaveLength(3);
      const foreign = await part((await composed()).id);
      const cases: readonly (readonly [unknown, string])[] = [
        [[{ id: foreign.id, position: 9 }], "parts[0].id"],
        [[{ id: NOTHING, position: 9 }], "parts[0].id"],
        [
          [
            { id: a.id, position: 9 },
            { id: a.id, position: 8 },
          ],
          "parts[1].id",
        ],
        [
          [
            { id: a.id, position: 9 },
            { id: b.id, position: 9 },
          ],
          "parts[1].position",
        ],
        [[{ id: a.id }], "parts[0].position"],
        [Array.from({ length: 10_001 }, (_, position) => ({ id: NOTHING, position })), "parts"],
      ];
      for (const [sent, field] of cases) expect(wrong(await reorder(sent)).map(([name]) => name)).toContain(field);
      expect(await order()).toEqual([c.id, b.id, a.id]);
    });
  });

  describe("in lists", () => {
    const namesIn = (reply: Reply<unknown>, envelope: string) =>
      (reply.body as Readonly<Record<string, readonly { readonly name: string }[]>>)[envelope]?.map(({ name }) => name);
    it("have no sources", async () => {
      const by = await house.person();
      const made = await composed({ assembly_mode: "pure_typst", typst_source: "= Mine" }, by);
      const reply = await by.ask<{ composed_documents: readonly object[] }>("GET", COMPOSED);
      const { typst_source: _, ...listed } = made;
      expect(expectStatus(reply, 200).composed_documents).toEqual([listed]);
      expect((await read(made.id, by)).typst_source).toBe("= Mine");
    });

    it("end before they exceed 8 MiB, with the number of the next page", async () => {
      const by = await house.person();
      const long = { a: "x".repeat(65_000) };
      const variables_schema = { properties: { a: { default: long.a } } };
      const { key } = await template({ variables_schema });
      const names = Array.from({ length: 36 }, (_, index) => `n${String(index).padStart(2, "0")}`);
      for (const name of names) {
        await composed({ template_key: key, name, variables: long, metadata_user: long, page_settings: long }, by);
      }
      const replies = await followed(by, COMPOSED, "sort=name&direction=asc&per_page=34&q[name_start]=n");
      expectBounded(replies);
      expect(replies.flatMap((reply) => namesIn(reply, "composed_documents"))).toEqual(names);
      expect(replies.map(({ headers }) => headers.get("x-total-count"))).toEqual(replies.map(() => "36"));
    });

    it("of parts with contents, too, whatever those become as JSON", async () => {
      const { id } = await composed({ template_key: (await template()).key });
      const contents = ["x".repeat(1_000_000), "\u0001".repeat(170_000), '"'.repeat(500_000)];
      const ids: string[] = [];
      for (let index = 0; index < 9; index += 1) ids.push((await part(id, { content: contents[index % 3] })).id);
      const replies = await followed(person, partsOf(id), "include=content");
      expectBounded(replies);
      const found = replies.flatMap(({ body }) => (body as { readonly parts: readonly PartBody[] }).parts);
      expect(found.map((each) => each.id)).toEqual(ids);
      expect(found.every(({ content }, index) => content === contents[index % 3])).toBe(true);
      expect(expectStatus(await listParts(id, ""), 200).parts).toHaveLength(9);
    });
  });

  it("are deleted with their parts, and leave a trail", async () => {
    const { id } = await composed();
    await part(id);
    expectStatus(await person.ask<unknown>("DELETE", `${COMPOSED}/${id}`), 204);
    for (const path of [`${COMPOSED}/${id}`, partsOf(id)]) expectNotFound(await person.ask("GET", path));
    expectNotFound(await person.ask("DELETE", `${COMPOSED}/${id}`));
    const query = { "q[resource_id_eq]": id };
    const trail = await admin.ask<readonly { action: string }[]>("GET", "/api/v1/audit_events", { query });
    expect(expectStatus(trail, 200).map(({ action }) => action)).toEqual(["composed_document.deleted"]);
  });
});
