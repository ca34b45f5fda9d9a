import { DOCUMENTS, type House, type Person } from "./application-fixture.ts";
import {
  contentOf,
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  versionsOf,
  workspaceAt,
} from "./record-factories.ts";
import type { DocumentBody, FolderBody, TrashEntryBody, VersionBody } from "./records.ts";
import { expectStatus } from "./refusals.ts";
import { type Asking, type Reply, uploadForm } from "./send-request.ts";
import {
  ESTATE,
  NODES,
  type Observation,
  type ShownEntry,
  type TrashCommand,
  textOf,
  type Who,
} from "./trash-model.ts";

const TRASH = `${DOCUMENTS}/trash`;

type Kind = "workspace" | "folder" | "document";

/** A resource over HTTP, by the number of its node. */
interface Numbered {
  readonly kind: Kind;
  readonly id: string;
}

/** The estate of the model, over HTTP. */
export interface TrashEstate {
  apply(command: TrashCommand): Promise<Reply<unknown>>;
  observe(): Promise<Observation>;
}

/** Makes estates in a house, each with its own names. */
export async function trashEstates(house: House): Promise<(name: string) => Promise<TrashEstate>> {
  const makers = makersFor(house);
  const keeper = await house.person({ role: "manager" });
  return async (name) => {
    const estate = estateOf(house, { keeper, name });
    for (const command of ESTATE) {
      if (command.do === "create") await estate.create(makers, command);
      else expectSuccess(await estate.apply(command));
      if (command.do !== "publish") continue;
      await makers.permission(folderAt(estate.idOf(NODES.published)), keeper, "manage");
      await makers.permission(folderAt(estate.idOf(NODES.elsewhere)), keeper, "write");
    }
    return estate;
  };
}

function expectSuccess(reply: Reply<unknown>): void {
  if (reply.status >= 300) throw new Error(`The estate was not made: ${reply.status} ${reply.text}`);
}

function estateOf(house: House, { keeper, name }: { readonly keeper: Person; readonly name: string }) {
  const nodes: Numbered[] = [];
  const persons: Readonly<Record<Who, Person>> = { admin: house.admin, keeper };
  const nodeAt = (node: number): Numbered => {
    const found = nodes[node];
    if (!found) throw new RangeError(`There is no node ${node}`);
    return found;
  };
  const idOf = (node: number) => nodeAt(node).id;
  const pathOf = (node: number) => AT[nodeAt(node).kind](idOf(node));
  const numberOf = (id: string | null): number | null => {
    const number = nodes.findIndex((each) => each.id === id);
    return number < 0 ? null : number;
  };
  const nameOf = (node: number) => `${name} ${node}`;
  const placeIn = (parent: number) =>
    nodeAt(parent).kind === "workspace"
      ? { documents_folder_id: null, workspace_id: idOf(parent) }
      : { documents_folder_id: idOf(parent) };

  async function create(makers: Makers, { kind, parent }: Extract<TrashCommand, { do: "create" }>): Promise<void> {
    const node = nodes.length;
    const place = parent === null ? {} : placeIn(parent);
    if (parent === null) nodes.push({ kind: "workspace", id: (await makers.workspace({ label: nameOf(node) })).id });
    else if (kind === "folder") nodes.push({ kind, id: (await makers.folder({ name: nameOf(node), ...place })).id });
    else nodes.push({ kind, id: (await makers.upload({ name: nameOf(node), ...place }, textOf(node))).id });
  }

  function requestOf(command: TrashCommand): readonly [method: string, path: string, asking?: Asking] {
    switch (command.do) {
      case "create":
        throw new TypeError("Only the estate itself is made of creations");
      case "version":
        return ["POST", versionsOf(idOf(command.node)), uploadForm(command.text)];
      case "remove":
        return ["DELETE", pathOf(command.node)];
      case "purge":
        return ["DELETE", `${TRASH}/${idOf(command.node)}`];
      case "restore":
        return [
          "POST",
          `${TRASH}/${idOf(command.node)}/restore`,
          { json: command.isNamed && command.parent !== null ? placeIn(command.parent) : {} },
        ];
      case "move":
        return ["PATCH", pathOf(command.node), { json: command.parent === null ? {} : placeIn(command.parent) }];
      case "publish":
        return ["POST", `${pathOf(command.node)}/public_access`, { json: { propagate: command.propagate } }];
      case "propagate":
        return ["POST", `${pathOf(command.node)}/public_access/propagate`];
      case "unpublish":
        return ["DELETE", `${pathOf(command.node)}/public_access`];
      case "exclude":
        return ["POST", `${pathOf(command.node)}/public_access/exclusion`];
      case "lift":
        return ["DELETE", `${pathOf(command.node)}/public_access/exclusion`];
    }
  }

  async function contentsOf(id: string): Promise<readonly string[]> {
    const versions = expectStatus(
      await house.admin.ask<readonly VersionBody[]>("GET", versionsOf(id), { query: { per_page: "100" } }),
      200,
    );
    const oldestFirst = versions.toSorted((left, right) => left.version_number - right.version_number);
    const paths = [...oldestFirst.map((version) => `${versionsOf(id)}/${version.id}/content`), contentOf(id)];
    const texts: string[] = [];
    for (const path of paths) texts.push((await house.admin.ask("GET", path)).text);
    return texts;
  }

  async function trashOf(who: Who): Promise<readonly ShownEntry[]> {
    const query = { per_page: "100", "q[name_start]": `${name} ` };
    const reply = await persons[who].ask<readonly TrashEntryBody[]>("GET", TRASH, { query });
    return expectStatus(reply, 200)
      .map(({ id, path, restorable_to }) => ({
        node: numberOf(id) ?? -1,
        path: path.map((each) => Number(each.slice(name.length + 1))),
        place: numberOf(restorable_to?.id ?? null),
      }))
      .toSorted((left, right) => left.node - right.node);
  }

  async function observe(): Promise<Observation> {
    const parents: Record<number, number | null> = {};
    const contents: Record<number, readonly string[]> = {};
    const publicNodes: number[] = [];
    for (const [node, { kind, id }] of nodes.entries()) {
      const reply = await house.admin.ask<FolderBody | DocumentBody>("GET", AT[kind](id));
      const seen = kind === "workspace" ? null : await house.ask("GET", `/public/v1/${kind}s/${id}`);
      if (seen?.status === 200) publicNodes.push(node);
      if (reply.status === 404) continue;
      const record = expectStatus(reply, 200);
      parents[node] = kind === "workspace" ? null : numberOf(record.documents_folder_id ?? record.workspace_id);
      if (kind === "document") contents[node] = await contentsOf(id);
    }
    const trash = { admin: await trashOf("admin"), keeper: await trashOf("keeper") };
    return { parents, contents, trash, publicNodes };
  }

  return {
    create,
    idOf,
    observe,
    async apply(command: TrashCommand): Promise<Reply<unknown>> {
      const [method, path, asking] = requestOf(command);
      return persons[command.by].ask(method, path, asking);
    },
  };
}

const AT: Readonly<Record<Kind, (id: string) => string>> = {
  workspace: workspaceAt,
  folder: folderAt,
  document: documentAt,
};
