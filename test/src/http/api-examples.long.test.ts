import { writeFile } from "node:fs/promises";
import { millisecondsOf } from "@cartulary/kernel";
import { allOperations, type Operation } from "@cartulary/wire";
import { expect, it } from "vitest";
import { type DescribedOperation, demonstrate, ExampleCollection } from "../../support/api-examples.ts";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { startIdentityProvider } from "../../support/identity-provider.ts";
import { requestOf } from "../../support/send-request.ts";
import { furnisher } from "./sample-records.ts";
import { pathOf } from "./samples.ts";
import { BASIC, flowEnvironment, flowsOf } from "./token-flows.ts";

const FILE = new URL("../../../hosts/http/src/reference/examples.json", import.meta.url);

const operations: readonly Operation[] = Object.values(allOperations);

const described: readonly DescribedOperation[] = operations.map(({ id, method, path }) => ({
  ...{ id, method, path },
  pattern: new RegExp(`^${path.replace(/\{[a-z_]+\}/g, "[^/]+")}$`),
}));

/** Reads each list and record that the demonstration has made. */
async function readAll(house: House, collection: ExampleCollection): Promise<void> {
  const [mandataire] = (await house.admin.ask<readonly { readonly id: string }[]>("GET", "/rental/api/v1/mandataires"))
    .body;
  const headers = { authorization: `Bearer ${await house.admin.token()}`, "x-mandataire-id": mandataire?.id ?? "" };
  const get = async (path: string) => {
    const request = new Request(`http://house.test${path}`, { headers });
    const response = await house.app.fetch(request);
    await collection.add(request, undefined, response.clone());
    return response.ok && response.headers.get("content-type") === "application/json" ? response.json() : null;
  };
  const lists = described.filter(
    ({ method, path }) => method === "get" && !path.includes("{") && path !== "/openapi.json",
  );
  for (const { path } of lists) {
    const answer: unknown = await get(path);
    const [first] = Array.isArray(answer) ? answer : Object.values(answer ?? {}).flat();
    const { id } = (first ?? {}) as { readonly id?: string };
    if (id === undefined) continue;
    const below = described.filter((each) => each.method === "get" && each.path.startsWith(`${path}/{`));
    for (const each of below) await get(each.path.replace(/\{[a-z_]+\}/, id));
  }
}

/** Sends the samples of the sweep for what the demonstration does not do. */
async function sampleRest(collection: ExampleCollection): Promise<void> {
  const [sqlite] = databases;
  if (!sqlite) throw new Error("There is always SQLite");
  const database = await sqlite.open();
  const provider = await startIdentityProvider(() => millisecondsOf(house.clock.now()));
  const house: House = await openHouse(database, { environment: flowEnvironment(provider) });
  const furnishing = furnisher(house, database);
  const ids = await furnishing.furnish(await furnishing.publish());
  const flows = flowsOf(house, provider, ids.public_folder);
  const rank = ({ method }: DescribedOperation) => ["get", "post", "patch", "delete"].indexOf(method);
  for (const { id, method, path, ...rest } of described.toSorted((one, other) => rank(one) - rank(other))) {
    // The description is no example of itself.
    if (collection.examples.has(id) || id === "getOpenapi") continue;
    const name = `${method.toUpperCase()} ${path}`;
    try {
      const flow = await flows[name]?.();
      const token = path.startsWith("/oauth/") ? undefined : await house.admin.token();
      const basic = path.startsWith("/oauth/") ? { headers: { authorization: BASIC } } : {};
      const asking = flow?.asking ?? {
        ...basic,
        ...(token !== undefined && { token }),
        ...furnishing.sample(name, ids),
      };
      const request = requestOf(method.toUpperCase(), `http://house.test${flow?.path ?? pathOf(path, ids)}`, asking);
      const sent = asking.json ?? (asking.form && formFields(asking.form));
      await collection.add(request, sent, await house.app.fetch(request));
    } catch (error) {
      // Some samples need more than a request: such an operation has no example.
      if (process.env.CARTULARY_WRITE_EXAMPLES) process.stderr.write(`${id} ${rest.pattern}: ${String(error)}\n`);
    }
  }
  await house.close();
  await provider.close();
}

const formFields = (form: Readonly<Record<string, unknown>>): unknown =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => !(value instanceof Blob)));

it("takes the examples of the description from the demonstration", async () => {
  const collection = new ExampleCollection(described);
  const house = await demonstrate(collection);
  await readAll(house, collection);
  await house.close();
  await sampleRest(collection);
  const byId = Object.fromEntries([...collection.examples].sort(([one], [other]) => (one < other ? -1 : 1)));
  expect(Object.keys(byId).length).toBeGreaterThan(200);
  if (process.env.CARTULARY_WRITE_EXAMPLES === undefined) return;
  await writeFile(FILE, `${JSON.stringify(byId, null, 2)}\n`);
});
