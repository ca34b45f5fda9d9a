import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { folderAt, type Makers, makersFor, NOTHING } from "../../support/record-factories.ts";
import type { DocumentBody, FolderBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Reply } from "../../support/send-request.ts";

const FOLDERS = `${DOCUMENTS}/folders`;
const ALL = `${DOCUMENTS}/documents`;

type Query = string | Readonly<Record<string, string>>;

describe.each(databases)("lists on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const folders = (query: Query, by = admin) => by.ask<readonly FolderBody[]>("GET", FOLDERS, { query });
  const documents = (query: Query, by = admin) => by.ask<readonly DocumentBody[]>("GET", ALL, { query });
  const idsOf = (reply: Reply<readonly { readonly id: string }[]>) => expectStatus(reply, 200).map(({ id }) => id);
  const namesOf = (reply: Reply<readonly { readonly name: string }[]>) =>
    expectStatus(reply, 200).map(({ name }) => name);
  const standing = ({ headers }: Reply<unknown>) =>
    ["total-count", "total-pages", "page", "per-page", "has-more"].map((name) => headers.get(`x-${name}`));

  describe("are paged", () => {
    it("with a position on every page, and with every record exactly once over all pages", async () => {
      const { id } = await makers.workspace();
      const made: string[] = [];
      for (let index = 0; index < 7; index += 1)
        made.push((await makers.folder({ workspace_id: id, name: "same" })).id);
      const page = (number: number, more: object = {}) =>
        folders({ workspace_id: id, per_page: "3", page: String(number), ...more });
      expect(standing(await page(1))).toEqual(["7", "3", "1", "3", "true"]);
      expect(standing(await page(3))).toEqual(["7", "3", "3", "3", "false"]);
      expect([(await page(4)).body, ...standing(await page(4))]).toEqual([[], "7", "3", "4", "3", "false"]);
      for (const sort of ["name", "created_at", "updated_at"]) {
        for (const direction of ["asc", "desc"]) {
          const pages = await Promise.all([1, 2, 3].map((number) => page(number, { sort, direction })));
          const expected = direction === "asc" ? made.toSorted() : made.toSorted().reverse();
          expect(pages.flatMap(idsOf)).toEqual(expected);
        }
      }
    });

    it("with twenty records by default", async () => {
      const { id } = await makers.workspace();
      for (let index = 0; index < 21; index += 1) await makers.folder({ workspace_id: id });
      const first = await folders({ workspace_id: id });
      expect([first.body.length, ...standing(first)]).toEqual([20, "21", "2", "1", "20", "true"]);
      expect((await folders({ workspace_id: id, per_page: "100" })).body).toHaveLength(21);
    });

    it("with zero pages when nothing is found", async () => {
      const nothing = await folders({ "q[name_eq]": "there is no such name" });
      expect([nothing.body, ...standing(nothing)]).toEqual([[], "0", "0", "1", "20", "false"]);
    });
  });

  describe("are put in order", () => {
    it("sorted by the latest change by default", async () => {
      const { id } = await makers.workspace();
      const made: FolderBody[] = [];
      for (const name of ["a", "b", "c"]) {
        house.clock.pass(1000);
        made.push(await makers.folder({ workspace_id: id, name }));
      }
      house.clock.pass(1000);
      await makers.changeFolder(made[0]?.id ?? "", { icon: "pen" });
      expect(namesOf(await folders({ workspace_id: id }))).toEqual(["a", "c", "b"]);
      expect(namesOf(await folders({ workspace_id: id, sort: "created_at" }))).toEqual(["c", "b", "a"]);
      expect(namesOf(await folders({ workspace_id: id, direction: "asc" }))).toEqual(["b", "c", "a"]);
    });

    it("by folded name, byte by byte", async () => {
      const { id } = await makers.workspace();
      for (const name of ["école", "zèbre", "axb", "A_b", "100%", "École", "Ω", "😀", "a_B"])
        await makers.folder({ workspace_id: id, name });
      const listed = namesOf(await folders({ workspace_id: id, sort: "name", direction: "asc" }));
      const folded = (name: string) => Buffer.from(name.normalize("NFKC").toLowerCase());
      expect(listed.map(folded)).toEqual(listed.map(folded).toSorted(Buffer.compare));
      expect(listed).toHaveLength(9);
      expect(namesOf(await folders({ workspace_id: id, sort: "name" }))).toEqual(listed.toReversed());
    });

    it("documents also by size and type", async () => {
      const { id } = await makers.workspace();
      for (const [size, type] of [
        [10, "text/plain"],
        [9, "application/pdf"],
        [100, "image/png"],
      ] as const) {
        await makers.upload({ workspace_id: id, name: String(size) }, { bytes: "x".repeat(size), type });
      }
      expect(namesOf(await documents({ workspace_id: id, sort: "byte_size", direction: "asc" }))).toEqual([
        "9",
        "10",
        "100",
      ]);
      expect(namesOf(await documents({ workspace_id: id, sort: "byte_size" }))).toEqual(["100", "10", "9"]);
      expect(namesOf(await documents({ workspace_id: id, sort: "content_type", direction: "asc" }))).toEqual([
        "9",
        "100",
        "10",
      ]);
    });
  });

  describe("are narrowed", () => {
    it("to one workspace, one folder's direct content, or both", async () => {
      const [here, there] = [await makers.workspace(), await makers.workspace()];
      const [top, inside] = await makers.chain(2, { workspace_id: here.id });
      const other = await makers.folder({ workspace_id: there.id });
      const direct = await makers.upload({ documents_folder_id: top?.id });
      const deep = await makers.upload({ documents_folder_id: inside?.id });
      expect(idsOf(await folders({ workspace_id: here.id, sort: "created_at", direction: "asc" }))).toEqual([
        top?.id,
        inside?.id,
      ]);
      expect(idsOf(await folders({ documents_folder_id: top?.id ?? "" }))).toEqual([inside?.id]);
      expect(idsOf(await documents({ documents_folder_id: top?.id ?? "" }))).toEqual([direct.id]);
      expect(idsOf(await documents({ workspace_id: here.id })).sort()).toEqual([direct.id, deep.id].sort());
      expect(idsOf(await documents({ workspace_id: there.id, documents_folder_id: top?.id ?? "" }))).toEqual([]);
      expect(idsOf(await folders({ workspace_id: here.id, documents_folder_id: top?.id ?? "" }))).toEqual([inside?.id]);
      expect(idsOf(await folders({ workspace_id: NOTHING }))).toEqual([]);
      expect(idsOf(await folders({ documents_folder_id: NOTHING }))).toEqual([]);
      expect(idsOf(await folders({ workspace_id: there.id }))).toEqual([other.id]);
    });

    it("by filters, which all have to match", async () => {
      const { id } = await makers.workspace();
      const within = { workspace_id: id };
      const one = await makers.folder({ ...within, name: "Bail 12", description: "rue X", color: "#00FF00" });
      const two = await makers.folder({ ...within, name: "bail 13", description: "" });
      const three = await makers.folder({ ...within, name: "quittance", documents_folder_id: one.id });
      const found = async (query: Readonly<Record<string, string>>) =>
        idsOf(await folders({ ...within, sort: "created_at", direction: "asc", ...query }));
      expect(await found({ "q[name_cont]": "BAIL" })).toEqual([one.id, two.id]);
      expect(await found({ "q[name_start]": "bail", "q[name_cont]": "13" })).toEqual([two.id]);
      expect(await found({ "q[name_eq]": "bail 12" })).toEqual([]);
      expect(await found({ "q[name_eq]": "Bail 12" })).toEqual([one.id]);
      expect(await found({ "q[name_or_description_cont]": "x" })).toEqual([one.id]);
      expect(await found({ "q[name_and_description_cont]": "i" })).toEqual([]);
      expect(await found({ "q[name_and_description_cont]": "" })).toEqual([one.id, two.id, three.id]);
      expect(await found({ "q[name_eq]": "" })).toEqual([one.id, two.id, three.id]);
      expect(await found({ "q[description_cont]": "rue" })).toEqual([one.id]);
      expect(await found({ "q[color_eq]": "#00FF00" })).toEqual([one.id]);
      expect(await found({ "q[documents_folder_id_eq]": one.id })).toEqual([three.id]);
      expect(await found({ "q[id_eq]": two.id.toUpperCase() })).toEqual([two.id]);
      expect(await found({ "q[created_at_eq]": one.created_at })).toEqual([one.id, two.id, three.id]);
    });

    it("by lists of values, of which an empty one matches nothing", async () => {
      const { id } = await makers.workspace();
      const within = `workspace_id=${id}&sort=name&direction=asc`;
      for (const name of ["a", "b", "c,d"]) await makers.folder({ workspace_id: id, name });
      expect(namesOf(await folders(`${within}&q[name_in][]=a&q[name_in][]=c,d&q[name_in][]=none`))).toEqual([
        "a",
        "c,d",
      ]);
      expect(namesOf(await folders(`${within}&q%5Bname_in%5D%5B%5D=b`))).toEqual(["b"]);
      expect(namesOf(await folders(`${within}&q[name_in][]=`))).toEqual([]);
      expect(namesOf(await folders(`${within}&q[name_in][]=&q[name_in][]=a`))).toEqual(["a"]);
      expect(namesOf(await folders(`${within}&q[name_or_description_in][]=a`))).toEqual(["a"]);
    });

    it("by every predicate, of which only those for null match null", async () => {
      const { id } = await makers.workspace();
      const within = `workspace_id=${id}&sort=name&direction=asc`;
      const rows = [
        { name: "100%", description: "x", tags: ["paid"] },
        { name: "a_b", description: "" },
        { name: "axb", description: "y", tags: ["paid", "Sent"] },
        { name: "École" },
      ];
      for (const { tags, ...row } of rows) {
        await makers.folder({ workspace_id: id, ...row, ...(tags && { tag_list: tags }) });
      }
      const found = async (filter: string) => namesOf(await folders(`${within}&${filter}`));
      expect(await found("q[name_not_eq]=axb")).toEqual(["100%", "a_b", "École"]);
      expect(await found("q[description_not_eq]=x")).toEqual(["a_b", "axb"]);
      expect(await found("q[description_not_cont]=x")).toEqual(["a_b", "axb"]);
      expect(await found("q[description_not_in][]=x")).toEqual(["a_b", "axb"]);
      expect(await found("q[description_not_in][]=")).toEqual(["100%", "a_b", "axb"]);
      expect(await found("q[name_not_start]=A")).toEqual(["100%", "École"]);
      expect(await found("q[name_not_end]=B")).toEqual(["100%", "École"]);
      expect(await found("q[name_gteq]=a&q[name_lt]=ax")).toEqual(["a_b"]);
      expect(await found("q[description_present]=1")).toEqual(["100%", "axb"]);
      expect(await found("q[description_present]=f")).toEqual(["a_b", "École"]);
      expect(await found("q[description_blank]=t")).toEqual(["a_b", "École"]);
      expect(await found("q[description_null]=true")).toEqual(["École"]);
      expect(await found("q[description_not_null]=true")).toEqual(["100%", "a_b", "axb"]);
      expect(await found("q[tags_present]=true")).toEqual(["100%", "axb"]);
      expect(await found("q[tags_blank]=true")).toEqual(["a_b", "École"]);
      expect(await found("q[tags_or_description_blank]=true")).toEqual(["a_b", "École"]);
      expect(await found("q[documents_folder_id_null]=1&q[created_at_gteq]=2000-01-01")).toHaveLength(4);
      expect(await found("q[name_cont_any][]=%25&q[name_cont_any][]=É")).toEqual(["100%", "École"]);
      expect(await found("q[name_cont_all][]=A&q[name_cont_all][]=X")).toEqual(["axb"]);
      expect(await found("q[name_or_description_not_eq_all][]=x&q[name_or_description_not_eq_all][]=a_b")).toEqual([
        "100%",
        "a_b",
        "axb",
        "École",
      ]);
      expect(await found("q[name_and_description_not_eq_all][]=x&q[name_and_description_not_eq_all][]=y")).toEqual([
        "a_b",
      ]);
    });

    it("workspaces by all their fields", async () => {
      const tagged = await makers.workspace({ label: "Quince 1", business_tag_list: ["fruit"] });
      const plain = await makers.workspace({ label: "quince 2", description: "q2" });
      const found = async (filter: string) =>
        idsOf(await admin.ask("GET", `${DOCUMENTS}/workspaces`, { query: `q[label_start]=QUINCE&${filter}` }));
      expect(await found("")).toEqual([tagged.id, plain.id]);
      expect(await found("q[business_tags_present]=1")).toEqual([tagged.id]);
      expect(await found("q[business_tags_blank]=1")).toEqual([plain.id]);
      expect(await found("q[description_not_null]=1")).toEqual([plain.id]);
      expect(await found("q[label_end_any][]=1&q[label_end_any][]=3")).toEqual([tagged.id]);
    });

    it("people by all their fields", async () => {
      const [here, gone] = [await house.person({ role: "admin" }), await house.person()];
      expectStatus(
        await admin.ask("PATCH", `${USERS}/${gone.id}`, { json: { active: false, external_id: "x9" } }),
        200,
      );
      const found = async (filter: string) => {
        const ids = `q[id_in][]=${here.id}&q[id_in][]=${gone.id}`;
        return idsOf(await admin.ask("GET", USERS, { query: `${ids}&sort=created_at&direction=asc&${filter}` }));
      };
      expect(await found("q[active_true]=1")).toEqual([here.id]);
      expect(await found("q[active_not_true]=1")).toEqual([gone.id]);
      expect(await found("q[active_false]=f")).toEqual([here.id]);
      expect(await found("q[active_not_false]=0")).toEqual([gone.id]);
      expect(await found("q[external_id_present]=1")).toEqual([gone.id]);
      expect(await found("q[externa_id_matches]=X_")).toEqual([gone.id]);
      expect(await found("q[role_not_eq]=admin")).toEqual([gone.id]);
      expect(await found("q[role_matches]=A%25")).toEqual([here.id]);
    });

    it("documents by their numbers and types", async () => {
      const { id } = await makers.workspace();
      const within = `workspace_id=${id}&sort=byte_size&direction=asc`;
      for (const size of [1, 10, 100]) {
        await makers.upload(
          { workspace_id: id, name: `${size}.bin` },
          { bytes: "x".repeat(size), type: "application/octet-stream" },
        );
      }
      expect(namesOf(await documents(`${within}&q[byte_size_eq]=10`))).toEqual(["10.bin"]);
      expect(namesOf(await documents(`${within}&q[byte_size_gt]=10`))).toEqual(["100.bin"]);
      expect(namesOf(await documents(`${within}&q[byte_size_lteq]=10`))).toEqual(["1.bin", "10.bin"]);
      expect(namesOf(await documents(`${within}&q[byte_size_in][]=1&q[byte_size_in][]=100`))).toEqual([
        "1.bin",
        "100.bin",
      ]);
      expect(
        namesOf(await documents(`${within}&q[content_type_eq]=application/octet-stream&q[name_start]=10`)),
      ).toEqual(["10.bin", "100.bin"]);
      expect(namesOf(await documents(`${within}&q[content_type_cont]=OCTET`))).toHaveLength(3);
    });
  });

  describe("show only permitted records", () => {
    it("with counts that are exact, page by page", async () => {
      const user = await house.person();
      const [shared, hidden] = [await makers.workspace(), await makers.workspace()];
      const inShared = await makers.chain(3, { workspace_id: shared.id });
      const [, middle, low] = await makers.chain(3, { workspace_id: hidden.id });
      const inLow = await makers.upload({ documents_folder_id: low?.id });
      await makers.upload({ workspace_id: hidden.id });
      const alone = await makers.upload({ workspace_id: hidden.id });
      const own = await makers.folder({}, user);
      await house.grant(user, "read", "workspace", shared.id);
      await house.grant(user, "read", "folder", middle?.id ?? "");
      await house.grant(user, "write", "folder", low?.id ?? "");
      await house.grant(user, "read", "document", alone.id);

      const seen = [...inShared.map(({ id }) => id), middle?.id, low?.id, own.id].sort();
      expect(idsOf(await folders({}, user)).sort()).toEqual(seen);
      expect(standing(await folders({ per_page: "4" }, user))).toEqual(["6", "2", "1", "4", "true"]);
      const pages = await Promise.all(["1", "2"].map((page) => folders({ per_page: "4", page }, user)));
      expect(pages.flatMap(idsOf).sort()).toEqual(seen);
      expect(idsOf(await documents({}, user)).sort()).toEqual([inLow.id, alone.id].sort());
      expect(idsOf(await folders({ workspace_id: hidden.id }, user)).sort()).toEqual([middle?.id, low?.id].sort());
      expect(idsOf(await documents({ workspace_id: hidden.id }, user)).sort()).toEqual([inLow.id, alone.id].sort());
      expect(idsOf(await folders({ documents_folder_id: middle?.id ?? "" }, user))).toEqual([low?.id]);
      expect(standing(await folders({ workspace_id: shared.id, "q[name_eq]": "nothing" }, user))[0]).toBe("0");
    });

    it("and nothing through a hidden folder", async () => {
      const user = await house.person();
      const [top, inside] = await makers.chain(2);
      const document = await makers.upload({ documents_folder_id: top?.id });
      expect(standing(await folders({ documents_folder_id: top?.id ?? "" }, user))[0]).toBe("0");
      expect(standing(await documents({ documents_folder_id: top?.id ?? "" }, user))[0]).toBe("0");
      await house.grant(user, "read", "document", document.id);
      await house.grant(user, "read", "folder", inside?.id ?? "");
      expect(idsOf(await documents({ documents_folder_id: top?.id ?? "" }, user))).toEqual([document.id]);
      expect(idsOf(await folders({ documents_folder_id: top?.id ?? "" }, user))).toEqual([inside?.id]);
    });

    it("once, however many permissions reach it", async () => {
      const user = await house.person();
      const workspace = await makers.workspace();
      const [top, inside] = await makers.chain(2, { workspace_id: workspace.id });
      const document = await makers.upload({ documents_folder_id: inside?.id });
      await house.grant(user, "read", "workspace", workspace.id);
      for (const folder of [top, inside]) await house.grant(user, "write", "folder", folder?.id ?? "");
      await house.grant(user, "manage", "document", document.id);
      expect(standing(await folders({}, user))[0]).toBe("2");
      expect(idsOf(await documents({}, user))).toEqual([document.id]);
    });

    it("to administrators everything", async () => {
      const [user, administrator] = [await house.person(), await house.person({ role: "admin" })];
      const folder = await makers.folder({ name: "personal" }, user);
      expect(idsOf(await folders({ "q[name_eq]": "personal" }, administrator))).toEqual([folder.id]);
      const found = await administrator.ask<FolderBody>("GET", folderAt(folder.id));
      expect(found.status).toBe(200);
    });
  });
});
