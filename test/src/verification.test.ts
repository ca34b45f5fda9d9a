import { describe, expect, it } from "vitest";
import type { House } from "../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../support/databases.ts";
import { houseOn } from "../support/findings.ts";
import {
  documentAt,
  folderAt,
  type Makers,
  NOTHING,
  planAt,
  sha256,
  versionsOf,
  workspaceAt,
} from "../support/record-factories.ts";
import { uploadForm } from "../support/send-request.ts";

describe.each(usualDatabases)("Verification on $name", (engine) => {
  it("finds nothing in a house where everything happened that can", async () => {
    const { house, make } = await houseOn(engine);
    const workspace = await make.workspace({
      workspace_type_id: (await make.entry("workspace_types")).id,
      domain_id: (await make.entry("domains")).id,
      classification_plan_csv: PLAN,
    });
    const [top, , , deep] = await make.chain(5, { workspace_id: workspace.id });
    const type = await make.entry("document_types");
    const filed = { documents_folder_id: deep?.id, document_type_id: type.id, classification_code: "A.1" };
    const stored = await make.upload(filed, "one");
    await make.version(stored.id, "two");
    await make.version(stored.id, "three");
    const { body: versions } = await house.admin.ask<{ id: string }[]>("GET", versionsOf(stored.id));
    await house.admin.ask("POST", `${versionsOf(stored.id)}/${versions[0]?.id}/restore`);
    const keyed = { ...uploadForm("four", { expected_sha256: sha256("one") }), headers: { "idempotency-key": "k" } };
    await house.admin.ask("POST", versionsOf(stored.id), keyed);
    await make.upload({}, "outside");

    const gone = await make.upload({ documents_folder_id: top?.id }, "gone");
    await house.admin.ask("DELETE", documentAt(gone.id));
    const [moved] = await make.chain(3);
    await make.changeFolder(moved?.id ?? "", { workspace_id: workspace.id });
    const [removed] = await make.chain(3);
    await house.admin.ask("DELETE", folderAt(removed?.id ?? ""));
    const person = await house.person();
    const left = await make.workspace();
    await house.grant(person, "read", "workspace", left.id);
    await house.admin.ask("DELETE", workspaceAt(left.id));
    await house.grant(person, "read", "workspace", workspace.id);
    await house.admin.ask("DELETE", `/api/v1/directory/users/${person.id}`);
    await house.admin.ask("DELETE", `/api/v1/documents/document_types/${type.id}`);
    await house.upkeep.run();
    expect(await house.findings()).toEqual([]);
  });

  it("finds every row that is not as it has to be, and no other", async () => {
    const { database, house, make, found } = await houseOn(engine);
    const expected: string[] = [];
    for (const [index, [, damage, findings]] of CASES.entries()) {
      const estate = await estateIn(database, house, make, index);
      await database.damage(...damage(estate));
      expected.push(...findings(estate));
    }
    expect(await found()).toEqual(expected.toSorted());
  });

  it("finds nothing wrong while others write", async () => {
    const { house, make, found } = await houseOn(engine);
    const workspace = await make.workspace({ classification_plan_csv: PLAN });
    const plan = workspace.classification_plan_id ?? "";
    let writing = true;
    const write = async (writer: number) => {
      for (let round = 0; round < 6; round += 1) {
        const [top, inside] = await make.chain(2, { workspace_id: workspace.id });
        const filed = { documents_folder_id: inside?.id, classification_code: "A.1" };
        const document = await make.upload(filed, `${writer} ${round}`);
        await house.admin.ask("PATCH", planAt(plan), { json: { csv: `${PLAN}${writer},Autre,A,\n` } });
        await make.version(document.id, `${writer} ${round} again`);
        await make.changeFolder(inside?.id ?? "", { documents_folder_id: null, workspace_id: null });
        await house.admin.ask("DELETE", documentAt(document.id));
        await house.admin.ask("DELETE", folderAt(top?.id ?? ""));
      }
    };
    const look = async () => {
      while (writing) expect(await found()).toEqual([]);
    };
    const looking = look();
    await Promise.all([1, 2, 3].map(write)).finally(() => {
      writing = false;
    });
    await looking;
  });

  it("finds folders too deep, and the tree clock lost", async () => {
    const { database, make, found } = await houseOn(engine);
    const [chain, over] = [await make.chain(64), await make.folder()];
    await database.damage(
      `update folders set documents_folder_id = '${chain.at(-1)?.id}' where id = '${over.id}'`,
      "delete from tree_clock",
    );
    expect(await found()).toEqual([
      `error folder ${over.id}: is deeper than 64 levels, or in a folder that is inside itself`,
      "error tree_clock 1: does not exist",
    ]);
  });
});

/** The records of a case, and the keys of the bytes of its two contents. */
interface Estate {
  readonly admin: string;
  readonly workspace: string;
  readonly plan: string;
  readonly top: string;
  readonly inside: string;
  readonly document: string;
  readonly version: string;
  readonly first: string;
  readonly second: string;
  /** Of the first. */
  readonly digest: string;
  /** Of the second, in bytes. */
  readonly size: number;
}

/** The plan of every workspace here. */
const PLAN = "code,label,parent_code,keywords\nA,Baux,,\nA.1,Bail,A,\n";

/** A workspace with two folders in one another, and in the inner one a filed document with a version. */
async function estateIn(database: TestDatabase, { admin }: House, make: Makers, index: number): Promise<Estate> {
  const { id: workspace, classification_plan_id: plan } = await make.workspace({ classification_plan_csv: PLAN });
  const [top, inside] = await make.chain(2, { workspace_id: workspace });
  if (!top || !inside) throw new Error("No folders were made");
  const [before, after] = [`before ${index}`, `after ${index}`] as const;
  const { id: document } = await make.upload({ documents_folder_id: inside.id, classification_code: "A.1" }, before);
  const asking = uploadForm(after, { expected_sha256: sha256(before) });
  await admin.ask("POST", versionsOf(document), { ...asking, headers: { "idempotency-key": "the-key" } });
  const { body: versions } = await admin.ask<{ id: string }[]>("GET", versionsOf(document));
  const version = versions[0]?.id ?? "";
  return {
    admin: admin.id,
    workspace,
    plan: plan ?? "",
    top: top.id,
    inside: inside.id,
    document,
    version,
    digest: sha256(before),
    size: after.length,
    ...(await database.transact.read(async ({ inspection }) => {
      const keyOf = (rows: readonly { readonly id: string; readonly blobKey: string }[], id: string) =>
        rows.find((row) => row.id === id)?.blobKey ?? "";
      return {
        first: keyOf(await inspection.versions(null, 1000), version),
        second: keyOf(await inspection.documents(null, 1000), document),
      };
    })),
  };
}

/** The violation, the statements that cause it, and the expected findings. */
type Case = readonly [string, (of: Estate) => readonly string[], (of: Estate) => readonly string[]];

const CASES: readonly Case[] = [
  [
    "a document in a folder that does not exist",
    ({ document }) => [`update documents set documents_folder_id = '${NOTHING}' where id = '${document}'`],
    ({ document }) => [`error document ${document}: refers to folder ${NOTHING}, which does not exist`],
  ],
  [
    "a folder in one that does not exist",
    ({ inside }) => [`update folders set documents_folder_id = '${NOTHING}' where id = '${inside}'`],
    ({ inside }) => [`error folder ${inside}: refers to folder ${NOTHING}, which does not exist`],
  ],
  [
    "a folder in a workspace that does not exist, and not in its folder's",
    ({ inside, document }) => [
      `update folders set workspace_id = '${NOTHING}' where id = '${inside}'`,
      `update documents set workspace_id = '${NOTHING}' where id = '${document}'`,
    ],
    ({ workspace, top, inside, document }) => [
      `error folder ${inside}: refers to workspace ${NOTHING}, which does not exist`,
      `error folder ${inside}: is in workspace ${NOTHING}, its folder ${top} is in workspace ${workspace}`,
      `error document ${document}: refers to workspace ${NOTHING}, which does not exist`,
      `error document ${document}: has the code A.1, which is not in the plan of its workspace`,
    ],
  ],
  [
    "a document outside its folder's workspace",
    ({ document }) => [`update documents set workspace_id = null where id = '${document}'`],
    ({ workspace, inside, document }) => [
      `error document ${document}: is in no workspace, its folder ${inside} is in workspace ${workspace}`,
      `error document ${document}: has the code A.1, which is not in the plan of its workspace`,
    ],
  ],
  [
    "folders in one another",
    ({ top, inside }) => [`update folders set documents_folder_id = '${inside}' where id = '${top}'`],
    ({ top, inside }) => [`error folder ${top}: is inside itself`, `error folder ${inside}: is inside itself`],
  ],
  [
    "what was placed in the future",
    ({ top, document }) => [
      `update folders set placed_seq = 98 where id = '${top}'`,
      `update documents set placed_seq = 99 where id = '${document}'`,
    ],
    ({ top, document }) => [
      `error folder ${top}: was placed at 98, and the tree clock is at 0`,
      `error document ${document}: was placed at 99, and the tree clock is at 0`,
    ],
  ],
  [
    "entries that do not exist",
    ({ workspace, document }) => [
      `update workspaces set domain_id = '${NOTHING}', workspace_type_id = '${NOTHING}' where id = '${workspace}'`,
      `update documents set domain_id = '${NOTHING}', document_type_id = '${NOTHING}' where id = '${document}'`,
    ],
    ({ workspace, document }) => [
      `error workspace ${workspace}: refers to domain ${NOTHING}, which does not exist`,
      `error workspace ${workspace}: refers to workspace type ${NOTHING}, which does not exist`,
      `error document ${document}: refers to domain ${NOTHING}, which does not exist`,
      `error document ${document}: refers to document type ${NOTHING}, which does not exist`,
    ],
  ],
  [
    "a plan that does not exist",
    ({ workspace }) => [`update workspaces set classification_plan_id = '${NOTHING}' where id = '${workspace}'`],
    ({ workspace, document }) => [
      `error workspace ${workspace}: refers to classification plan ${NOTHING}, which does not exist`,
      `error document ${document}: has the code A.1, which is not in the plan of its workspace`,
    ],
  ],
  [
    "a plan of a workspace that does not exist",
    ({ plan }) => [`update classification_plans set workspace_id = '${NOTHING}' where id = '${plan}'`],
    ({ plan }) => [`error classification_plan ${plan}: refers to workspace ${NOTHING}, which does not exist`],
  ],
  [
    "a document under an unknown code",
    ({ document }) => [`update documents set classification_code = 'B' where id = '${document}'`],
    ({ document }) => [`error document ${document}: has the code B, which is not in the plan of its workspace`],
  ],
  ...["delete from classification_codes", "update classification_codes set leaf = not leaf"].map(
    (damage): Case => [
      `codes that are not those of the plan: ${damage}`,
      ({ plan }) => [`${damage} where plan_id = '${plan}' and code = 'A'`],
      ({ plan }) => [`error classification_plan ${plan}: has other codes than its entries`],
    ],
  ),
  [
    "a version that was lost",
    ({ version }) => [`delete from versions where id = '${version}'`],
    ({ document, first }) => [
      `error document ${document}: counts 1 versions and has 0`,
      `error blob ${first}: has 1 recorded holders, but 0 rows refer to it`,
    ],
  ],
  [
    "versions with a gap",
    ({ version }) => [`update versions set version_number = 2 where id = '${version}'`],
    ({ document }) => [`error document ${document}: numbers its 1 versions from 2 to 2`],
  ],
  [
    "a version without document",
    ({ document }) => [
      `delete from documents where id = '${document}'`,
      `delete from grants where resource_id = '${document}'`,
    ],
    ({ document, version, second }) => [
      `error version ${version}: refers to document ${document}, which does not exist`,
      `error blob ${second}: has 1 recorded holders, but 0 rows refer to it`,
    ],
  ],
  [
    "bytes that were let go though they are referred to",
    ({ first, second }) => [
      `update blobs set state = 'garbage', holders = 0 where key = '${first}'`,
      `delete from blobs where key = '${second}'`,
    ],
    ({ document, version, first, second }) => [
      `error document ${document}: refers to blob ${second}, which has no record`,
      `error version ${version}: refers to blob ${first}, which is not live (garbage)`,
    ],
  ],
  [
    "holders that were counted wrong",
    ({ first }) => [`update blobs set holders = 5 where key = '${first}'`],
    ({ first }) => [`error blob ${first}: has 5 recorded holders, but 1 rows refer to it`],
  ],
  [
    "rows that say something else of bytes than their record",
    ({ document, version }) => [
      `update documents set byte_size = 7 where id = '${document}'`,
      `update versions set sha256 = 'another' where id = '${version}'`,
    ],
    ({ document, version, first, second, digest, size }) => [
      `error document ${document}: has 7 bytes, its blob ${second} ${size}`,
      `error version ${version}: has the sha256 another, its blob ${first} ${digest}`,
    ],
  ],
  ...["{", "{}", "null", `{"id": "${NOTHING}"}`].map(
    (reply): Case => [
      `a stored answer that is ${reply}`,
      ({ document }) => [`update replays set reply = '${reply}' where scope = 'document:${document}'`],
      ({ admin, document }) => [
        `error replay ${admin} document:${document} ${sha256("the-key")}: has a stored reply that is ${
          reply.includes(NOTHING) ? `document ${NOTHING}` : "no document"
        }`,
      ],
    ],
  ),
  [
    "a grant on nothing",
    ({ document, top }) => [
      `update grants set id = '${top}', resource_id = '${NOTHING}' where resource_id = '${document}'`,
    ],
    ({ top }) => [`error grant ${top}: refers to document ${NOTHING}, which does not exist`],
  ],
];
