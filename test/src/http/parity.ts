import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import type { TestEngine } from "../../support/databases.ts";
import { makersFor } from "../../support/record-factories.ts";
import type { Reply } from "../../support/send-request.ts";
import { type Deed, deedOf, type Known, type Step } from "./parity-steps.ts";

/**
 * Runs the same requests in a house on each engine, with the same time, ids and secrets. Throws at the first difference
 * between the answers, with all requests up to it.
 */
export async function expectSame(engines: readonly TestEngine[], sequence: readonly Step[]): Promise<void> {
  const houses = await Promise.all(engines.map(async ({ open }) => openHouse(await open(), { seed: "parity" })));
  const requests: string[] = [];
  try {
    const sides = await Promise.all(houses.map(async (house) => ({ house, ...(await furnished(house)) })));
    const [{ known } = { known: null }, ...otherSides] = sides;
    if (!known) throw new Error("There is nothing to compare");
    for (const side of otherSides) {
      if (JSON.stringify(side.known) !== JSON.stringify(known)) throw new Error("The ids are not the same");
    }
    for (const step of sequence) {
      const deed = deedOf(known, step);
      requests.push(written(deed, step));
      const done = await Promise.all(sides.map(({ house, people }) => doing(house, people, deed, step)));
      const [first, ...others] = done.map(({ seen }) => seen);
      const other = others.find((seen) => seen !== first);
      if (other !== undefined)
        throw new Error(`${requests.join("\n")}\n${engines[0]?.name}: ${first}\nelsewhere: ${other}`);
      if (done[0]) learn(known, deed, done[0]);
    }
  } finally {
    await Promise.all(houses.map((house) => house.close()));
  }
}

/** People, and enough for them to differ about. */
async function furnished(house: House): Promise<{ readonly people: readonly Person[]; readonly known: Known }> {
  const { workspace, folder, upload } = makersFor(house);
  const manager = await house.person({ role: "manager", first_name: "Max" });
  const [writer, reader] = [await house.person({ first_name: "Ursule" }), await house.person({ last_name: "Zoé" })];
  const [shared, other] = [await workspace({ label: "shared" }), await workspace({ label: "Other" }, manager)];
  const top = await folder({ name: "École", workspace_id: shared.id });
  const inside = await folder({ name: "Straße_100%", documents_folder_id: top.id });
  const private_ = await folder({ name: "İstanbul" }, writer);
  const documents = [
    await upload({ documents_folder_id: inside.id, name: "Ωmega ﬁn" }),
    await upload({ workspace_id: other.id }, "b", manager),
  ];
  await house.grant(writer, "write", "workspace", shared.id);
  await house.grant(reader, "read", "folder", top.id);
  const people = [house.admin, manager, writer, reader];
  const known: Known = {
    people: people.map(({ id }) => id),
    workspaces: [shared.id, other.id],
    folders: [top.id, inside.id, private_.id],
    documents: documents.map(({ id }) => id),
    versions: [],
    digests: documents.map((document) => document.sha256),
    gone: [],
  };
  return { people, known };
}

interface Done {
  /** Everything that has to be the same. */
  readonly seen: string;
  readonly body: unknown;
}

async function doing(house: House, people: readonly Person[], deed: Deed, { by }: Step): Promise<Done> {
  if ("milliseconds" in deed) {
    house.clock.pass(deed.milliseconds);
    return { seen: "", body: undefined };
  }
  const person = people[by] as Person;
  if ("level" in deed) {
    const granted = house.grant(person, deed.level, deed.type, deed.id).then(
      () => "granted",
      (error: unknown) => withoutRequestId(String(error)),
    );
    return { seen: await granted, body: undefined };
  }
  const reply = await person.ask<unknown>(deed.method, deed.path, deed.asking);
  return { seen: seenOf(reply), body: reply.body };
}

function seenOf({ status, headers, text }: Reply<unknown>): string {
  const lines = [...headers].filter(([name]) => name !== "x-request-id").map((header) => header.join(": "));
  return [String(status), ...lines, withoutRequestId(text)].join("\n");
}

const withoutRequestId = (text: string) => text.replace(/"request_id":"[^"]*"/, "");

/** Records created, listed or removed ids. */
function learn(known: Known, deed: Deed, { seen, body }: Done): void {
  if (!("method" in deed)) return;
  if (deed.method === "DELETE" && seen.startsWith("204"))
    remove(known, deed.path.slice(deed.path.lastIndexOf("/") + 1));
  const { id, sha256: digest } = (body ?? {}) as { readonly id?: string; readonly sha256?: string };
  if (digest) known.digests.push(digest);
  if (deed.makes === "versions" && Array.isArray(body)) {
    const listed = body as readonly { readonly document_id: string; readonly id: string }[];
    known.versions.push(...listed.map((version) => [version.document_id, version.id] as const));
  } else if (id && (deed.makes === "workspaces" || deed.makes === "folders" || deed.makes === "documents")) {
    known[deed.makes].push(id);
  }
}

function remove(known: Known, id: string): void {
  for (const ids of [known.workspaces, known.folders, known.documents]) {
    const index = ids.indexOf(id);
    if (index >= 0) known.gone.push(...ids.splice(index, 1));
  }
}

function written(deed: Deed, { by }: Step): string {
  if ("milliseconds" in deed) return `pass ${deed.milliseconds} ms`;
  if ("level" in deed) return `grant ${deed.level} on ${deed.type} ${deed.id} to person ${by}`;
  const { json, form, query, headers } = deed.asking;
  return [
    `person ${by}: ${deed.method} ${deed.path}`,
    query,
    json && JSON.stringify(json),
    form && JSON.stringify(form),
    headers && JSON.stringify(headers),
  ]
    .filter(Boolean)
    .join(" ");
}
