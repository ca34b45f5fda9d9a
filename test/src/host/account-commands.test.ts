import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, until } from "../../support/cartulary-process.ts";
import { createClient } from "../../support/checked-client.ts";
import { decideLogin, onTerminal, SCRIPT, type Typist, typist } from "../../support/command-client.ts";
import { cartularyHere, type HostHere, hostHere } from "../../support/command-here.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { type FaultyProxy, type PassingRequest, startFaultyProxy } from "../../support/faulty-proxy.ts";
import { slow } from "../../support/runs.ts";

const resources = new AsyncDisposableStack();
let host: HostHere;
beforeAll(async () => {
  const folder = resources.use(await dataFolder());
  host = resources.use(await hostHere({ CARTULARY_DATA: folder.path }));
});
afterAll(() => resources.disposeAsync());

const POLL = "/api/v1/cli/auth/device/poll";
const START = "/api/v1/cli/auth/device";

const quick = (started: string) => started.replace('"interval":5', '"interval":1');

/** A way to the host on which a device flow need not wait long between two polls. */
async function quickWay(): Promise<FaultyProxy> {
  const change = ({ path }: PassingRequest) => (path === START ? { rewrite: quick } : undefined);
  return startFaultyProxy(host.url, { change });
}

const credentialsOf = ({ environment }: Typist) =>
  join(environment.XDG_CONFIG_HOME ?? "", "cartulary/credentials.json");
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

interface Saved {
  readonly logins: readonly { readonly url: string; readonly token: string; readonly tokenName: string }[];
}
const savedBy = async (typist: Typist) => JSON.parse(await readFile(credentialsOf(typist), "utf8")) as Saved;

describe("cartulary login", () => {
  it("waits for approval, stores the token for this user only, and ends it with logout", async () => {
    await using way = await quickWay();
    await using sue = await typist();
    await using logging = sue.start(["login", "--url", `${way.url}/`]);
    await decideLogin(logging, "approve");
    const ended = { ...(await logging.ended), ...logging.output };
    const output = new RegExp(
      `^${FIRST.CARTULARY_ADMIN_EMAIL} is logged in at ${way.url} until \\d{4}-\\d\\d-\\d\\d\\n$`,
    );
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(output) });
    expect(ended.stderr).toMatch(
      /^Open http:\S+\/cli\/activation\?user_code=\S+\nand approve the login .* [A-Z]{4}-[A-Z]{4}\.\n$/,
    );
    expect([await modeOf(credentialsOf(sue)), await modeOf(join(credentialsOf(sue), ".."))]).toEqual(["600", "700"]);
    expect(await readdir(join(credentialsOf(sue), ".."))).toEqual(["credentials.json"]);

    const { logins } = await savedBy(sue);
    const { token = "", tokenName = "" } = logins[0] ?? {};
    expect(logins).toMatchObject([{ url: way.url }]);
    const client = createClient({ baseUrl: host.url, token });
    const { items } = await client.listPersonalAccessTokens();
    expect(items.map(({ name, scopes }) => [name, scopes])).toEqual([[tokenName, ["read", "write"]]]);
    const listed = await sue.run(["ls"]);
    expect(listed).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
    expect([logging.output.stdout, logging.output.stderr, listed.stdout, listed.stderr].join()).not.toContain(token);

    const out = await sue.run(["logout"]);
    const done = `${FIRST.CARTULARY_ADMIN_EMAIL} is logged out at ${way.url}\n`;
    expect(out).toEqual({ code: 0, signal: null, stdout: done, stderr: "" });
    await expect(client.listPersonalAccessTokens()).rejects.toMatchObject({ status: 401 });
    expect(await readdir(join(credentialsOf(sue), ".."))).toEqual([]);
    expect(await sue.run(["ls"])).toMatchObject({ code: 2, stdout: "" });
    const again = await sue.run(["logout", "--url", way.url, "--json"]);
    expect(again).toMatchObject({ code: 0, stdout: `{"url":"${way.url}","logged_out":false}\n` });
  });

  slow.it("fails with exit 1 when the login is denied or has expired", async () => {
    await using way = await quickWay();
    await using sue = await typist({ CARTULARY_URL: way.url });
    const logging = sue.begin(["login"]);
    await decideLogin(logging, "deny");
    expect(await logging.ended).toEqual({ code: 1, signal: null });
    expect(logging.output.stderr).toMatch(/^cartulary: the login was denied$/m);

    for (const [error, status, why] of [
      ["expired_token", 400, "the login was not approved in time"],
      ["already_consumed", 410, "the token was already fetched or was lost"],
    ] as const) {
      way.faults = {
        ...way.faults,
        instead: ({ path }) => (path === POLL ? { status, json: { error, message: "m" } } : undefined),
      };
      const ended = await sue.run(["login"]);
      expect(ended).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(`\ncartulary: ${why}`) });
    }
    await expect(stat(credentialsOf(sue))).rejects.toMatchObject({ code: "ENOENT" });
  });

  slow.it("survives broken connections and busy servers, and names the token's user to programs", async () => {
    await using way = await quickWay();
    await using sue = await typist({ CARTULARY_URL: way.url });
    const polls = () => way.requests.filter(({ path }) => path === POLL).length;
    way.faults = {
      ...way.faults,
      instead({ path, before }) {
        if (path !== POLL) return;
        if (before === 0) return "cut";
        if (before === 1) return { status: 503, headers: { "retry-after": "1" } };
      },
    };
    const logging = sue.begin(["login", "--json"]);
    await decideLogin(logging, "approve");
    expect(await logging.ended).toEqual({ code: 0, signal: null });
    expect(polls()).toBeGreaterThanOrEqual(3);
    expect(JSON.parse(logging.output.stdout)).toEqual({
      url: way.url,
      user: { id: expect.any(String), email_address: FIRST.CARTULARY_ADMIN_EMAIL, first_name: null, last_name: null },
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  slow.it(
    "again takes the place of the one before, whose token ends; a file that others could read gets private",
    async () => {
      await using way = await quickWay();
      await using sue = await typist({ CARTULARY_URL: way.url });
      const logIn = async () => {
        const logging = sue.begin(["login"]);
        await decideLogin(logging, "approve");
        expect(await logging.ended).toEqual({ code: 0, signal: null });
        return (await savedBy(sue)).logins;
      };
      const [first] = await logIn();
      await chmod(credentialsOf(sue), 0o644);
      const [second, ...more] = await logIn();
      expect([more, await modeOf(credentialsOf(sue))]).toEqual([[], "600"]);
      const tokens = async (token = "") => createClient({ baseUrl: host.url, token }).listPersonalAccessTokens();
      await expect(tokens(first?.token)).rejects.toMatchObject({ status: 401 });
      expect((await tokens(second?.token)).items.map(({ name }) => name)).toContain(second?.tokenName);

      way.faults = { instead: ({ path }) => (path.includes("personal_access_tokens") ? { status: 503 } : undefined) };
      const out = await sue.run(["logout"]);
      expect(out).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(`${way.url}/settings/tokens`) });
      await expect(stat(credentialsOf(sue))).rejects.toMatchObject({ code: "ENOENT" });
    },
  );
});

describe.skipIf(SCRIPT === null)("cartulary login on a terminal", () => {
  it("opens the page in a browser, and nothing that is no page", async () => {
    await using way = await quickWay();
    await using sue = await typist({ CARTULARY_URL: way.url });
    const [browser, opened] = [join(sue.folder, "browser"), join(sue.folder, "opened")];
    await writeFile(browser, `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 });
    way.faults = { ...way.faults, instead: ({ path }) => (path === POLL ? { status: 410, json: {} } : undefined) };
    await using watched = onTerminal(sue, ["login"], { BROWSER: browser });
    await until("the browser is there", () => existsSync(opened));
    expect(await readFile(opened, "utf8")).toMatch(/^http:\S+\/cli\/activation\?user_code=\S+\n$/);
    await watched.ended;
    await rm(opened);

    const sly = (body: string) =>
      quick(body).replace(/"verification_uri_complete":"[^"]*"/, '"verification_uri_complete":"/etc/hosts"');
    way.faults = { ...way.faults, change: ({ path }) => (path === START ? { rewrite: sly } : undefined) };
    await using misled = onTerminal(sue, ["login"], { BROWSER: browser });
    await misled.ended;
    expect(misled.output.stdout).toContain("Open /etc/hosts");
    way.faults = { ...way.faults, change: ({ path }) => (path === START ? { rewrite: quick } : undefined) };
    const unwatched = sue.begin(["login"], { BROWSER: browser });
    await unwatched.ended;
    expect(existsSync(opened)).toBe(false);
  });
});

describe("Commands that speak to a server", () => {
  it("give a saved token to its server only, and no command prints one", async () => {
    await using sue = await typist();
    const token = await host.token();
    const login = { url: host.url, token, tokenName: "t", emailAddress: "sue@example.org", expiresAt: "2027-01-01" };
    await using way = await startFaultyProxy(host.url);
    await mkdir(join(credentialsOf(sue), ".."), { recursive: true });
    await writeFile(credentialsOf(sue), JSON.stringify({ logins: [{ ...login, url: 1 }, login] }));
    expect(await sue.run(["ls"])).toMatchObject({ code: 0, stderr: "" });

    const refused = await sue.run(["ls", "--url", way.url]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`cartulary login --url ${way.url}`) });
    expect(way.requests).toEqual([]);
    const named = await sue.run(["ls"], { CARTULARY_URL: way.url, CARTULARY_TOKEN: ` ${token}\n` });
    expect(named).toMatchObject({ code: 0, stderr: "" });
    expect(new Set(way.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${token}`]));

    for (const wrong of [`${token} and\nmore`, `${token}x`]) {
      const { code, stdout, stderr } = await sue.run(["ls"], { CARTULARY_TOKEN: wrong });
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^cartulary: .*CARTULARY_TOKEN.*\n$/);
      expect(stderr).not.toContain(token);
    }
  });

  it("warn when the token is sent to another machine unencrypted", async () => {
    await using sue = await typist();
    await using way = await startFaultyProxy(host.url, { instead: () => ({ status: 503 }) });
    const insecureUrl = way.url.replace("127.0.0.1", "0.0.0.0");
    for (const words of [["ls"], ["logout"], ["upload", import.meta.filename], ["login"]]) {
      const { stderr } = await sue.run([...words, "--url", insecureUrl]);
      expect(stderr).toContain(`cartulary: warning: ${insecureUrl} is not encrypted`);
      expect((await sue.run([...words, "--url", way.url])).stderr).not.toContain("warning");
    }
  });

  it("report unusable words: exit 2", async () => {
    const environment = { CARTULARY_TOKEN: "t", CARTULARY_URL: host.url };
    const usage = expect.stringMatching(/^cartulary: [^\n]+\nusage: cartulary [^\n]+\n$/);
    for (const words of [
      ["ls", "--url", "ftp://example.org"],
      ["ls", "--url", "http://sue:secret@example.org"],
      ["ls", "not-an-id"],
      ["login", "now"],
      ["upload"],
      ["upload", "x", "--folder", "y"],
      ["download"],
      ["download", "01a2054b-2897-71a3-bb00-39d93c261677", "--output", "-", "--json"],
    ]) {
      const output = await cartularyHere(words, environment);
      expect({ words, ...output }).toEqual({ words, code: 2, stdout: "", stderr: usage });
    }
    await using sue = await typist();
    const nowhere = await sue.run(["ls"]);
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("no server: use --url") });
    const relative = await sue.run(["ls"], { XDG_CONFIG_HOME: "config" });
    expect(relative).toMatchObject({ code: 1, stderr: expect.stringContaining("XDG_CONFIG_HOME") });
  });
});
