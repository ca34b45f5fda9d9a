import { compose, readConfig, technologyModules, tokens } from "@cartulary/server";
import { DOCUMENTS_BASE, OAUTH_BASE } from "@cartulary/wire";
import { FIRST, temporaryFolder } from "../support/cartulary-process.ts";
import { type Ask, type Asking, type Reply, replyOf, requestOf, uploadForm } from "../support/send-request.ts";
import { pageVisitor } from "../support/visitor.ts";
import type { Measurement, Report } from "./measurement.ts";
import { median } from "./rounds.ts";

const COUNT = 100;
const ROUNDS = 15;
const TURNS = 10;
const WARM_UP = 60;
/** Of console.md 1 and 5. */
const AIMS = { ratio: 2, requests: 4, scriptBytes: 60_000, styleBytes: 40_000 };

/** A folder of the console with a hundred documents, and the same documents as JSON, both in this process. */
export const consolePage: Measurement = {
  name: "console",
  async run(): Promise<Report> {
    await using directory = await temporaryFolder();
    const environment = { ...FIRST, CARTULARY_DATA: directory.path, LOG_LEVEL: "warn", LOG_FORMAT: "json" };
    const config = readConfig(environment, { directory: directory.path, isTerminal: false });
    const container = await compose(config, await technologyModules(config));
    const { bootstrap } = await container.getAsync(tokens.identity);
    await bootstrap.ensureFirstAccess({ ...config.administrator, ...config.application });
    const app = await container.getAsync(tokens.app);
    await (await container.getAsync(tokens.maintenance)).prepare();
    const ask: Ask = async <Body>(method: string, path: string, asking: Asking = {}): Promise<Reply<Body>> =>
      replyOf<Body>(await app.fetch(requestOf(method, `http://127.0.0.1${path}`, asking)));
    const token = await tokenOf(ask);
    const made = async (path: string, asking: Asking) =>
      (await ask<{ readonly id: string }>("POST", DOCUMENTS_BASE + path, { ...asking, token })).body;
    const workspace = await made("/workspaces", { json: { label: "Archive" } });
    const folder = await made("/folders", { json: { name: "Baux", workspace_id: workspace.id } });
    for (let number = 1; number <= COUNT; number += 1) {
      const placed = { name: `Bail ${number}`, documents_folder_id: folder.id };
      await made("/documents", uploadForm(`clause ${number}`, placed));
    }
    const visitor = pageVisitor({ ask });
    await visitor.signIn(FIRST.CARTULARY_ADMIN_EMAIL, FIRST.CARTULARY_ADMIN_PASSWORD);
    const page = `/folders/${folder.id}?per_page=${COUNT}`;
    const query = { documents_folder_id: folder.id, per_page: String(COUNT), sort: "name", direction: "asc" };
    const show = () => visitor.get(page);
    const list = () => ask("GET", `${DOCUMENTS_BASE}/documents`, { query, token });
    for (let turn = 0; turn < WARM_UP; turn += 1) for (const work of [show, list]) await work();
    const [pages, lists]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      pages.push(await cpuOf(show));
      lists.push(await cpuOf(list));
    }
    const html = (await show()).text;
    const rows = html.match(/<th scope="row">/g)?.length ?? 0;
    if (rows !== COUNT) throw new Error(`The page shows ${rows} documents`);
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/g)].map(([, path = ""]) => path);
    const icons = html.match(/<link rel="icon"/g)?.length ?? 0;
    const bytesOf = async (ending: string) =>
      (await Promise.all(assets.filter((path) => path.endsWith(ending)).map((path) => visitor.get(path))))
        .map(({ bytes }) => bytes.byteLength)
        .reduce((one, other) => one + other, 0);
    const [script, style, requests] = [await bytesOf(".js"), await bytesOf(".css"), 1 + assets.length + icons];
    await container.unbindAllAsync();
    const [shown, listed] = [median(pages), median(lists)];
    const ratio = shown / listed;
    return {
      title: "A page of 100 documents of the console, on SQLite",
      columns: ["page, ms CPU", "list, ms CPU", "ratio", "HTML, bytes", "script, bytes", "style, bytes", "requests"],
      rows: [
        [
          ...[shown, listed, ratio].map((value) => value.toFixed(2)),
          ...[Buffer.byteLength(html), script, style, requests].map(String),
        ],
      ],
      verdicts: [
        { promise: `at most ${AIMS.ratio} times the CPU of its JSON list`, holds: ratio <= AIMS.ratio },
        { promise: `at most ${AIMS.requests} requests`, holds: requests <= AIMS.requests },
        { promise: `at most ${AIMS.scriptBytes} bytes of script`, holds: script <= AIMS.scriptBytes },
        { promise: `at most ${AIMS.styleBytes} bytes of style`, holds: style <= AIMS.styleBytes },
      ],
    };
  },
};

/** Milliseconds of CPU of one turn of some work. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < TURNS; turn += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / TURNS;
}

async function tokenOf(ask: Ask): Promise<string> {
  const form = {
    ...{ grant_type: "password", username: FIRST.CARTULARY_ADMIN_EMAIL, password: FIRST.CARTULARY_ADMIN_PASSWORD },
    ...{ client_id: FIRST.CARTULARY_CLIENT_ID, client_secret: FIRST.CARTULARY_CLIENT_SECRET, scope: "read write" },
  };
  const { body } = await ask<{ readonly access_token: string }>("POST", `${OAUTH_BASE}/token`, {
    body: new URLSearchParams(form),
  });
  return body.access_token;
}
