import { Session } from "node:inspector/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { listen, socketAddress } from "@cartulary/node";
import type { MandataireId } from "@cartulary/rental/agency";
import { compose, readConfig, technologyModules, tokens } from "@cartulary/server";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { receipt } from "../support/agency.ts";
import { FIRST, temporaryFolder } from "../support/cartulary-process.ts";
import { clientOf, expected } from "./client.ts";
import type { Measurement, Report } from "./measurement.ts";
import { callerOf } from "./scene.ts";

/** Number of requests before the counted one: code that only the first runs is no part of a request. */
const WARM_UPS = 3;
const REPOSITORY = pathToFileURL(resolve(import.meta.dirname, "../..")).href;
const OURS = new RegExp(`^${REPOSITORY}/((?:core|contracts|adapters|hosts)/[^/]+)/(?:src|dist)/`);

/** A request, and how many of our files it may run. */
interface CountedRequest {
  readonly what: string;
  readonly filesMax: number;
  ask(): Promise<unknown>;
}

/** Counts our source files that one warm request runs: a reader who follows the request has to know each. */
export const files: Measurement = {
  name: "files",
  async run(): Promise<Report> {
    await using opened = new AsyncDisposableStack();
    const requests = await requestsOf(opened);
    const counted: (CountedRequest & { readonly ran: readonly string[] })[] = [];
    for (const each of requests) counted.push({ ...each, ran: await filesThatRun(each.ask) });
    const packages = [...new Set(counted.flatMap(({ ran }) => ran.map(packageOf)))].sort();
    return {
      title: "Our source files that one warm request runs, on SQLite and files",
      columns: ["", ...counted.map(({ what }) => what)],
      rows: [
        ...packages.map((name) => [name, ...counted.map(({ ran }) => `${ran.filter(isOf(name)).length || ""}`)]),
        ["in all", ...counted.map(({ ran }) => `${ran.length}`)],
      ],
      verdicts: counted.map(({ what, ran, filesMax }) => ({
        promise: `${what} runs ${ran.length} files (at most ${filesMax})`,
        holds: ran.length <= filesMax,
      })),
    };
  },
};

/** A file counts when one of its functions is called while `work` runs; what runs when a file is loaded is over by then. */
async function filesThatRun(work: () => Promise<unknown>): Promise<readonly string[]> {
  for (let turn = 0; turn < WARM_UPS; turn += 1) await work();
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
  return result
    .filter(({ url, functions }) => OURS.test(url) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => url);
}

const packageOf = (url: string): string => OURS.exec(url)?.[1] ?? "";
const isOf = (name: string) => (url: string) => packageOf(url) === name;

/** Starts a whole host in this process, over a new folder, and returns the requests to it. */
async function requestsOf(opened: AsyncDisposableStack): Promise<readonly CountedRequest[]> {
  const { path: directory } = opened.use(await temporaryFolder());
  const environment = { ...FIRST, CARTULARY_DATA: directory, LOG_LEVEL: "silent" };
  const config = readConfig(environment, { directory, isTerminal: false });
  const container = await compose(config, await technologyModules(config));
  opened.defer(() => container.unbindAllAsync());
  container.rebind(tokens.socketAddress).toConstantValue(socketAddress);
  const { bootstrap, personalTokens } = await container.getAsync(tokens.identity);
  await bootstrap.ensureFirstAccess({ ...config.administrator, ...config.application });
  const { transact } = await container.getAsync(tokens.database);
  const { emailAddress } = config.administrator;
  const first = await transact.read(({ users }) => users.findByEmail(emailAddress));
  if (!first) throw new Error("The first administrator was not made");
  const caller = callerOf(first.id, "super_admin");

  const { folders, publicAccess } = await container.getAsync(tokens.archive);
  const [estate, shown] = [
    await folders.create(caller, { name: "An estate" }),
    await folders.create(caller, { name: "For all users" }),
  ];
  await folders.create(caller, { name: "Plans", documentsFolderId: estate.id });
  await folders.create(caller, { name: "Deeds", documentsFolderId: shown.id });
  const { mandataires, accounting } = await container.getAsync(tokens.agency);
  const agency = await mandataires.create(caller, { name: "An agency" });
  const book = accounting(agency.id as MandataireId);
  const { token } = await personalTokens.issuePersonalToken({ emailAddress, scope: "read write", name: "bench" });
  const listener = await listen(await container.getAsync(tokens.app), { host: "127.0.0.1", port: 0 });
  opened.defer(() => listener.close(0));
  const url = `http://127.0.0.1:${listener.port}`;
  const [owner, visitor] = [clientOf(url, token), clientOf(url, "")];
  opened.defer(() => {
    owner.close();
    visitor.close();
  });

  const within = { documents_folder_id: estate.id };
  const list = `${DOCUMENTS_BASE}/documents?${new URLSearchParams({ "q[documents_folder_id_eq]": estate.id })}`;
  const upload = () => expected(201, owner.upload(`${DOCUMENTS_BASE}/documents`, within));
  await upload();
  await publicAccess.publish(caller, {
    node: { type: "folder", id: shown.id },
    propagate: true,
    dryRun: false,
  });
  return [
    { what: "an upload", filesMax: 70, ask: upload },
    { what: "a list", filesMax: 48, ask: () => expected(200, owner.get(list)) },
    { what: "a posting", filesMax: 45, ask: () => book.post(caller, [receipt(100)]) },
    { what: "a visitor", filesMax: 34, ask: () => expected(200, visitor.get(`/public/v1/folders/${shown.id}`)) },
  ];
}
