import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { documentAt, type Makers, makersFor, NOTHING, workspaceAt } from "../../support/record-factories.ts";
import type { DocumentBody, TypeBody, WorkspaceBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { uploadForm } from "../../support/send-request.ts";

const KINDS = ["workspace_types", "document_types", "domains"] as const;

describe.each(usualDatabases)("catalogues on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  let user: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
    user = await house.person();
  });
  afterAll(() => house.close());

  describe.each(KINDS)("%s", (kind) => {
    const ALL = `${DOCUMENTS}/${kind}`;
    const post = (json: object, by = admin) => by.ask<TypeBody>("POST", ALL, { json });
    const change = (id: string, json: object, by = admin) => by.ask<TypeBody>("PATCH", `${ALL}/${id}`, { json });
    const list = async (query: Readonly<Record<string, string>>) =>
      (await user.ask<readonly TypeBody[]>("GET", ALL, { query })).body.map(({ name }) => name);

    it("are created by administrators and read by all users", async () => {
      const made = expectStatus(await post({ name: " Bail e\u0301tudiant ", description: "d" }), 201);
      expect(made).toMatchObject({
        name: "Bail étudiant",
        description: "d",
        created_at: house.clock.now(),
        updated_at: house.clock.now(),
      });
      expect((await user.ask("GET", `${ALL}/${made.id}`)).body).toEqual(made);
      for (const role of ["user", "manager"] as const) {
        const person = await house.person({ role });
        expectRefusal(await post({ name: "no" }, person), 403, "forbidden");
        expectRefusal(await change(made.id, { name: "no" }, person), 403, "forbidden");
        expectRefusal(await person.ask("DELETE", `${ALL}/${made.id}`), 403, "forbidden");
      }
      expectStatus(await post({ name: "yes" }, await house.person({ role: "admin" })), 201);
    });

    it("are named, within bounds", async () => {
      for (const json of [{}, { name: "" }, { name: "  " }, { name: null }])
        expectInvalid(await post(json), "name", "blank");
      expectInvalid(await post({ name: "x".repeat(256) }), "name", "too_long");
      expectInvalid(await post({ name: "x", description: "x".repeat(10_001) }), "description", "too_long");
      expectStatus(await post({ name: "🏡".repeat(255), description: "x".repeat(10_000) }), 201);
    });

    it("change only the fields of the request", async () => {
      const made = await makers.entry(kind, { name: "before", description: "kept" });
      house.clock.pass(1000);
      const changed = expectStatus(await change(made.id, { name: "after" }), 200);
      expect(changed).toEqual({ ...made, name: "after", updated_at: house.clock.now() });
      expectInvalid(await change(made.id, { name: "" }), "name", "blank");
      expect(expectStatus(await change(made.id, { ...changed, description: null, id: NOTHING }), 200)).toEqual({
        ...changed,
        description: null,
      });
    });

    it("are searched by name, and sorted by it", async () => {
      for (const name of ["Zéta", "zeta 2", "Alpha zeta"]) await makers.entry(kind, { name });
      expect(await list({ "q[name_eq]": "Zéta" })).toEqual(["Zéta"]);
      expect(await list({ "q[name_eq]": "zéta" })).toEqual([]);
      expect(await list({ "q[name_cont]": "ZETA", sort: "name", direction: "asc" })).toEqual(["Alpha zeta", "zeta 2"]);
      expect((await list({ per_page: "1" })).length).toBe(1);
      expectMalformed(await user.ask("GET", ALL, { query: { sort: "description" } }));
    });

    it("are deleted for good", async () => {
      const made = await makers.entry(kind);
      expectStatus(await admin.ask<unknown>("DELETE", `${ALL}/${made.id}`), 204);
      expectNotFound(await user.ask("GET", `${ALL}/${made.id}`));
      expectNotFound(await change(made.id, { name: "x" }));
      expectNotFound(await admin.ask("DELETE", `${ALL}/${made.id}`));
    });
  });

  it.each(["workspace_types", "document_types"] as const)("%s are drafts or published", async (kind) => {
    const ALL = `${DOCUMENTS}/${kind}`;
    expect((await makers.entry(kind)).status).toBe("published");
    const draft = await makers.entry(kind, { name: "a draft", status: "draft" });
    expect(draft.status).toBe("draft");
    const query = { "q[status_eq]": "draft" };
    expect((await user.ask<readonly TypeBody[]>("GET", ALL, { query })).body).toEqual([draft]);
    expectInvalid(await admin.ask("PATCH", `${ALL}/${draft.id}`, { json: { status: "gone" } }), "status", "inclusion");
    const json = { status: "published" };
    expect((await admin.ask<TypeBody>("PATCH", `${ALL}/${draft.id}`, { json })).body.status).toBe("published");
  });

  it("domains have no status", async () => {
    expect(await makers.entry("domains", { status: "draft" })).not.toHaveProperty("status");
    expectMalformed(await user.ask("GET", `${DOCUMENTS}/domains`, { query: { "q[status_eq]": "draft" } }));
  });

  it("label a workspace with its type and subject, until they are deleted or cleared", async () => {
    const [type, domain] = [await makers.entry("workspace_types", { name: "Immeuble" }), await makers.entry("domains")];
    const made = await makers.workspace({ workspace_type_id: type.id, domain_id: domain.id });
    expect(made).toMatchObject({
      workspace_type_id: type.id,
      workspace_type_name: "Immeuble",
      domain_id: domain.id,
    });
    const change = (json: object) => admin.ask<WorkspaceBody>("PATCH", workspaceAt(made.id), { json });
    const query = { "q[workspace_type_name_cont]": "IMMEU" };
    expect((await admin.ask("GET", `${DOCUMENTS}/workspaces`, { query })).body).toEqual([made]);
    expectInvalid(await change({ workspace_type_id: NOTHING }), "workspace_type_id", "not_found");
    expectInvalid(await change({ workspace_type_id: domain.id }), "workspace_type_id", "not_found");
    expectInvalid(await change({ domain_id: NOTHING }), "domain_id", "not_found");
    expect(expectStatus(await change({ domain_id: null }), 200)).toEqual({ ...made, domain_id: null });
    expectStatus(await change({ domain_id: domain.id }), 200);

    expectStatus(await admin.ask<unknown>("DELETE", `${DOCUMENTS}/workspace_types/${type.id}`), 204);
    expectStatus(await admin.ask<unknown>("DELETE", `${DOCUMENTS}/domains/${domain.id}`), 204);
    expect((await admin.ask("GET", workspaceAt(made.id))).body).toEqual({
      ...made,
      workspace_type_id: null,
      workspace_type_name: null,
      domain_id: null,
    });
  });

  it("label a document with its type and subject, until they are deleted or cleared", async () => {
    const type = await makers.entry("document_types", { name: "Bail" });
    const domain = await makers.entry("domains", { name: "Gestion" });
    const references = { document_type_id: type.id, domain_id: domain.id };
    const { bulk_upload_id, duplicate_of, classification_reason, ...made } = await makers.upload(references);
    expect(made).toMatchObject({
      ...references,
      document_type: { id: type.id, name: "Bail" },
      domain: { id: domain.id, name: "Gestion" },
    });
    const change = (json: object) => admin.ask<DocumentBody>("PATCH", documentAt(made.id), { json });
    const query = { "q[domain_id_eq]": domain.id };
    expect((await admin.ask("GET", `${DOCUMENTS}/documents`, { query })).body).toEqual([made]);
    const both = await admin.ask(
      "POST",
      `${DOCUMENTS}/documents`,
      uploadForm("x", { domain_id: type.id, document_type_id: NOTHING }),
    );
    expectInvalid(both, "domain_id", "not_found");
    expectInvalid(both, "document_type_id", "not_found");
    expect(expectStatus(await change({ document_type_id: null }), 200)).toEqual({
      ...made,
      document_type_id: null,
      document_type: null,
    });
    expectStatus(await change({ document_type_id: type.id }), 200);

    expectStatus(await admin.ask<unknown>("DELETE", `${DOCUMENTS}/document_types/${type.id}`), 204);
    expectStatus(await admin.ask<unknown>("DELETE", `${DOCUMENTS}/domains/${domain.id}`), 204);
    expect((await admin.ask("GET", documentAt(made.id))).body).toEqual({
      ...made,
      document_type_id: null,
      document_type: null,
      domain_id: null,
      domain: null,
    });
  });
});
