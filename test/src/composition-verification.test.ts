import { describe, expect, it } from "vitest";
import type { House } from "../support/application-fixture.ts";
import { COMMUNICATIONS, composerFor, partAt, TEMPLATES } from "../support/compositions.ts";
import { usualDatabases } from "../support/databases.ts";
import { houseOn } from "../support/findings.ts";
import { documentAt, folderAt, type Makers, NOTHING, workspaceAt } from "../support/record-factories.ts";
import { expectStatus } from "../support/refusals.ts";

describe.each(usualDatabases)("Verification of composed documents on $name", (engine) => {
  it("finds nothing where everything happened that can", async () => {
    const { house, make } = await houseOn(engine);
    const { admin } = house;
    await template(house, "plain-notice");
    const workspace = await make.workspace();
    const [top, inside] = await make.chain(2, { workspace_id: workspace.id });
    if (!top || !inside) throw new Error("No folders were made");
    const made = await composed(house, { template_key: "plain-notice", folder_id: inside.id });
    const one = await part(house, made.id, { content: "text" });
    for (const status of ["ready", "validated", "locked"]) await admin.ask("PATCH", partAt(one), { json: { status } });
    const { pdf_file_id } = await compiled(house, made.id);
    await part(house, made.id, { content: "more" });
    await compiled(house, made.id);
    await make.changeFolder(top.id, { workspace_id: null });
    await admin.ask("DELETE", documentAt(pdf_file_id));
    await composed(house, { template_key: "plain-notice", folder_id: top.id });
    await composed(house, { template_key: "plain-notice", workspace_id: workspace.id });
    await admin.ask("DELETE", folderAt(top.id));
    await admin.ask("DELETE", workspaceAt(workspace.id));

    await template(house, "broken", "#nope");
    const contacts = await people(make, 3);
    const [first, second] = [
      await communication(house, "plain-notice", contacts),
      await communication(house, "broken", contacts),
    ];
    await house.work();
    const third = await communication(house, "plain-notice", contacts);
    await admin.ask("POST", `${COMMUNICATIONS}/${third}/cancel`);
    const statuses = [first, second, third].map(
      async (id) => (await admin.ask<{ status: string }>("GET", `${COMMUNICATIONS}/${id}`)).body.status,
    );
    expect(await Promise.all(statuses)).toEqual(["completed", "failed", "cancelled"]);
    await communication(house, "plain-notice", contacts);
    await admin.ask("DELETE", `${TEMPLATES}/${await template(house, "forced")}`, { query: "force=true" });
    expect(await house.findings()).toEqual([]);
  });

  it("finds every row that is not as it has to be, and no other", async () => {
    const { database, house, make, found } = await houseOn(engine);
    const expected: string[] = [];
    await template(house, "plain-notice");
    const estates: Estate[] = [];
    for (const _ of CASES) estates.push(await estateIn(house, make));
    for (const [index, [, damage, findings]] of CASES.entries()) {
      const estate = estates[index] ?? expect.unreachable();
      await database.damage(...damage(estate));
      expected.push(...findings(estate));
    }
    expect(await found()).toEqual(expected.toSorted());
  });
});

const template = async ({ admin }: House, key: string, typst_source = "#set par(justify: true)") =>
  (await composerFor(admin).template({ key, typst_source, default_parts: [{ content: "Dear", status: "editing" }] }))
    .id;
const composed = ({ admin }: House, json: object) => composerFor(admin).composed(json);
const part = ({ admin }: House, of: string, json: object) =>
  composerFor(admin).part(of, { status: "editing", ...json });
const compiled = ({ admin }: House, of: string) => composerFor(admin).compiled(of);

async function people(make: Makers, count: number): Promise<readonly string[]> {
  const contacts = [];
  for (let index = 0; index < count; index += 1) {
    contacts.push(await make.contact({ email_address: `person-${index}@example.org` }));
  }
  return contacts.map(({ id }) => id);
}

async function communication({ admin }: House, template_key: string, contact_ids: readonly string[]): Promise<string> {
  const reply = await admin.ask<{ id: string }>("POST", COMMUNICATIONS, {
    json: { template_key, recipients: { contact_ids } },
  });
  return expectStatus(reply, 201).id;
}

/** A document with a part in a folder, and a mass communication that has not begun yet. */
interface Estate {
  readonly folder: string;
  readonly workspace: string;
  readonly document: string;
  readonly part: string;
  readonly communication: string;
}

async function estateIn(house: House, make: Makers): Promise<Estate> {
  const workspace = await make.workspace();
  const folder = await make.folder({ workspace_id: workspace.id });
  const { id } = await composed(house, { template_key: "plain-notice", folder_id: folder.id });
  return {
    folder: folder.id,
    workspace: workspace.id,
    document: id,
    part: (await part(house, id, { content: "text" })).id,
    communication: await communication(house, "plain-notice", await people(make, 2)),
  };
}

/** The violation, the statements that cause it, and the expected findings. */
type Case = readonly [string, (of: Estate) => readonly string[], (of: Estate) => readonly string[]];

const changing =
  (table: string, set: string, key: "document" | "part" | "communication") =>
  (estate: Estate): readonly string[] => [`update ${table} set ${set} where id = '${estate[key]}'`];
const composedAs = (set: string) => changing("composed_documents", set, "document");
const partAs = (set: string) => changing("composed_parts", set, "part");
const massAs = (set: string) => changing("mass_communications", set, "communication");
const ofDocument =
  (...messages: readonly string[]) =>
  ({ document }: Estate) =>
    messages.map((words) => `error composed_document ${document}: ${words}`);
const ofPart = (messages: string) => (of: Estate) => [`error composed_part ${of.part}: ${messages}`];
const ofMass =
  (...messages: readonly string[]) =>
  ({ communication: id }: Estate) =>
    messages.map((words) => `error mass_communication ${id}: ${words}`);

const CASES: readonly Case[] = [
  [
    "a document in a folder that does not exist, of a template and with a PDF that there are not",
    composedAs(`folder_id = '${NOTHING}', template_id = '${NOTHING}', pdf_file_id = '${NOTHING}'`),
    ofDocument(
      `refers to folder ${NOTHING}, which does not exist`,
      `refers to document template ${NOTHING}, which does not exist`,
      `refers to document ${NOTHING}, which does not exist`,
    ),
  ],
  [
    "a document in another workspace than its folder",
    composedAs(`workspace_id = '${NOTHING}'`),
    (of) =>
      ofDocument(
        `refers to workspace ${NOTHING}, which does not exist`,
        `is in workspace ${NOTHING}, its folder ${of.folder} is in workspace ${of.workspace}`,
      )(of),
  ],
  [
    "a template that is known by its key only",
    composedAs("template_id = null"),
    ofDocument("has the id of a template or its key, and not both"),
  ],
  [
    "a status that does not follow",
    composedAs("status = 'ready'"),
    ofDocument("is ready, and by its changes and parts in_progress"),
  ],
  [
    "a status that its parts have left",
    ({ document }) => [`update composed_parts set status = 'ready' where composed_document_id = '${document}'`],
    ofDocument("is in_progress, and by its changes and parts ready"),
  ],
  [
    "an export of a later revision, without a time",
    composedAs("exported_revision = 7"),
    ofDocument("is at revision 1, and was exported at 7", "says when it was exported or which revision, and not both"),
  ],
  [
    "a part without a document",
    partAs(`composed_document_id = '${NOTHING}'`),
    ofPart(`refers to composed document ${NOTHING}, which does not exist`),
  ],
  ["a part of thirteen columns", partAs("bsize = 13"), ofPart("is 13 columns wide, of 12")],
  ["a part that is locked without a time", partAs("status = 'locked'"), ofPart("is locked, and was locked at no time")],
  [
    "failures without messages",
    massAs("failed_files = 1, processed_files = 1, total_files = 3, status = 'in_progress'"),
    ofMass("counts 1 failures, and tells of 0"),
  ],
  [
    "a sum that is not one",
    massAs("processed_files = 1"),
    ofMass("has 0 documents and 0 failures, and sums them as 1"),
  ],
  [
    "a recipient who was forgotten",
    ({ communication: id }) => [
      `delete from mass_communication_recipients where mass_communication_id = '${id}' and position = 1`,
    ],
    ofMass("is pending with 0 of 2 dealt with, and 1 wait"),
  ],
  [
    "two recipients for one document",
    ({ communication: id, document }) => [
      `update mass_communication_recipients set composed_document_id = '${document}' where mass_communication_id = '${id}'`,
    ],
    (of) => [
      ...ofMass("has 2 recipients wait for 1 documents")(of),
      ...[1, 2].map(
        (position) =>
          `error mass_communication_recipient ${of.communication} ${position}: waits for composed document ${of.document}, which is there already`,
      ),
    ],
  ],
  [
    "recipients of nothing",
    ({ communication: id }) => [
      `delete from mass_communication_templates where mass_communication_id = '${id}'`,
      `delete from mass_communications where id = '${id}'`,
    ],
    ({ communication: id }) =>
      [1, 2].map(
        (position) =>
          `error mass_communication_recipient ${id} ${position}: refers to mass communication ${id}, which does not exist`,
      ),
  ],
  [
    "a template that was lost before the end",
    ({ communication: id }) => [`delete from mass_communication_templates where mass_communication_id = '${id}'`],
    ofMass("is pending, and has no template to make documents of"),
  ],
  [
    "an end before the last recipient",
    massAs("status = 'completed'"),
    ofMass(
      "is completed, and has a template to make documents of",
      "is completed, with 0 documents made and 0 of 2 dealt with",
    ),
  ],
  [
    "a failure with documents",
    (of) => [
      ...massAs("status = 'failed', successful_files = 2, processed_files = 2")(of),
      ...["recipients", "templates"].map(
        (table) => `delete from mass_communication_${table} where mass_communication_id = '${of.communication}'`,
      ),
    ],
    ofMass("is failed, with 2 documents made and 2 of 2 dealt with"),
  ],
];
