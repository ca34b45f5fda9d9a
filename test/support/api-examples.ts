import { fillAgency, fillArchive } from "@cartulary/cli";
import { createClient } from "@cartulary/client";
import { type House, openHouse } from "./application-fixture.ts";
import { databases } from "./databases.ts";

/** The request and the answer of an operation of the demonstration, as JSON. */
export interface ApiExample {
  readonly request?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
}

/** An operation as the description has it. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
}

/** Collects the first example of each operation. */
export class ExampleCollection {
  readonly examples = new Map<string, ApiExample>();
  readonly #operations: readonly DescribedOperation[];

  constructor(operations: readonly DescribedOperation[]) {
    // A path without parameters comes before one whose parameter it would match.
    this.#operations = operations.toSorted((one, other) => one.path.split("{").length - other.path.split("{").length);
  }

  /** Keeps what a request was sent and answered, unless it was refused or there is a fuller example. */
  async add(request: Request, sent: unknown, response: Response): Promise<void> {
    const { pathname } = new URL(request.url);
    const method = request.method.toLowerCase();
    const found = this.#operations.find((each) => each.method === method && each.pattern.test(pathname));
    if (!found || response.status >= 300) return;
    const isJson = response.headers.get("content-type") === "application/json";
    const answer = isJson ? shortened(await response.json()) : undefined;
    const known = this.examples.get(found.id);
    if (known && (known.answer === undefined || !isEmpty(known.answer) || isEmpty(answer))) return;
    const request_ = sent === undefined ? {} : { request: shortened(sent) };
    this.examples.set(found.id, { ...request_, status: response.status, ...(answer !== undefined && { answer }) });
  }
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const TEXT_MAX = 200;
const ELEMENTS_MAX = 1;

/** An example is read by people: one element of each list, and the beginning of long texts. */
function shortened(value: unknown): unknown {
  if (typeof value === "string") return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX - 1)}…` : value;
  if (Array.isArray(value)) return value.slice(0, ELEMENTS_MAX).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  // An example may hold a schema, whose default is one of all its values.
  const shorter = ([key, each]: [string, unknown]) => [key, key === "enum" ? each : shortened(each)] as const;
  return Object.fromEntries(Object.entries(value).map(shorter));
}

/** Fills a new house with the demonstration, and reads all that it has; `collection` sees each request. */
export async function demonstrate(collection: ExampleCollection): Promise<House> {
  const [sqlite] = databases;
  if (!sqlite) throw new Error("There is always SQLite");
  const house = await openHouse(await sqlite.open());
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url, init);
    const sent = typeof init?.body === "string" ? JSON.parse(init.body) : formOf(init?.body);
    const response = await house.app.fetch(request);
    await collection.add(request, sent, response.clone());
    return response;
  };
  const client = createClient({ baseUrl: "http://house.test", token: await house.admin.token(), fetch });
  await fillArchive(client, () => {});
  await fillAgency(client, { year: 2026, pause: house.work }, () => {});
  return house;
}

/** The fields of a form besides its file. */
function formOf(body: unknown): unknown {
  if (!(body instanceof FormData)) return undefined;
  return Object.fromEntries([...body].filter(([, value]) => typeof value === "string"));
}
