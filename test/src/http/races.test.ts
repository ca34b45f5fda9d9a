import { rename } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { contentOf, documentAt, type Makers, makersFor, versionsOf } from "../../support/record-factories.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { uploadForm } from "../../support/send-request.ts";

describe.each(databases)("concurrent requests on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
  });
  afterAll(() => house.close());

  it.each(["document", "folder"] as const)("deletes a %s while other requests add versions", async (goes) => {
    for (let round = 0; round < 8; round += 1) {
      const folder = await makers.folder();
      const document = await makers.upload({ documents_folder_id: folder.id }, "v0");
      const path = goes === "document" ? documentAt(document.id) : `${DOCUMENTS}/folders/${folder.id}`;
      const adding = Array.from({ length: 6 }, (_, index) =>
        house.admin.ask("POST", versionsOf(document.id), uploadForm(`v${index + 1}`)),
      );
      const [removed, ...added] = await Promise.all([house.admin.ask("DELETE", path), ...adding]);
      expect(removed?.status).toBe(204);
      for (const { status } of added) expect([201, 404]).toContain(status);
      expectRefusal(await house.admin.ask("GET", documentAt(document.id)), 404, "not_found");
    }
  });

  it("a blob directory that is gone is a store that does not answer, not a content that is lost", async () => {
    const document = await makers.upload({}, "kept");
    await rename(house.blobDirectory, `${house.blobDirectory}.away`);
    const refused = await house.admin.ask("GET", contentOf(document.id));
    expectRefusal(refused, 503, "storage_unavailable");
    expect(refused.headers.get("retry-after")).toBe("5");
    await rename(`${house.blobDirectory}.away`, house.blobDirectory);
    expectStatus(await house.admin.ask("GET", contentOf(document.id)), 200);
  });
});
