import { createDemonstration, type Demonstration } from "@cartulary/console";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { makersFor } from "../../support/record-factories.ts";
import { signedInAs } from "../../support/session.ts";
import { type PageVisitor, pageVisitor } from "../../support/visitor.ts";

const QUARTER_MS = 900_000;
const SESSION = "cartulary_session";

/** The numbers of the steps that the page shows as done. */
const doneOn = (html: string) =>
  [...html.matchAll(/<li data-step="(\d+)" data-done="true">.*?✓ (?:Done|Fait)/g)].map(([, step]) => Number(step));

describe("a demonstration", () => {
  let now = 0;
  let demonstration: Demonstration;
  let house: House;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    const person = { emailAddress: FIRST.email, password: FIRST.password };
    demonstration = createDemonstration({ person, now: () => now });
    house = await openHouse(await sqlite.open(), { demonstration });
  });
  afterAll(() => house.close());

  describe("has a link that", () => {
    let visitor: PageVisitor;
    beforeEach(() => {
      visitor = pageVisitor(house);
    });

    const enter = (path: string, who = visitor) => who.get(path, { headers: { accept: "text/html" } });
    const expectRefused = (reply: Awaited<ReturnType<typeof enter>>) => {
      expect([reply.status, reply.headers.getSetCookie()]).toEqual([404, []]);
      expect(reply.text).toContain("<h1>Page not found</h1>");
    };

    it("signs in once, and leads to /", async () => {
      const link = demonstration.newLink();
      const reply = await enter(link);
      expect([reply.status, reply.headers.get("location")]).toEqual([303, "/"]);
      expect(reply.headers.get("set-cookie")).toMatch(/^cartulary_session=\w{43};.*HttpOnly; SameSite=Lax/);
      expect((await visitor.get("/")).text).toContain("<h1>Workspaces</h1>");
      expectRefused(await enter(link, pageVisitor(house)));
    });

    it("is valid for 15 minutes", async () => {
      const link = demonstration.newLink();
      now += QUARTER_MS - 1;
      expect((await enter(link)).status).toBe(303);
      const late = demonstration.newLink();
      now += QUARTER_MS;
      expectRefused(await enter(late));
    });

    it("ends with the next one, and is not used up by wrong ones or by HEAD", async () => {
      const [former, link] = [demonstration.newLink(), demonstration.newLink()];
      expectRefused(await enter(former));
      for (const wrong of ["", "?token=", "?token=x", `?token=${"a".repeat(43)}`])
        expectRefused(await enter(`/demo/enter${wrong}`));
      expect((await house.ask("HEAD", link)).status).toBe(405);
      expect((await enter(link)).status).toBe(303);
      expect(visitor.cookies.has(SESSION)).toBe(true);
    });
  });

  it("ticks the steps that the person does, and rehearsals are no steps", async () => {
    const makers = makersFor(house);
    const workspace = await makers.workspace({ label: "Résidence" });
    const folder = await makers.folder({ name: "Technique", workspace_id: workspace.id });
    const inner = await makers.folder({ name: "Plans et photos", documents_folder_id: folder.id });
    await makers.upload({ name: "Bail", documents_folder_id: folder.id }, { bytes: "clause", name: "bail.txt" });
    await house.work();
    const visitor = pageVisitor(house);
    await visitor.get(demonstration.newLink());
    const tour = async () => (await visitor.get("/tour")).text;
    expect(doneOn(await tour())).toEqual([]);
    await visitor.get("/search?query=nothing+of+that+kind");
    await visitor.get(`/folders/${folder.id}/public/publish`);
    expect(doneOn(await tour())).toEqual([]);
    expect((await tour()).match(/<li data-step="/g)).toHaveLength(10);
    expect(await tour()).toContain(`href="/folders/${folder.id}/public"`);
    const reader = await signedInAs(house);
    await house.grant(reader.person, "read", "workspace", workspace.id);
    const seen = await reader.get("/tour");
    expect([seen.status, seen.text.match(/<li data-step="/g)?.length]).toEqual([200, 10]);
    expect(seen.text).toContain(`data-step="4" data-done="false"><a href="/folders/${folder.id}"`);

    await visitor.get("/search?query=clause");
    expect((await visitor.fillIn(`/folders/${folder.id}/public/publish`, {})).status).toBe(303);
    expect(doneOn(await tour())).toEqual([1, 3]);
    const next = /<li data-step="(\d+)" data-done="false"><a [^>]*aria-current="step" autofocus>/.exec(await tour());
    expect(next?.[1]).toBe("2");
    expect(await tour()).toContain(`href="/p/${folder.id}"`);
    await pageVisitor(house).get(`/p/${inner.id}`);
    await visitor.fillIn(`/folders/${inner.id}/public/exclusion`, {});
    expect(doneOn(await tour())).toEqual([1, 3, 4, 5]);

    expect((await reader.get("/tour")).text).toContain(`href="/p/${folder.id}"`);
    const other = await signedInAs(house, { role: "admin" });
    expect(doneOn((await other.get("/tour")).text)).toEqual([]);
    const french = await visitor.get("/tour", { headers: { "accept-language": "fr" } });
    expect(french.text).toContain("<h1>Visite guidée</h1>");
    expect(french.text).toContain("✓ Fait");
    expect((await visitor.get("/")).text).toContain('href="/tour">Tour</a>');
  });

  it("is nothing that another host has", async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    const usual = await openHouse(await sqlite.open());
    const visitor = pageVisitor(usual);
    const headers = { accept: "text/html" };
    for (const path of ["/tour", demonstration.newLink()])
      expect([(await visitor.get(path, { headers })).status, visitor.cookies.size]).toEqual([404, 0]);
    await visitor.signIn(FIRST.email, FIRST.password);
    expect((await visitor.get("/tour", { headers })).status).toBe(404);
    expect((await visitor.get("/")).text).not.toContain("/tour");
    await usual.close();
  });
});
