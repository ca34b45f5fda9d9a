import { type ApiDependencies, publicApi } from "@cartulary/http";
import { notFound, type UserId } from "@cartulary/kernel";
import { listen } from "@cartulary/node";
import { type AnonymousReader, createAnonymousReader } from "@cartulary/public-access";
import { type Client, clientOf, expected } from "./client.ts";
import { compared } from "./comparison.ts";
import type { Measurement } from "./measurement.ts";
import { endOf, type PublicEstate, publicEstate } from "./public-estate.ts";
import { callerOf } from "./scene.ts";

const DEPTH = 4;
const AIM = 0.5;
const READS = 20;
const ROUNDS = { rounds: 15, turns: 20 };

/** A public document over HTTP, and its bare row over the same HTTP, without access checks. */
export const publicReading: Measurement = {
  name: "public-reading",
  async run({ engines }) {
    await using opened = new AsyncDisposableStack();
    const pairs = [];
    for (const engine of engines) {
      const estate = await publicEstate(engine, { folders: 1_000, documents: 10_000, depths: [DEPTH] });
      opened.defer(() => estate.close());
      const [careful, careless] = [
        await serving(createAnonymousReader(estate), opened),
        await serving(admitAllUsers(estate), opened),
      ];
      const path = `/documents/${endOf(DEPTH)}`;
      const reads = (client: Client) => async () => {
        for (let read = 0; read < READS; read += 1) await expected(200, client.get(path));
      };
      pairs.push({ what: `${engine}, ${READS} documents`, aim: AIM, host: reads(careful), roof: reads(careless) });
    }
    return await compared(
      "Reading a public document over HTTP, and the same row without asking whether it is",
      pairs,
      ROUNDS,
    );
  },
};

const ADMINISTRATOR = callerOf(endOf(DEPTH) as string as UserId, "admin");

/** Looks the row up and nothing else. */
function admitAllUsers({ transact }: PublicEstate): AnonymousReader {
  const nowhere = () => Promise.reject(notFound());
  return {
    folder: nowhere,
    content: nowhere,
    async document(id) {
      const found = await transact.single(({ documents }) => documents.find(ADMINISTRATOR, id));
      if (!found) throw notFound();
      return { ...found.record, folder: null };
    },
  };
}

async function serving(anonymousReader: AnonymousReader, opened: AsyncDisposableStack): Promise<Client> {
  const silent: ApiDependencies = {
    log: { info: () => {}, error: () => {} },
    authentication: { authenticate: () => Promise.reject(notFound()) },
    maxDirectUploadBytes: 0,
  };
  const documents = { open: () => Promise.reject(notFound()) };
  const listener = await listen(publicApi({ ...silent, anonymousReader, documents }), { host: "127.0.0.1", port: 0 });
  const client = clientOf(`http://127.0.0.1:${listener.port}`, "");
  opened.defer(async () => {
    client.close();
    await listener.close(0);
  });
  return client;
}
