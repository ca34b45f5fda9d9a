import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectBounded, followed } from "../../support/long-lists.ts";
import {
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  NOTHING,
  planAt,
  workspaceAt,
} from "../../support/record-factories.ts";
import type { ClassificationPlanBody, DocumentBody, FolderBody, WorkspaceBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { uploadForm } from "../../support/send-request.ts";

const ALL = `${DOCUMENTS}/classification_plans`;
const HEADER = "code,label,parent_code,keywords\n";
const CSV = `\ufeff${HEADER}A,Baux,,\nA1,Bail habitation,A,bail;location\nA2,"Quittances, avis",A,quittance\n`;

const entry = (code: string, parent_code: string | null = null) => ({
  code,
  label: `Entry ${code}`,
  parent_code,
  keywords: [],
});

const ENTRIES = [
  { code: "A", label: "Baux", parent_code: null, keywords: [] },
  { code: "A1", label: "Bail habitation", parent_code: "A", keywords: ["bail", "location"] },
  { code: "A2", label: "Quittances, avis", parent_code: "A", keywords: ["quittance"] },
];

describe.each(usualDatabases)("classification plans on $name", ({ open }) => {
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

  const post = (json: object, by = admin) => by.ask<ClassificationPlanBody>("POST", ALL, { json });
  const change = (id: string, json: object, by = admin) =>
    by.ask<ClassificationPlanBody>("PATCH", planAt(id), { json });
  const changeWorkspace = (id: string, json: object, by = admin) =>
    by.ask<WorkspaceBody>("PATCH", workspaceAt(id), { json });
  const list = (by: Person, query: Readonly<Record<string, string>> = {}) =>
    by.ask<readonly ClassificationPlanBody[]>("GET", ALL, { query });
  const workspaceOf = async (id: string) => (await admin.ask<WorkspaceBody>("GET", workspaceAt(id))).body;
  const documentOf = async (id: string) => (await admin.ask<DocumentBody>("GET", documentAt(id))).body;
  const changeDocument = (id: string, json: object) => admin.ask<DocumentBody>("PATCH", documentAt(id), { json });

  describe("are made and changed by administrators", () => {
    it("of a CSV or of entries", async () => {
      const made = expectStatus(await post({ label: " Plan ", description: "d", csv: CSV }), 201);
      expect(made).toMatchObject({ label: "Plan", description: "d", entries: ENTRIES, created_at: house.clock.now() });
      const [first, ...rest] = ENTRIES;
      const same = expectStatus(
        await post({ label: "Plan", entries: [...rest, { code: first?.code, label: first?.label }] }),
        201,
      );
      expect(same.entries).toEqual([...rest, first]);
      expect((await user.ask("GET", planAt(made.id))).body).toEqual(made);
      expect(expectStatus(await post({ label: "Empty" }), 201).entries).toEqual([]);
    });

    it("and by administrators only", async () => {
      const made = await makers.plan();
      for (const role of ["user", "manager"] as const) {
        const person = await house.person({ role });
        expectRefusal(await post({ label: "no" }, person), 403, "forbidden");
        expectRefusal(await change(made.id, { label: "no" }, person), 403, "forbidden");
        expectRefusal(await person.ask("DELETE", planAt(made.id)), 403, "forbidden");
      }
    });

    it("and change only the fields of the request", async () => {
      const made = await makers.plan({ csv: CSV, description: "kept" });
      house.clock.pass(1000);
      const changed = expectStatus(await change(made.id, { label: "after" }), 200);
      expect(changed).toEqual({ ...made, label: "after", updated_at: house.clock.now() });
      expect(expectStatus(await change(made.id, { csv: HEADER }), 200)).toEqual({ ...changed, entries: [] });
      expect(expectStatus(await change(made.id, { ...changed, id: NOTHING }), 200)).toEqual(changed);
    });

    it("within bounds", async () => {
      for (const json of [{}, { label: " " }]) expectInvalid(await post(json), "label", "blank");
      expectInvalid(await post({ label: "x".repeat(256) }), "label", "too_long");
      expectInvalid(await post({ label: "x", description: "x".repeat(10_001) }), "description", "too_long");
      expectInvalid(await post({ label: "x", csv: CSV, entries: [] }), "csv", "invalid");
      const entries = [{ code: "A", label: "an entry" }];
      expect(expectStatus(await post({ label: "x", csv: null, entries }), 201).entries).toHaveLength(1);
      const { id, entries: none } = expectStatus(await post({ label: "x", csv: null }), 201);
      expect(none).toEqual([]);
      expectStatus(await change(id, { entries }), 200);
      expect(expectStatus(await change(id, { csv: null }), 200).entries).toEqual([]);
      expectInvalid(await post({ label: "x", entries: [entry("A"), entry("A")] }), "entries[1]", "taken");
      expectInvalid(await post({ label: "x", entries: [entry("A", "B")] }), "entries[0]", "not_found");
      expectInvalid(await post({ label: "x", entries: [entry("A", "A")] }), "entries[0]", "invalid");
      expectInvalid(await post({ label: "x", entries: [entry("\u0000")] }), "entries[0]", "invalid");
      const many = Array.from({ length: 5001 }, (_, index) => ({ code: `${index}`, label: "x" }));
      expectInvalid(await post({ label: "x", entries: many }), "entries", "too_long");
      expectStatus(await post({ label: "x", entries: many.slice(1) }), 201);
    });
  });

  describe("an invalid CSV (hostile row 86)", () => {
    it.each([
      ["no header", "A,Baux,,\n", "row 1", "invalid"],
      ["nothing", "", "row 1", "invalid"],
      ["NUL", `${HEADER}A,a\u0000,,\n`, "row 2", "invalid"],
      ["5001 rows", HEADER + Array.from({ length: 5001 }, (_, n) => `${n},x,,\n`).join(""), "row 5002", "too_long"],
      ["a circle", `${HEADER}A,a,B,\nB,b,A,\n`, "row 3", "invalid"],
      ["a repeated code", `${HEADER}A,a,,\nA,b,,\n`, "row 3", "taken"],
      ["an open quote", `${HEADER}A,"a,,\n`, "row 2", "invalid"],
      ["a lone surrogate", `${HEADER}A,\ud800,,\n`, "row 2", "invalid"],
    ])("with %s is refused by row, for a plan and for a workspace", async (_what, csv, row, code) => {
      expectInvalid(await post({ label: "x", csv }), row, code);
      expectInvalid(
        await admin.ask("POST", `${DOCUMENTS}/workspaces`, { json: { classification_plan_csv: csv } }),
        row,
        code,
      );
    });
  });

  it("are listed with 8 MiB of entries at most at once", async () => {
    const entries = Array.from({ length: 4_000 }, (_, index) => ({ ...entry(`c${index}`), label: "x".repeat(150) }));
    const labels = Array.from({ length: 11 }, (_, index) => `long ${String(index).padStart(2, "0")}`);
    for (const label of labels) expectStatus(await post({ label, entries }), 201);
    const replies = await followed(user, ALL, "q[label_start]=long&sort=label&direction=asc");
    expectBounded(replies);
    const plans = replies.flatMap(({ body }) => body as readonly ClassificationPlanBody[]);
    expect(plans.map(({ label }) => label)).toEqual(labels);
    expect(plans.every((plan) => plan.entries.length === entries.length)).toBe(true);
  });

  it("are searched by name, and sorted by it", async () => {
    for (const label of ["Zéta", "zeta 2", "Alpha zeta"]) await makers.plan({ label });
    const labels = async (query: Readonly<Record<string, string>>) =>
      (await list(user, query)).body.map(({ label }) => label);
    expect(await labels({ "q[label_eq]": "Zéta" })).toEqual(["Zéta"]);
    expect(await labels({ "q[label_eq]": "Zét" })).toEqual([]);
    expect(await labels({ "q[label_cont]": "ZETA", sort: "label", direction: "asc" })).toEqual([
      "Alpha zeta",
      "zeta 2",
    ]);
    expectMalformed(await list(user, { sort: "description" }));
    expectMalformed(await list(user, { "q[entries_present]": "true" }));
  });

  describe("are a workspace's", () => {
    it("made of its CSV, under a label or its own", async () => {
      const made = await makers.workspace({
        label: "W1",
        classification_plan_csv: CSV,
        classification_plan_label: "P1",
      });
      expect(made).toMatchObject({ classification_plan_label: "P1", completion_percentage: 0 });
      const plan = (await admin.ask<ClassificationPlanBody>("GET", planAt(made.classification_plan_id ?? ""))).body;
      expect(plan).toMatchObject({ label: "P1", entries: ENTRIES });
      expect((await list(admin, { "q[label_eq]": "P1" })).body).toEqual([plan]);

      const again = expectStatus(await changeWorkspace(made.id, { ...made, classification_plan_csv: HEADER }), 200);
      expect(again.classification_plan_id).not.toBe(plan.id);
      expect(again.classification_plan_label).toBe("P1");
      expect((await list(admin, { "q[label_eq]": "P1" })).body).toHaveLength(2);
      expect((await makers.workspace({ label: "W2", classification_plan_csv: CSV })).classification_plan_label).toBe(
        "W2",
      );
    });

    it("by id or by a label that means one", async () => {
      const plan = await makers.plan({ label: "Unique" });
      const made = await makers.workspace({ classification_plan_label: "Unique" });
      expect(made).toMatchObject({ classification_plan_id: plan.id, classification_plan_label: "Unique" });
      const query = { "q[classification_plan_label_eq]": "Unique" };
      expect((await admin.ask("GET", `${DOCUMENTS}/workspaces`, { query })).body).toEqual([made]);
      expect(expectStatus(await changeWorkspace(made.id, made), 200)).toEqual(made);

      const none = { ...made, classification_plan_id: null, classification_plan_label: null };
      expect(expectStatus(await changeWorkspace(made.id, { classification_plan_id: null }), 200)).toEqual(none);
      const back = expectStatus(await changeWorkspace(made.id, { ...none, classification_plan_label: "Unique" }), 200);
      expect(back).toEqual(made);
      expect(expectStatus(await changeWorkspace(made.id, { ...back, classification_plan_id: null }), 200)).toEqual(
        none,
      );
      const another = await makers.plan({ label: "Another" });
      await changeWorkspace(made.id, { classification_plan_id: plan.id });
      const relabelled = await changeWorkspace(made.id, { ...back, classification_plan_label: "Another" });
      expect(expectStatus(relabelled, 200).classification_plan_id).toBe(another.id);
      expect(expectStatus(await changeWorkspace(made.id, { classification_plan_id: plan.id }), 200)).toEqual(made);
      expect(expectStatus(await changeWorkspace(made.id, none), 200)).toEqual(none);

      const refused = (json: object) => changeWorkspace(made.id, json);
      expectInvalid(await refused({ classification_plan_id: NOTHING }), "classification_plan_id", "not_found");
      expectInvalid(await refused({ classification_plan_label: "None" }), "classification_plan_label", "not_found");
      expectInvalid(await refused({ classification_plan_label: "" }), "classification_plan_label", "blank");
      await makers.plan({ label: "Unique" });
      expectInvalid(await refused({ classification_plan_label: "Unique" }), "classification_plan_label", "invalid");
    });

    it("by users who see them: their own, an administrator's, or those of readable workspaces", async () => {
      const [maker, other] = [await house.person({ role: "manager" }), await house.person({ role: "manager" })];
      const made = await makers.workspace({ classification_plan_csv: CSV, classification_plan_label: "Hers" }, maker);
      const id = made.classification_plan_id ?? "";
      const sees = async (person: Person) =>
        (await list(person, { "q[label_eq]": "Hers" })).body.map((plan) => plan.id);
      expect(await sees(maker)).toEqual([id]);
      expect(await sees(admin)).toEqual([id]);
      expect(await sees(other)).toEqual([]);
      expectNotFound(await other.ask("GET", planAt(id)));
      const attach = (json: object) => other.ask<WorkspaceBody>("POST", `${DOCUMENTS}/workspaces`, { json });
      expectInvalid(await attach({ classification_plan_id: id }), "classification_plan_id", "not_found");
      expectInvalid(await attach({ classification_plan_label: "Hers" }), "classification_plan_label", "not_found");

      await house.grant(other, "read", "workspace", made.id);
      expect(await sees(other)).toEqual([id]);
      const attached = expectStatus(await attach({ classification_plan_label: "Hers" }), 201);
      expect(attached.classification_plan_id).toBe(id);

      // It belongs to the first workspace, but the second one still needs it.
      expectStatus(await maker.ask<unknown>("DELETE", workspaceAt(made.id)), 204);
      expect(await sees(other)).toEqual([id]);
      expectStatus(await other.ask<unknown>("DELETE", workspaceAt(attached.id)), 204);
      expect(await sees(other)).toEqual([]);
      expect(await sees(maker)).toEqual([id]);
    });

    it("until it is removed", async () => {
      const made = await makers.workspace({ classification_plan_csv: CSV });
      expectStatus(await admin.ask<unknown>("DELETE", workspaceAt(made.id)), 204);
      expectNotFound(await admin.ask("GET", planAt(made.classification_plan_id ?? "")));
    });
  });

  describe("limit the codes of documents", () => {
    it("whether they are made or changed", async () => {
      const workspace = await makers.workspace({ classification_plan_csv: CSV });
      const document = await makers.upload({ workspace_id: workspace.id, classification_code: " A2 " });
      expect(document).toMatchObject({
        classification_code: "A2",
        classification_plan_id: workspace.classification_plan_id,
      });
      const code = async (json: object) =>
        expectStatus(await changeDocument(document.id, json), 200).classification_code;
      expect(await code({ classification_code: "A1" })).toBe("A1");
      expect(await code({ name: "other" })).toBe("A1");
      expect(await code({ classification_code: "A" })).toBe("A");
      const query = { "q[classification_code_eq]": "A", workspace_id: workspace.id };
      expect((await admin.ask<readonly object[]>("GET", `${DOCUMENTS}/documents`, { query })).body).toHaveLength(1);
      expect(await code({ classification_code: null })).toBeNull();
      for (const wrong of ["a1", "ZZ", "Bail habitation"]) {
        expectInvalid(
          await changeDocument(document.id, { classification_code: wrong }),
          "classification_code",
          "not_found",
        );
      }
      expectInvalid(
        await changeDocument(document.id, { classification_code: "\u0000" }),
        "classification_code",
        "invalid",
      );
      const upload = (fields: object) => admin.ask("POST", `${DOCUMENTS}/documents`, uploadForm("x", { ...fields }));
      expectInvalid(await upload({ classification_code: "A1" }), "classification_code", "not_found");
      expectInvalid(
        await upload({ workspace_id: workspace.id, classification_code: "B" }),
        "classification_code",
        "not_found",
      );
      const folder = await makers.folder({ workspace_id: workspace.id });
      const inside = await makers.upload({ documents_folder_id: folder.id, classification_code: "A1" });
      expect(inside.classification_code).toBe("A1");
    });

    it("as long as they have the code and the document stays", async () => {
      const [one, two] = [
        await makers.workspace({ classification_plan_csv: CSV }),
        await makers.workspace({ classification_plan_csv: `${HEADER}A1,Other,,\nB,Only here,,\n` }),
      ];
      const [stored, lost] = [
        await makers.upload({ workspace_id: one.id, classification_code: "A1" }),
        await makers.upload({ workspace_id: one.id, classification_code: "A2" }),
      ];
      const codes = async () => [
        (await documentOf(stored.id)).classification_code,
        (await documentOf(lost.id)).classification_code,
      ];
      const move = { workspace_id: two.id };
      expectInvalid(
        await changeDocument(lost.id, { ...move, classification_code: "A2" }),
        "classification_code",
        "not_found",
      );
      for (const { id } of [stored, lost]) expectStatus(await changeDocument(id, move), 200);
      expect(await codes()).toEqual(["A1", null]);
      expect(expectStatus(await changeDocument(lost.id, { classification_code: "B" }), 200).classification_code).toBe(
        "B",
      );

      // A folder takes its documents along.
      const folder = await makers.folder({ workspace_id: two.id });
      for (const { id } of [stored, lost])
        expectStatus(await changeDocument(id, { documents_folder_id: folder.id }), 200);
      expect(await codes()).toEqual(["A1", "B"]);
      expectStatus(await admin.ask<FolderBody>("PATCH", folderAt(folder.id), { json: { workspace_id: one.id } }), 200);
      expect(await codes()).toEqual(["A1", null]);

      // Another plan of the workspace, then other entries of the plan, then none at all.
      const { id } = await makers.upload({ workspace_id: one.id, classification_code: "A2" });
      const moved = expectStatus(await changeWorkspace(one.id, { classification_plan_csv: `${HEADER}A1,x,,\n` }), 200);
      expect([...(await codes()), (await documentOf(id)).classification_code]).toEqual(["A1", null, null]);
      expectStatus(await change(moved.classification_plan_id ?? "", { label: "renamed" }), 200);
      expect(await codes()).toEqual(["A1", null]);
      expectStatus(await change(moved.classification_plan_id ?? "", { entries: [] }), 200);
      expect(await codes()).toEqual([null, null]);
    });

    it("until they go", async () => {
      const plan = await makers.plan({ csv: CSV });
      const workspace = await makers.workspace({ classification_plan_id: plan.id });
      const document = await makers.upload({ workspace_id: workspace.id, classification_code: "A1" });
      expect(await workspaceOf(workspace.id)).toMatchObject({ completion_percentage: 50 });
      expectStatus(await admin.ask<unknown>("DELETE", planAt(plan.id)), 204);
      expectNotFound(await admin.ask("GET", planAt(plan.id)));
      expectNotFound(await admin.ask("DELETE", planAt(plan.id)));
      expect(await workspaceOf(workspace.id)).toMatchObject({
        classification_plan_id: null,
        classification_plan_label: null,
        completion_percentage: 0,
      });
      expect(await documentOf(document.id)).toMatchObject({ classification_code: null, classification_plan_id: null });
    });
  });

  describe("file documents by their keywords", () => {
    const PLAN = `${HEADER}A,Baux,,bail;location\nB,Quittances,,quittance;loyer;reçu de loyer\n`;
    const text = (bytes: string | Uint8Array, name = "scan.txt") => ({ bytes, name });
    const filed = { auto_classify: true };
    const latin1 = Uint8Array.from("reçu de loyer", (character) => character.charCodeAt(0));

    it("in their names and their text on request", async () => {
      const { id: workspace_id } = await makers.workspace({ classification_plan_csv: PLAN });
      const made = await makers.upload({ workspace_id, ...filed }, text("Quittance de LOYER. Bail n° 7"));
      expect(made).toMatchObject({
        classification_code: "B",
        classification_reason: { code: "B", score: 2, matched: ["quittance", "loyer"] },
      });
      expect((await documentOf(made.id)).classification_code).toBe("B");
      const codes = async (fields: object, file: { bytes: string | Uint8Array; name: string }) => {
        const { classification_code, classification_reason } = await makers.upload({ workspace_id, ...fields }, file);
        return [classification_code, classification_reason?.code ?? null];
      };
      expect(await codes({}, text("bail"))).toEqual([null, null]);
      expect(await codes(filed, text("bailleur, mode d'emploi"))).toEqual([null, null]);
      expect(await codes({ ...filed, classification_code: "A" }, text("loyer"))).toEqual(["A", null]);
      expect(await codes(filed, text("", "Bail.bin"))).toEqual(["A", "A"]);
      expect(await codes({ ...filed, name: "Location" }, text("."))).toEqual(["A", "A"]);
      expect(await codes(filed, text(latin1))).toEqual(["B", "B"]);
      expect(await codes(filed, text(`${" ".repeat(65_532)}bail`))).toEqual(["A", "A"]);
      expect(await codes(filed, text(`${" ".repeat(65_536)}bail`))).toEqual([null, null]);
      const { id: documents_folder_id } = await makers.folder({ workspace_id });
      expect((await makers.upload({ documents_folder_id, ...filed }, text("bail"))).classification_code).toBe("A");
      expect((await makers.upload(filed, text("bail"))).classification_reason).toBeNull();
    });

    it("when they are changed without naming a code, and clear the reason otherwise", async () => {
      const { id: workspace_id } = await makers.workspace({ classification_plan_csv: PLAN });
      const { id } = await makers.upload({}, text("Loyer"));
      const changed = async (json: object) => expectStatus(await changeDocument(id, json), 200).classification_code;
      expect(await changed({ workspace_id, ...filed })).toBe("B");
      expect(await changed({ classification_code: null })).toBeNull();
      expect(await changed(filed)).toBe("B");
      expect(await changed({ ...filed, classification_code: "A" })).toBe("A");
      expect(await changed({ ...filed, name: "nothing" })).toBe("B");
      expect(await changeDocument(id, filed)).not.toHaveProperty("body.classification_reason");
      const replaced = await admin.ask<DocumentBody>("PATCH", documentAt(id), uploadForm(text("bail"), filed));
      expect(expectStatus(replaced, 200).classification_code).toBe("A");
      const reader = await house.person();
      await house.grant(reader, "read", "document", id);
      expectRefusal(await reader.ask("PATCH", documentAt(id), { json: filed }), 403, "forbidden");
    });
  });

  it("report the completeness of a workspace: leaves with a document, rounded down", async () => {
    const workspace = await makers.workspace({ classification_plan_csv: `${HEADER}A,a,,\nA1,x,A,\nA2,x,A,\nB,b,,\n` });
    const completion = async () => (await workspaceOf(workspace.id)).completion_percentage;
    const file = (code: string) => makers.upload({ workspace_id: workspace.id, classification_code: code });
    await file("A");
    expect(await completion()).toBe(0);
    await file("A1");
    const second = await file("A1");
    expect(await completion()).toBe(33);
    const last = await file("B");
    expect(await completion()).toBe(66);
    await file("A2");
    expect(await completion()).toBe(100);
    const listed = await admin.ask<readonly WorkspaceBody[]>("GET", `${DOCUMENTS}/workspaces`);
    expect(listed.body.find(({ id }) => id === workspace.id)?.completion_percentage).toBe(100);
    for (const { id } of [second, last]) expectStatus(await admin.ask<unknown>("DELETE", documentAt(id)), 204);
    expect(await completion()).toBe(66);
  });

  it("lose no race with a document that is being filed", async () => {
    const workspace = await makers.workspace({ classification_plan_csv: CSV });
    const plan = workspace.classification_plan_id ?? "";
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, () =>
        admin.ask<DocumentBody>("POST", `${DOCUMENTS}/documents`, {
          ...uploadForm("x", { workspace_id: workspace.id, classification_code: "A1" }),
        }),
      ),
      change(plan, { entries: [entry("B")] }),
    ]);
    expect(replies.every(({ status }) => [200, 201, 422].includes(status))).toBe(true);
    const query = { workspace_id: workspace.id, "q[classification_code_not_null]": "true" };
    expect((await admin.ask("GET", `${DOCUMENTS}/documents`, { query })).body).toEqual([]);
  });
});
