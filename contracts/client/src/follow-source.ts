import type { Input } from "./encode.ts";
import { CALLED, type Operation } from "./operation.ts";
import { readPage } from "./pages.ts";
import type { CallOptions, Page } from "./types.ts";
import type { PerformById } from "./upload.ts";

/** A record of a list. */
export interface Row {
  readonly id: string;
  readonly updatedAt?: string;
  readonly createdAt?: string;
}

/** The last state of a record of a collection. */
export interface Snapshot extends Row {
  readonly state: "present" | "deleted" | "revoked";
  readonly updatedAt: string;
  readonly data: Row | null;
}

/** One collection, as its list and its changes tell it. */
export interface ListSource {
  /** Resolves to the date-time from which on a later reading finds every change that this one may miss. */
  watermark(): Promise<string>;
  /** Reads every record. */
  rows(): AsyncGenerator<Row, void, undefined>;
  /** Reads what changed from a date-time on; returns the start of the next reading. */
  changes(since: string): AsyncGenerator<Snapshot, string, undefined>;
}

/** Before every record. */
const BEGINNING = "0001-01-01T00:00:00.000Z";
const END = "9999-12-31T23:59:59.999Z";
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const BASE = "/rental/api/v1/";

/** Returns the collection of a list method. Throws a TypeError if the server keeps no changes of it. */
export function sourceOf(list: object, options: CallOptions, perPage: number): ListSource {
  const called = (list as { readonly [CALLED]?: { readonly operation: Operation; readonly perform: PerformById } })[
    CALLED
  ];
  const { operation, perform } = called ?? { operation: null, perform: null };
  const collection = operation?.path.startsWith(BASE) ? operation.path.slice(BASE.length) : "";
  if (!operation || !/^[a-z_]+$/.test(collection)) throw new TypeError("This list has no changes to follow");
  const read = (id: string, input: Input) =>
    readPage(
      { ...operation, items: null },
      (sent) => perform(id, sent, options),
      { per_page: perPage, ...input },
      options,
    );
  const readRows = (input: Input) => read(operation.id, input) as Promise<Page<Row>>;
  return {
    watermark: async () => watermarkOf(await readRows({ per_page: 1 })),
    rows: () => (collection === "mandataires" ? rowsByTimeRange(readRows) : rowsByDate(readRows)),
    changes: (since) =>
      changesOf((input) => read("listSnapshots", { collection, ...input }) as Promise<Page<Snapshot>>, since),
  };
}

type Read<Item> = (input: Input) => Promise<Page<Item>>;

function watermarkOf({ headers }: Page<unknown>): string {
  const watermark = headers.get("x-snapshot-at");
  if (watermark === null) throw new TypeError("This list has no changes to follow");
  return watermark;
}

/** Reads on after the last change of each page, so that changes made meanwhile skip none. */
async function* changesOf(read: Read<Snapshot>, since: string): AsyncGenerator<Snapshot, string, undefined> {
  let place: Input = { updated_since: since };
  let next: string | null = null;
  for (;;) {
    const page: Page<Snapshot> = await read(place);
    next ??= watermarkOf(page);
    yield* page.items;
    const last = page.items.at(-1);
    if (!last || page.total <= page.items.length) return next;
    place = { updated_since: last.updatedAt, after_id: last.id };
  }
}

/** Reads on after the last record of each page, so that changes made meanwhile skip none. */
async function* rowsByDate(read: Read<Row>): AsyncGenerator<Row, void, undefined> {
  let place: Input = { updated_since: BEGINNING, after_id: FIRST_ID };
  for (;;) {
    const { items, total }: Page<Row> = await read(place);
    yield* items;
    const last = items.at(-1);
    if (!last || total <= items.length) return;
    place = { updated_since: dateOf(last), after_id: last.id };
  }
}

/** The date of a record in the order of changes; empty for one without dates. */
export const dateOf = ({ updatedAt, createdAt }: Row): string => updatedAt ?? createdAt ?? "";

/** Reads records that tell no dates: halves the range of time until it fits one page. */
async function* rowsByTimeRange(read: Read<Row>, from = BEGINNING, to = END): AsyncGenerator<Row, void, undefined> {
  const { items, total } = await read({ q: { updated_at_gteq: from, updated_at_lteq: to } });
  if (total <= items.length) return yield* items;
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (first === last) throw new RangeError(`More records changed at ${from} than a page holds`);
  const middle = first + Math.floor((last - first) / 2);
  yield* rowsByTimeRange(read, from, new Date(middle).toISOString());
  yield* rowsByTimeRange(read, new Date(middle + 1).toISOString(), to);
}
