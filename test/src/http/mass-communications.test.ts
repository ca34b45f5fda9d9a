import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { COMMUNICATIONS, COMPOSED, composerFor, TEMPLATES } from "../../support/compositions.ts";
import { usualDatabases } from "../../support/databases.ts";
import { documentAt, folderAt, type Makers, makersFor, NOTHING } from "../../support/record-factories.ts";
import type { ComposedDocumentBody, DocumentBody, MassCommunicationBody, PartBody } from "../../support/records.ts";
import { expectMalformed, expectNotFound, expectRefusal, expectStatus, refusedFields } from "../../support/refusals.ts";

describe.each(usualDatabases)("mass communications on $name", ({ open }) => {
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

  let made = 0;
  async function template(json: object = {}): Promise<string> {
    made += 1;
    const parts = [
      { title: "Dear {{ recipient.display_name }}", content: "{{ text }}", status: "draft" },
      { content: "To {{recipient.email_address}} {{ recipient.first_name }}", status: "editing" },
    ];
    return (await composerFor(admin).template({ name: "Notice", default_parts: parts, ...json })).key;
  }
  const contact = async (fields: object = {}) => {
    made += 1;
    return (await makers.contact({ email_address: `c${made}@example.org`, ...fields })).id;
  };
  const ask = (json: object, by = person) => by.ask<MassCommunicationBody>("POST", COMMUNICATIONS, { json });
  const begin = async (json: object, by = person) => expectStatus(await ask(json, by), 201);
  const read = async (id: string, by = person) =>
    expectStatus(await by.ask<MassCommunicationBody>("GET", `${COMMUNICATIONS}/${id}`), 200);
  const cancel = (id: string, by = person) => by.ask<MassCommunicationBody>("POST", `${COMMUNICATIONS}/${id}/cancel`);
  const composed = async (query: string, by = person) => {
    const reply = await by.ask<{ composed_documents: readonly ComposedDocumentBody[] }>("GET", COMPOSED, { query });
    return expectStatus(reply, 200).composed_documents;
  };

  it("makes a composed document and its PDF for each recipient, in the place that was named", async () => {
    const folder = await makers.folder({}, person);
    const user = await house.person({ first_name: "Zoé", last_name: "Noël" });
    const member = await house.person();
    const group = await makers.group({}, [user.id, member.id]);
    const [one, sharing] = [await contact({ first_name: "Ada" }), await contact({ email_address: user.email })];
    const template_key = await template();
    const begun = await begin({
      ...{ template_key, name: "Rent of 2027", variables: { text: "**bold**" }, folder_id: folder.id },
      recipients: { contact_ids: [one, sharing, one], user_ids: [user.id], group_ids: [group.id] },
    });
    expect(begun).toMatchObject({
      ...{ template_key, name: "Rent of 2027", variables: { text: "**bold**" }, status: "pending" },
      recipients: { contact_ids: [one, sharing], user_ids: [user.id], group_ids: [group.id] },
      ...{ folder_id: folder.id, workspace_id: null, total_files: 3, processed_files: 0, successful_files: 0 },
      ...{ failed_files: 0, progress: 0, failures: [] },
    });
    expect(await read(begun.id)).toEqual(begun);
    await house.work();
    const done = await read(begun.id);
    expect(done).toMatchObject({ status: "completed", processed_files: 3, successful_files: 3, progress: 100 });
    const found = await composed(`folder_id=${folder.id}&sort=name&direction=asc`);
    const addresses = [`c${made - 2}@example.org`, user.email, member.email].toSorted();
    expect(found.map(({ name }) => name)).toEqual(addresses.map((address) => `Rent of 2027 – ${address}`));
    const of = found.find(({ name }) => name.endsWith(user.email));
    expect(of).toMatchObject({
      ...{ status: "exported", template_key, parts_count: 2, created_by: { id: person.id } },
      variables: {
        text: "**bold**",
        recipient: { email_address: user.email, first_name: null, last_name: null },
      },
    });
    const pdf = expectStatus(await person.ask<DocumentBody>("GET", documentAt(of?.pdf_file_id ?? "")), 200);
    expect(pdf).toMatchObject({
      ...{ name: `Rent of 2027 – ${user.email}.pdf`, content_type: "application/pdf" },
      ...{ documents_folder_id: folder.id, versions_count: 0 },
    });
    const granted = await admin.ask<readonly unknown[]>("GET", `${documentAt(pdf.id)}/permissions`);
    expect(expectStatus(granted, 200)).toHaveLength(1);
    const parts = await person.ask<{ parts: readonly PartBody[] }>("GET", `${COMPOSED}/${of?.id}/parts`);
    expect(expectStatus(parts, 200).parts.map(({ status, content_source }) => [status, content_source])).toEqual([
      ["draft", "template"],
      ["editing", "template"],
    ]);
  });

  it("copies the template and the names of the directory when it is requested", async () => {
    const template_key = await template();
    const user = await house.person({ first_name: "Ada", last_name: "Lovelace" });
    const { id } = await begin({ template_key, recipients: { user_ids: [user.id] }, variables: { text: "x" } });
    const broken = { typst_source: "#nope", default_parts: [] };
    expectStatus(
      await admin.ask<unknown>("PATCH", `${TEMPLATES}/${(await keyed(template_key)).id}`, { json: broken }),
      200,
    );
    expectStatus(await admin.ask<unknown>("PATCH", `${USERS}/${user.id}`, { json: { first_name: "Other" } }), 200);
    await house.work();
    expect(await read(id)).toMatchObject({ name: "Notice", status: "completed" });
    const [document] = await composed(`q[name_cont]=${encodeURIComponent(user.email)}`);
    expect(await composerFor(person).read(document?.id ?? "")).toMatchObject({
      ...{ name: `Notice – ${user.email}`, typst_source: "#set par(justify: true)", folder_id: null },
      variables: { recipient: { first_name: "Ada", last_name: "Lovelace", display_name: "Ada Lovelace" } },
    });
    // Outside any folder both belong to the requesting user alone.
    expectStatus(await person.ask<unknown>("GET", documentAt(document?.pdf_file_id ?? "")), 200);
    expectNotFound(await user.ask("GET", documentAt(document?.pdf_file_id ?? "")));
    expectNotFound(await user.ask("GET", `${COMPOSED}/${document?.id}`));
  });
  const keyed = async (key: string) =>
    expectStatus(await admin.ask<{ template: { id: string } }>("GET", `${TEMPLATES}/${key}`), 200).template;

  it("has no template any more once that was removed meanwhile", async () => {
    // Drafts are printed too.
    const template_key = await template({ default_parts: [{ content: "{{ text }}", status: "draft" }] });
    await begin({
      template_key,
      name: "Orphan",
      recipients: { contact_ids: [await contact()] },
      variables: { text: 1 },
    });
    expectStatus(await admin.ask<unknown>("DELETE", `${TEMPLATES}/${(await keyed(template_key)).id}`), 204);
    await house.work();
    expect((await composed("q[name_start]=Orphan"))[0]).toMatchObject({ template_id: null, template_key: null });
  });

  it("counts recipients without a document with the reason, and continues with the next", async () => {
    const ids = [await contact({ first_name: "Ada" }), await contact({ first_name: "Eve" })];
    const source = '#if "{{ recipient.first_name }}" == "Eve" { panic("no Eve") }';
    const parts = [
      { content: "{{ text }}", status: "editing" },
      { content: source, content_format: "typst", status: "editing" },
    ];
    const template_key = await template({ default_parts: parts });
    const { id } = await begin({ template_key, recipients: { contact_ids: ids }, variables: { text: "x" } });
    await house.work();
    const mixed = await read(id);
    expect(mixed).toMatchObject({
      status: "completed",
      processed_files: 2,
      successful_files: 1,
      failed_files: 1,
      progress: 100,
    });
    expect(mixed.failures).toEqual([
      {
        email_address: `c${made - 1}@example.org`,
        message: expect.stringMatching(/^part 2, line 1, column \d+: .*no Eve/),
      },
    ]);

    // More than one job takes.
    for (let more = 0; more < 50; more += 1) ids.push(await contact());
    const missing = await begin({ template_key, recipients: { contact_ids: ids } });
    await house.work();
    const failed = await read(missing.id);
    expect(failed).toMatchObject({ status: "failed", processed_files: 52, successful_files: 0, failed_files: 52 });
    expect(failed.failures).toHaveLength(52);
    expect(failed.failures[0]).toMatchObject({ message: "variables.text can't be blank" });
  });

  it("fails for recipients whose document would be too long, with the reason", async () => {
    const contact_ids = [await contact(), await contact()];
    const template_key = await template({ default_parts: [{ content: "{{text}}".repeat(16_000), status: "editing" }] });
    const variables = { text: "x".repeat(60_000) };
    const { id } = await begin({ template_key, recipients: { contact_ids }, variables });
    await house.work();
    const failed = await read(id);
    expect(failed).toMatchObject({ status: "failed", failed_files: 2 });
    const message = expect.stringMatching(/^variables make the document too long/);
    expect(failed.failures).toMatchObject([{ message }, { message }]);
  });

  it("uses the current rights of the requesting user", async () => {
    const folder = await makers.folder();
    const writer = await house.person();
    const permission = await makers.permission(folderAt(folder.id), writer, "write");
    const recipients = { contact_ids: [await contact(), await contact()] };
    const template_key = await template();
    const json = { template_key, recipients, folder_id: folder.id, variables: { text: "x" } };
    const { id } = await begin(json, writer);
    expectStatus(await admin.ask<unknown>("DELETE", `${folderAt(folder.id)}/permissions/${permission.id}`), 204);
    await house.work();
    const failed = await read(id, writer);
    expect(failed).toMatchObject({ status: "failed", failed_files: 2 });
    expect(await composed(`folder_id=${folder.id}`, admin)).toEqual([]);

    const again = await begin({ ...json, folder_id: null }, writer);
    expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${writer.id}`), 204);
    await house.work();
    expect(await read(again.id, admin)).toMatchObject({ status: "failed", failed_files: 2 });
  });

  it("is cancelled for good: created documents stay, and cancelling again changes nothing", async () => {
    const json = {
      template_key: await template(),
      recipients: { contact_ids: [await contact()] },
      variables: { text: 1 },
    };
    const { id } = await begin({ ...json, name: "Called off" });
    const first = expectStatus(await cancel(id), 200);
    expect(first).toMatchObject({ status: "cancelled", total_files: 1, processed_files: 0, progress: 0 });
    expect(expectStatus(await cancel(id), 200)).toEqual(first);
    await house.work();
    expect(await read(id)).toEqual(first);
    expect(await composed("q[name_start]=Called")).toEqual([]);

    const done = await begin(json);
    await house.work();
    const refused = expectRefusal(await cancel(done.id), 422, "invalid_transition");
    expect(refused).toMatchObject({ details: { allowed: [] } });
    expect((await read(done.id)).status).toBe("completed");
  });

  it("lists a user's own communications, and all of them to administrators", async () => {
    const other = await house.person();
    const json = { template_key: await template(), recipients: { contact_ids: [await contact()] } };
    const [mine, his] = [await begin({ ...json, name: "b" }), await begin({ ...json, name: "a" }, other)];
    expectNotFound(await other.ask("GET", `${COMMUNICATIONS}/${mine.id}`));
    expectNotFound(await cancel(mine.id, other));
    expect((await read(mine.id, admin)).id).toBe(mine.id);
    const list = async (by: Person, query = "") =>
      expectStatus(await by.ask<readonly MassCommunicationBody[]>("GET", COMMUNICATIONS, { query }), 200).map(
        ({ id }) => id,
      );
    expect(await list(other)).toEqual([his.id]);
    expect((await list(admin)).slice(0, 2)).toEqual([his.id, mine.id]);
    expect((await list(admin, "sort=name&direction=asc")).slice(0, 2)).toEqual([his.id, mine.id]);
    expect(await list(admin, "q[status_eq]=pending&q[name_eq]=b")).toEqual([mine.id]);
    const reply = await other.ask("GET", COMMUNICATIONS, { query: "per_page=1" });
    expect(["x-total-count", "x-page", "x-per-page", "x-has-more"].map((name) => reply.headers.get(name))).toEqual([
      "1",
      "1",
      "1",
      "false",
    ]);
    expectMalformed(await other.ask("GET", COMMUNICATIONS, { query: "sort=status" }));
    expectStatus(await cancel(his.id, admin), 200);
  });

  it("refuses an unusable template, folder or recipient", async () => {
    const [template_key, one] = [
      await template({ variables_schema: { properties: { n: { type: "integer" } } } }),
      await contact(),
    ];
    const recipients = { contact_ids: [one] };
    const empty = await makers.group();
    const cases: readonly (readonly [object, string, string])[] = [
      [{ template_key, recipients: {} }, "recipients", "blank"],
      [{ template_key, recipients: { contact_ids: [], user_ids: null } }, "recipients", "blank"],
      [{ template_key, recipients: { group_ids: [empty.id] } }, "recipients", "blank"],
      [{ template_key, recipients: { contact_ids: [one, NOTHING] } }, "recipients", "not_found"],
      [{ template_key, recipients: { user_ids: [one] } }, "recipients", "not_found"],
      [{ template_key: "no-such", recipients }, "template_key", "not_found"],
      [{ template_key: "no\u0000such", recipients }, "template_key", "invalid"],
      [{ template_key: "no\ud800such", recipients }, "template_key", "invalid"],
      [{ template_key, recipients, name: " " }, "name", "blank"],
      [{ template_key, recipients, name: "x".repeat(256) }, "name", "too_long"],
      [{ template_key, recipients, variables: { n: "x" } }, "variables.n", "not_a_number"],
      [{ template_key, recipients, variables: { x: "x".repeat(65_480) } }, "variables", "too_long"],
      [{ template_key, recipients, folder_id: NOTHING }, "folder_id", "not_found"],
      [{ template_key, recipients, workspace_id: NOTHING }, "workspace_id", "not_found"],
    ];
    for (const [json, field, code] of cases) {
      const refused = refusedFields(expectRefusal(await ask(json), 422, "unprocessable_entity"));
      expect(refused).toEqual([[field, code]]);
    }
    const inactive = await template({ active: false });
    expect(
      refusedFields(expectRefusal(await ask({ template_key: inactive, recipients }), 422, "unprocessable_entity")),
    ).toEqual([["template_key", "not_found"]]);
    const folder = await makers.folder();
    await house.grant(person, "read", "folder", folder.id);
    expectRefusal(await ask({ template_key, recipients, folder_id: folder.id }), 403, "forbidden");
    const many = Array.from(
      { length: 10_001 },
      (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    );
    const refused = refusedFields(
      expectRefusal(await ask({ template_key, recipients: { contact_ids: many } }), 422, "unprocessable_entity"),
    );
    expect(refused).toEqual([["recipients", "too_long"]]);
  });

  it("replays its answer under an Idempotency-Key, and runs once", async () => {
    const json = {
      template_key: await template(),
      name: "Once",
      recipients: { contact_ids: [await contact()] },
      variables: { text: 1 },
    };
    const keyedAsk = () =>
      person.ask<MassCommunicationBody>("POST", COMMUNICATIONS, { json, headers: { "idempotency-key": "a-letter" } });
    const first = expectStatus(await keyedAsk(), 201);
    await house.work();
    expect(expectStatus(await keyedAsk(), 201)).toEqual(first);
    await house.work();
    expect(await composed("q[name_start]=Once")).toHaveLength(1);
  });
});
