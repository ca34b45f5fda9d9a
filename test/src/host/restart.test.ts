import { describe, expect, it } from "vitest";
import { FIRST, startHost, until } from "../../support/cartulary-process.ts";
import { type Client, createClient } from "../../support/checked-client.ts";
import { hostHere, type WatchedHost, watchedHostHere } from "../../support/command-here.ts";
import { hostGrounds, usualGrounds } from "../../support/host-fixtures.ts";

describe.each(usualGrounds)("On $name", ({ prepare }) => {
  it("a host that starts again finds everything as it was", async () => {
    await using ground = await prepare();
    let before: Seen;
    let token: string;
    {
      await using host = await hostHere(ground.environment);
      token = await host.token();
      before = await seen(host, token, await fill(await host.signIn()));
      expect(Object.values(before).filter((answer) => answer.startsWith("200 "))).toHaveLength(8);
    }
    await using again = await hostHere(ground.environment);
    expect(await seen(again, token, Object.keys(before))).toEqual(before);
    await again.signIn();
  });
});

describe.each(hostGrounds)("On $name", ({ prepare }) => {
  it("two hosts that start at once on an empty database serve one archive, and one of them creates the first access", async () => {
    await using ground = await prepare("empty");
    const withoutFirstUser = Object.fromEntries(Object.keys(FIRST).map((name) => [name, undefined]));
    const environment = { ...ground.environment, ...withoutFirstUser };
    await using hosts = new AsyncDisposableStack();
    const starting = [startHost(environment), watchedHostHere(environment)] as const;
    const [one, two] = await Promise.all(starting.map(async (host) => hosts.use(await host)));
    if (!one || !two) throw new Error("Not every host was started");

    const reportOf = [one, two].filter(({ output }) => /password \S+/.test(output.stderr));
    expect(reportOf).toHaveLength(1);
    const password = /password (\S+)/.exec(reportOf[0]?.output.stderr ?? "")?.[1] ?? "";
    const clientSecret = /secret (\S+)/.exec(reportOf[0]?.output.stderr ?? "")?.[1] ?? "";
    const [first, second] = await Promise.all([one, two].map((host) => signIn(host, password, clientSecret)));
    const { id } = (await first?.createDocument({ file: { name: "a.txt", bytes: Buffer.from("hello") } })) ?? {};
    if (id === undefined) throw new Error("No document was made");
    const content = await second?.getDocumentContent({ params: { id } });
    expect(await content?.text()).toBe("hello");
    expect((await second?.listUsers())?.total).toBe(1);
  });
});

async function signIn({ url: baseUrl }: WatchedHost, password: string, clientSecret: string): Promise<Client> {
  const who = { username: "admin@cartulary.localhost", password, clientId: "cartulary-cli", clientSecret };
  const { accessToken } = await createClient({ baseUrl }).createToken({ body: { grantType: "password", ...who } });
  return createClient({ baseUrl, token: accessToken });
}

/** Makes one of everything; answers the paths at which it can be seen. */
async function fill(client: Client): Promise<readonly string[]> {
  const workspace = await client.createWorkspace({ body: { label: "Estate", settings: { aB: { cD: 1 } } } });
  const top = await client.createFolder({ body: { name: "Leases", workspaceId: workspace.id, tagList: ["kept"] } });
  const folder = await client.createFolder({ body: { name: "2026", documentsFolderId: top.id } });
  const file = (name: string, text: string) => ({ name, type: "text/plain", bytes: Buffer.from(text) });
  const body = { documentsFolderId: folder.id };
  const document = await client.createDocument({ body, file: file("lease.txt", "the first words") });
  const params = { id: document.id };
  await client.createVersion({ params, body: { comment: "signed" }, file: file("signed.txt", "the second words") });
  await client.updateDocument({ params, body: { description: "renewed" }, file: file("new.txt", "the last words") });
  const gone = await client.createDocument({ body, file: file("gone.txt", "gone") });
  await client.deleteDocument({ params: { id: gone.id } });
  await until("the text is read", async () => (await client.getDocument({ params })).textStatus !== "pending");
  const [version] = (await client.listVersions({ params })).items;

  const documents = "/api/v1/documents";
  return [
    `${documents}/workspaces`,
    `${documents}/folders`,
    `${documents}/folders/${folder.id}`,
    `${documents}/documents`,
    `${documents}/documents/${gone.id}`,
    `${documents}/documents/${document.id}/content`,
    `${documents}/documents/${document.id}/versions`,
    `${documents}/documents/${document.id}/versions/${version?.id}/content`,
    "/api/v1/directory/users",
  ];
}

/** The answers of each path: status, count, and the body without the id of the request. */
type Seen = Readonly<Record<string, string>>;

async function seen({ url }: Pick<WatchedHost, "url">, token: string, paths: readonly string[]): Promise<Seen> {
  const headers = { authorization: `Bearer ${token}` };
  const answers = paths.map(async (path) => {
    const answer = await fetch(url + path, { headers });
    const text = (await answer.text()).replace(/"request_id":"[^"]*"/, "");
    return [path, `${answer.status} ${answer.headers.get("x-total-count")} ${text}`] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}
