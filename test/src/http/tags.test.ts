import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { documentAt, folderAt, type Makers, makersFor } from "../../support/record-factories.ts";
import type { TagBody } from "../../support/records.ts";
import { expectMalformed, expectStatus } from "../../support/refusals.ts";
import { uploadForm } from "../../support/send-request.ts";

describe.each(usualDatabases)("tags on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const list = (query: string | Readonly<Record<string, string>> = {}, by = admin) =>
    by.ask<readonly TagBody[]>("GET", `${DOCUMENTS}/tags`, { query });
  const names = async (query: string | Readonly<Record<string, string>> = {}, by = admin) =>
    expectStatus(await list(query, by), 200).map(({ name }) => name);

  it("are those of the folders and documents that the caller may read, from any author", async () => {
    const [person, stranger] = [await house.person(), await house.person()];
    const top = await makers.folder({ tag_list: ["top"] });
    await makers.folder({ documents_folder_id: top.id, tag_list: ["inner"] });
    await makers.upload({ documents_folder_id: top.id, tag_list: ["filed", "inner"] });
    await makers.workspace({ business_tag_list: ["business"] });
    await makers.folder({ tag_list: ["elsewhere"] });
    await house.grant(person, "read", "folder", top.id);
    expect(await names({}, person)).toEqual(["filed", "inner", "top"]);
    expect(await names({}, stranger)).toEqual([]);
    expect(await names()).toEqual(expect.arrayContaining(["elsewhere", "filed", "inner", "top"]));
    expect(await names()).not.toContain("business");
  });

  it("exist while a resource has them", async () => {
    const person = await house.person();
    const folder = await makers.folder({ tag_list: ["one", "two"] }, person);
    const document = await makers.upload({ tag_list: ["three"] }, "some text", person);
    expect(await names({}, person)).toEqual(["one", "three", "two"]);
    await makers.changeFolder(folder.id, { tag_list: ["two"] }, person);
    expect(await names({}, person)).toEqual(["three", "two"]);
    expectStatus(await person.ask<unknown>("PATCH", documentAt(document.id), uploadForm("x", { name: "n" })), 200);
    expect(await names({}, person)).toEqual(["three", "two"]);
    expectStatus(await person.ask<unknown>("DELETE", documentAt(document.id)), 204);
    expectStatus(await person.ask<unknown>("DELETE", folderAt(folder.id)), 204);
    expect(await names({}, person)).toEqual([]);
  });

  it("are searched without regard to case, sorted, and paged", async () => {
    const person = await house.person();
    await makers.folder({ tag_list: ["Éclair", "eau", "100%", "Zoo"] }, person);
    await makers.folder({ tag_list: ["ÉCLAIR", "zebra"] }, person);
    const all = ["100%", "eau", "zebra", "Zoo", "ÉCLAIR"];
    expect(await names({}, person)).toEqual(all);
    expect(await names({ sort: "name", direction: "desc" }, person)).toEqual(all.toReversed());
    expect(await names({ "q[name_start]": "éCL" }, person)).toEqual(["ÉCLAIR"]);
    expect(await names({ "q[name_cont]": "%" }, person)).toEqual(["100%"]);
    expect(await names({ "q[name_eq]": "Zoo" }, person)).toEqual(["Zoo"]);
    expect(await names("q[name_in][]=eau&q[name_in][]=Zoo", person)).toEqual(["eau", "Zoo"]);
    const page = await list({ per_page: "2", page: "3" }, person);
    const standing = ["total-count", "total-pages", "page", "per-page", "has-more"];
    expect(page.body).toEqual([{ name: "ÉCLAIR" }]);
    expect(standing.map((name) => page.headers.get(`x-${name}`))).toEqual(["5", "3", "3", "2", "false"]);
  });

  it("have no other query parameters", async () => {
    for (const query of ["q[id_eq]=1", "q[name_fold_eq]=a", "sort=updated_at", "workspace_id=x&sort=id"]) {
      expectMalformed(await list(query));
    }
  });
});
