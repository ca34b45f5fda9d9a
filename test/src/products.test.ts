import { createBankFileReader } from "@cartulary/bank-files";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import { createContentTypes } from "@cartulary/content-types";
import { createDigests, sealingUnder, systemTimer } from "@cartulary/crypto";
import { createPasswordHash } from "@cartulary/passwords";
import { createAgency } from "@cartulary/products/agency";
import { createArchive } from "@cartulary/products/archive";
import { createIdentity } from "@cartulary/products/identity";
import { createTypesetter } from "@cartulary/typst";
import { describe, expect, it, onTestFinished } from "vitest";
import { databases, type TestDatabase } from "../support/databases.ts";
import { ADMINISTRATOR } from "../support/document-fixture.ts";
import { seededIds, seededSecrets, steadyClock } from "../support/fixed-clock.ts";

/** The ports that an embedder passes to the products. No bytes are stored here. */
function portsOf(database: TestDatabase) {
  return {
    ...database,
    ...{ clock: steadyClock(), newId: seededIds("products"), secrets: seededSecrets("products") },
    ...{
      digests: createDigests(),
      passwordHash: createPasswordHash(),
      contentTypes: createContentTypes(),
      sealingUnder,
    },
    ...{ blobStore: createFsBlobStore({ directory: "/nowhere" }), blobGraceSeconds: 0, timer: systemTimer },
    ...{ baseUrl: () => "http://embedder.test", fecDownloadPath: (id: string) => `/${id}` },
    typesetter: createTypesetter(),
    bankFileReader: createBankFileReader(createDigests()),
    tokenUseFailed: () => {},
  };
}

describe.each(databases)("On $name, the products of an embedder", ({ open }) => {
  it("remove permissions and memberships with their user and group, and no mandataire that a connector is bound to", async () => {
    const database = await open();
    onTestFinished(() => database.close());
    const ports = portsOf(database);
    const archive = createArchive(ports);
    const agency = createAgency(ports);
    const { users, groups, connectors } = createIdentity({ ...ports, products: [archive, agency] });
    const owner = { ...ADMINISTRATOR, role: "super_admin" } as const;
    const first = await users.create(owner, { emailAddress: "sue@example.org", role: "super_admin" });
    const admin = { ...owner, userId: first.id };
    const { id: userId } = await users.create(admin, { emailAddress: "ana@example.org" });
    const { id: groupId } = await groups.create(admin, { name: "Clerks" });
    const folder = await archive.folders.create(admin, { name: "Leases" });
    const { id: mandataireId } = await agency.mandataires.create(admin, { name: "Agence du Port" });
    const resource = { type: "folder", id: folder.id } as const;
    await archive.permissions.grant(admin, { resource, subjectType: "user", subjectId: userId, level: "read" });
    await archive.permissions.grant(admin, { resource, subjectType: "group", subjectId: groupId, level: "read" });
    await agency.memberships.add(admin, { mandataireId, userId });

    const unknownCaller = { userId: ports.newId<"User">(), role: "user", scopes: [], groupIds: [] } as const;
    const rights = async () => ({
      user: await database.transact.read(({ grants }) => grants.levelOn({ ...unknownCaller, userId }, resource)),
      group: await database.transact.read(({ grants }) =>
        grants.levelOn({ ...unknownCaller, groupIds: [groupId] }, resource),
      ),
      mandataires: await database.membershipFinder.mandatairesOf(userId),
    });
    expect(await rights()).toEqual({ user: "read", group: "read", mandataires: [mandataireId] });
    await users.remove(admin, userId);
    await groups.remove(admin, groupId);
    expect(await rights()).toEqual({ user: null, group: null, mandataires: [] });

    await connectors.create(admin, { name: "Portal", area: "portal", mandataireId });
    await expect(agency.mandataires.remove(admin, mandataireId)).rejects.toMatchObject({ code: "has_dependents" });
  });

  it("tick no number twice on a tree clock that is behind the numbers in use", async () => {
    const database = await open();
    onTestFinished(() => database.close());
    const archive = createArchive(portsOf(database));
    await archive.folders.create(ADMINISTRATOR, { name: "Leases" });
    await database.damage("update folders set placed_seq = 1000");
    await archive.prepare();
    expect(await database.transact.write(({ tree }) => tree.tick())).toBeGreaterThan(1000);
  });
});
