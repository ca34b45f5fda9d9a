import { describe, expect, it } from "vitest";
import type { House } from "../support/application-fixture.ts";
import { usualDatabases } from "../support/databases.ts";
import { houseOn } from "../support/findings.ts";
import { documentAt, folderAt, type Makers, NOTHING } from "../support/record-factories.ts";

const publicAt = (folderId: string) => `${folderAt(folderId)}/public_access`;
const exclusionAt = (folderId: string) => `${publicAt(folderId)}/exclusion`;

describe.each(usualDatabases)("Verification of public access on $name", (engine) => {
  it("finds nothing where everything happened that can", async () => {
    const { house, make } = await houseOn(engine);
    const [top, , inside] = await make.chain(4);
    if (!top || !inside) throw new Error("No folders were made");
    const document = await make.upload({ documents_folder_id: inside.id }, "one");
    const ask = async (method: string, path: string) => {
      const { status } = await house.admin.ask(method, path);
      expect({ path, status }).toMatchObject({ status: expect.toSatisfy((each: number) => each < 300) });
    };
    await ask("POST", publicAt(top.id));
    await ask("POST", `${publicAt(top.id)}/propagate`);
    await ask("POST", exclusionAt(inside.id));
    await ask("DELETE", exclusionAt(inside.id));
    await ask("POST", publicAt(inside.id));
    await ask("POST", `${documentAt(document.id)}/public_access/exclusion`);
    await make.changeFolder(inside.id, { documents_folder_id: null });
    await ask("POST", exclusionAt(top.id));
    await ask("POST", publicAt(top.id));
    await ask("DELETE", publicAt(inside.id));
    await house.admin.ask("DELETE", documentAt(document.id));
    await house.admin.ask("DELETE", folderAt(top.id));
    expect(await house.findings()).toEqual([]);
  });

  it("finds every row that is not as it has to be, and no other", async () => {
    const { database, house, make, found } = await houseOn(engine);
    const estates: Estate[] = [];
    for (const _ of CASES) estates.push(await estateIn(house, make));
    const clock = (await database.transact.read(({ inspection }) => inspection.treeClock())) ?? 0;
    const expected: string[] = [];
    for (const [index, [, damage, findings]] of CASES.entries()) {
      const estate = estates[index] ?? expect.unreachable();
      await database.damage(...damage(estate));
      expected.push(...findings(estate, clock));
    }
    expect(await found()).toEqual(expected.toSorted());
  });
});

/** A root with a folder in it that is excluded, both stamped. */
interface Estate {
  readonly root: string;
  readonly inside: string;
}

async function estateIn({ admin }: House, make: Makers): Promise<Estate> {
  const [root, inside] = await make.chain(2);
  if (!root || !inside) throw new Error("No folders were made");
  await admin.ask("POST", publicAt(root.id));
  await admin.ask("POST", exclusionAt(inside.id));
  return { root: root.id, inside: inside.id };
}

/** The violation, the statements that cause it, and the expected findings. */
type Case = readonly [string, (of: Estate) => readonly string[], (of: Estate, clock: number) => readonly string[]];

/** Another id of nothing. */
const GONE = "00000000-0000-7000-8000-00000000000f";

const CASES: readonly Case[] = [
  [
    "an exclusion of nothing",
    ({ inside }) => [`update public_access_nodes set resource_id = '${NOTHING}' where resource_id = '${inside}'`],
    () => [`error public_access_node ${NOTHING}: belongs to no existing folder or document`],
  ],
  [
    "numbers of the future",
    ({ root, inside }) => [
      `update public_access_nodes set floor_seq = 9001, excluded_seq = 9000 where resource_id = '${inside}'`,
      `update public_roots set published_seq = 9002, last_propagated_seq = 9003 where folder_id = '${root}'`,
      `update public_stamps set seq = 9004 where root_id = '${root}'`,
    ],
    ({ root, inside }, clock) => [
      `error public_access_node ${inside}: has the floor 9001, and the tree clock is at ${clock}`,
      `error public_access_node ${inside}: was excluded at 9000, and the tree clock is at ${clock}`,
      `error public_root ${root}: was published at 9002, and the tree clock is at ${clock}`,
      `error public_root ${root}: was propagated at 9003, and the tree clock is at ${clock}`,
      `error public_stamp ${root} ${root}: has the number 9004, and the tree clock is at ${clock}`,
      `error public_stamp ${inside} ${root}: has the number 9004, and the tree clock is at ${clock}`,
    ],
  ],
  [
    "an exclusion without a floor",
    ({ inside }) => [`update public_access_nodes set floor_seq = 0, excluded_seq = 1 where resource_id = '${inside}'`],
    ({ inside }) => [`error public_access_node ${inside}: was excluded at 1, and its floor is 0`],
  ],
  [
    "an exclusion without a date",
    ({ inside }) => [`update public_access_nodes set excluded_at = null where resource_id = '${inside}'`],
    ({ inside }) => [`error public_access_node ${inside}: is excluded without a date`],
  ],
  [
    "a date without an exclusion",
    ({ inside }) => [`update public_access_nodes set excluded_seq = null where resource_id = '${inside}'`],
    ({ inside }) => [`error public_access_node ${inside}: has an exclusion date but is not excluded`],
  ],
  [
    "a root that is excluded",
    ({ root, inside }) => [`update public_access_nodes set resource_id = '${root}' where resource_id = '${inside}'`],
    ({ root }) => [`error public_access_node ${root}: is excluded and a root`],
  ],
  [
    "a root without a folder, and stamps of it",
    ({ root }) => [
      `update public_roots set folder_id = '${GONE}' where folder_id = '${root}'`,
      `update public_stamps set root_id = '${GONE}' where root_id = '${root}'`,
    ],
    ({ root, inside }) => [
      `error public_root ${GONE}: belongs to no existing folder`,
      `error public_root ${GONE}: lacks its own stamp`,
      `error public_stamp ${root} ${GONE}: is of no existing folder`,
      `error public_stamp ${inside} ${GONE}: is of no existing folder`,
    ],
  ],
  [
    "a stamp on nothing, and a root without its own",
    ({ root }) => [
      `update public_stamps set resource_id = '${NOTHING}' where resource_id = '${root}' and root_id = '${root}'`,
    ],
    ({ root }) => [
      `error public_root ${root}: lacks its own stamp`,
      `error public_stamp ${NOTHING} ${root}: is on no existing folder or document`,
    ],
  ],
  [
    "a root whose stamp is older than itself, and propagated before it was published",
    ({ root }) => [
      `update public_stamps set seq = 0 where resource_id = '${root}' and root_id = '${root}'`,
      `update public_roots set published_seq = 2, last_propagated_seq = 1 where folder_id = '${root}'`,
    ],
    ({ root }) => [
      `error public_root ${root}: lacks its own stamp`,
      `error public_root ${root}: was propagated at 1, before it was published at 2`,
    ],
  ],
];
