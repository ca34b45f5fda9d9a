import type { FolderId } from "@cartulary/documents";
import { type PublicAccessListener, type PublicAccessStores, publicReadRule } from "@cartulary/public-access";
import { describe, expect, it } from "vitest";
import { ADMINISTRATOR, newWorld } from "../../support/document-fixture.ts";
import { type PublicAccessHouse, publicAccessHouse } from "../../support/public-access-fixture.ts";
import { type PublicAccessGround, publicAccessGrounds } from "../../support/public-access-fixtures.ts";
import type { Command } from "../../support/public-access-oracle.ts";

const FOLDER: Command = { do: "create", kind: "folder", parent: null };
const folderIn = (parent: number): Command => ({ do: "create", kind: "folder", parent });
const documentIn = (parent: number): Command => ({ do: "create", kind: "document", parent });
const publish = (node: number): Command => ({ do: "publish", node, propagate: true });
const exclude = (node: number): Command => ({ do: "exclude", node });
const lift = (node: number): Command => ({ do: "lift", node });

async function play(house: PublicAccessHouse, ...commands: readonly Command[]): Promise<void> {
  for (const command of commands) await house.apply(command);
}

const barriersIn = ({ transact }: PublicAccessGround) =>
  transact.read(({ publicAccessInspection }) => publicAccessInspection.barriers(null, 100));

describe.each(publicAccessGrounds)("public access on $name", ({ open }) => {
  it("reports each act that changes something, and no other", async () => {
    const { transact } = await open();
    const acts: string[] = [];
    const listener: PublicAccessListener<PublicAccessStores> = {
      done: async (_stores, { userId }, act, { id }) => {
        expect(userId).toBe(ADMINISTRATOR.userId);
        acts.push(`${act} ${house.numberOf(id)}`);
      },
    };
    const house = publicAccessHouse(transact, newWorld("acts"), 0, [listener]);
    await play(house, FOLDER, documentIn(0));
    await play(house, lift(0), { do: "unpublish", node: 0 }, publish(0), publish(0), { do: "propagate", node: 0 });
    await play(house, exclude(1), exclude(1), lift(1), lift(1), exclude(0), lift(0));
    await play(house, publish(0), { do: "unpublish", node: 0 }, { do: "unpublish", node: 0 });
    const ofDocument = ["excluded 1", "lifted 1"];
    const ofFolder = ["excluded 0", "lifted 0", "published 0", "unpublished 0"];
    expect(acts).toEqual(["published 0", "propagated 0", ...ofDocument, ...ofFolder]);
  });

  it("keeps barriers of what was excluded, until it is deleted for good", async () => {
    const ground = await open();
    const house = publicAccessHouse(ground.transact, newWorld("kept"), 0);
    await play(house, FOLDER, folderIn(0), documentIn(1), publish(0));
    await play(house, { do: "move", node: 2, parent: 0 }, { do: "move", node: 1, parent: null });
    expect(await barriersIn(ground)).toEqual([]);
    await play(house, exclude(1), exclude(2));
    expect((await barriersIn(ground)).map(({ id }) => house.numberOf(id)).sort()).toEqual([1, 2]);
    await house.apply({ do: "remove", node: 2 });
    expect((await barriersIn(ground)).map(({ id }) => house.numberOf(id))).toEqual([1]);
    await house.apply({ do: "remove", node: 1 });
    expect(await barriersIn(ground)).toEqual([]);
  });

  it("shows a visitor the public items of a folder in order, past those that no longer are public", async () => {
    const { transact } = await open();
    const house = publicAccessHouse(transact);
    const [FIRST, COUNT] = [1, 7];
    await play(house, FOLDER, ...Array.from({ length: COUNT }, () => documentIn(0)), publish(0));
    // Those that were excluded have their stamps still.
    for (const node of [2, 3, 4, 7]) await play(house, exclude(node), lift(node));
    const { readableItems } = publicReadRule<PublicAccessStores>();
    const first = (limit: number) =>
      transact.read(async (stores) => {
        const { id } = house.node(0);
        return (await readableItems?.(stores, ADMINISTRATOR, id as FolderId, limit))?.map(house.numberOf);
      });
    expect(await first(1)).toEqual([FIRST]);
    expect(await first(2)).toEqual([1, 5]);
    expect(await first(3)).toEqual([1, 5, 6]);
    expect(await first(4)).toEqual([1, 5, 6]);
    expect(await first(COUNT + 1)).toEqual([1, 5, 6]);
  });

  it("is of folders and documents, never of a workspace, whatever its id", async () => {
    const { transact } = await open();
    const house = publicAccessHouse(transact);
    await play(house, FOLDER, documentIn(0), publish(0));
    const rule = publicReadRule<PublicAccessStores>();
    const ids = [house.node(0).id, house.node(1).id];
    const read = (type: "workspace" | "folder" | "document") =>
      transact.read(async (stores) => [
        await rule(stores, ADMINISTRATOR, { type, id: ids[0] ?? "" }),
        await rule(stores, ADMINISTRATOR, { type, id: ids[1] ?? "" }),
      ]);
    expect(await read("folder")).toEqual([true, false]);
    expect(await read("document")).toEqual([false, true]);
    expect(await read("workspace")).toEqual([false, false]);
  });

  it("tells a visitor no name of a folder that is not public, whatever is stored", async () => {
    const { transact, damage } = await open();
    const house = publicAccessHouse(transact);
    await play(house, FOLDER, folderIn(0), folderIn(1), documentIn(1), publish(0));
    const [folder, inside, document] = [house.node(1), house.node(2), house.node(3)];
    if (inside.type !== "folder" || document.type !== "document") throw new TypeError("These are other nodes");
    const parents = async () => [
      (await house.anonymousReader.folder(inside.id)).parent?.id,
      (await house.anonymousReader.document(document.id)).folder?.id,
    ];
    expect(await parents()).toEqual([folder.id, folder.id]);
    await damage(`delete from public_stamps where resource_id = '${folder.id}'`);
    expect(await parents()).toEqual([undefined, undefined]);
  });
});
