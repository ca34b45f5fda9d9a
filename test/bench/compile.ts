import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { Typesetter } from "@cartulary/composition";
import { TIME_ATTACKS, typesetRequest } from "@cartulary/ports/composition";
import { createTypesetter } from "@cartulary/typst";
import { temporaryFolder } from "../support/cartulary-process.ts";
import { type Client, createClient } from "../support/checked-client.ts";
import { type CompilingHost, compilingHost } from "../support/compiling-host.ts";
import type { Measurement, Progress, Report, Verdict } from "./measurement.ts";

/** Warm-up requests: host and children compile their own code before the measurement. */
const WARM_UPS = 40;
const ROUNDS = 25;
const CHILDREN = 2;
const PARALLEL = 200;
const DIFFERENT = 1_000;
const RECIPIENTS = 1_000;
/** `CARTULARY_TYPST_MEMORY`. */
const CHILD_BYTES_MAX = 536_870_912;

/** Five pages, all of whose text is another one for another name. */
const pagesOf = (name: string) =>
  `#for page in range(5) [= {{ ${name} }}.#page\n#for line in range(45) [{{ ${name} }} #line: #lorem(12) #linebreak() ]]`;
/** As placeholders write values, so that both compile the same: an address would be a reference otherwise. */
const escaped = (value: string) =>
  value.replaceAll(/[^A-Za-z0-9]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
const filled = (source: string, value: string) => source.replaceAll(/\{\{.*?\}\}/g, () => value);

/**
 * The compiler by HTTP against the bare call in a child, the limits of its pool, mass communications, and the answers
 * of the host while its children are busy.
 */
export const compile: Measurement = {
  name: "compile",
  async run(_scenes, progress): Promise<Report> {
    await using folder = await temporaryFolder();
    await using house = await compilingHost({
      ...{ CARTULARY_DATA: folder.path, LOG_LEVEL: "error", CARTULARY_TYPST_CHILDREN: String(CHILDREN) },
    });
    // Over persistent connections, as every client has them.
    const client = createClient({ baseUrl: house.host.url, token: await house.host.token() });
    const measured = await inOrder(progress, [
      () => oneByOne(client),
      () => inParallel(house),
      () => manyDifferent(house),
      () => massCommunication(client),
      () => withBusyChildren(house),
    ]);
    return {
      title: `Compiling, ${CHILDREN} children, ${availableParallelism()} cores`,
      columns: ["", "host", "held against"],
      rows: measured.map(({ row }) => row),
      verdicts: measured.map(({ verdict }) => verdict),
    };
  },
};

interface Measured {
  readonly row: readonly string[];
  readonly verdict: Verdict;
}

async function inOrder(progress: Progress, works: readonly (() => Promise<Measured>)[]): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  for (const work of works) {
    const measured = await work();
    progress(measured.row.join("  "));
    all.push(measured);
  }
  return all;
}

/** The bare call: it has to produce a document, or it would do less than the host. */
async function typesetBare(typesetter: Typesetter, source: string): Promise<void> {
  const { outcome } = await typesetter.typeset(typesetRequest(source));
  if (outcome !== "typeset") throw new Error("The bare compiler makes no document of it");
}

async function oneByOne(client: Client): Promise<Measured> {
  const typesetter = createTypesetter({ children: 1 });
  const body = {
    templateKey: "bare",
    assemblyMode: "pure_typst",
    typstSource: pagesOf("n"),
    variables: { n: "first" },
  };
  const { id } = await client.createComposedDocument({ body });
  const params = { id };
  const [bare, host]: [number[], number[]] = [[], []];
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const source = filled(pagesOf("n"), escaped(`bare ${round}`));
    const bareMs = await timed(() => typesetBare(typesetter, source));
    await client.updateComposedDocument({ params, body: { variables: { n: `host ${round}` } } });
    const hostMs = await timed(() => client.compileComposedDocument({ params }));
    if (round < 0) continue;
    bare.push(bareMs);
    host.push(hostMs);
  }
  await typesetter.close();
  const ratio = medianOf(host) / medianOf(bare);
  return {
    row: ["five pages, ms", medianOf(host).toFixed(1), medianOf(bare).toFixed(1)],
    verdict: verdictOf("a warm compile of five pages is so many bare calls", ratio, { most: 1.5 }),
  };
}

/** All at once: none is refused, and there are no more children than were allowed, each within its bound. */
async function inParallel(house: CompilingHost): Promise<Measured> {
  const { most, result } = await watched(house, () =>
    Promise.all(
      Array.from({ length: PARALLEL }, (_, index) => house.endingOf(filled(pagesOf("n"), `parallel ${index}`))),
    ),
  );
  const typeset = result.filter((ending) => ending === "typeset").length;
  return {
    row: [`${PARALLEL} at once: typeset, children, MiB of all`, `${typeset}, ${most.children}`, mib(most.bytes)],
    verdict: {
      promise: `${PARALLEL} at once take ${most.children} children and ${mib(most.bytes)} MiB`,
      holds: typeset === PARALLEL && most.children <= CHILDREN && most.bytes <= CHILDREN * CHILD_BYTES_MAX,
    },
  };
}

async function manyDifferent(house: CompilingHost): Promise<Measured> {
  const some = (name: string, count: number) => () =>
    inTurn(count, CHILDREN, async (index) => {
      await house.endingOf(filled(pagesOf("n"), `${name} ${index}`));
    });
  const first = await watched(house, some("first", DIFFERENT / 5));
  await some("more", DIFFERENT - (2 * DIFFERENT) / 5)();
  const last = await watched(house, some("last", DIFFERENT / 5));
  const growth = last.most.bytes / first.most.bytes;
  return {
    row: [`${DIFFERENT} different: MiB of the last, of the first`, mib(last.most.bytes), mib(first.most.bytes)],
    verdict: verdictOf(`the last of ${DIFFERENT} different compilations take so much of the first's memory`, growth, {
      most: 1.2,
    }),
  };
}

/** On as many children: background jobs leave one free. */
async function massCommunication(client: Client): Promise<Measured> {
  const source = pagesOf("recipient.email_address");
  const body = {
    key: "for-many",
    typstSource: "// Nothing of its own",
    defaultParts: [{ content: source, contentFormat: "typst", status: "editing" }],
  } as const;
  await client.createTemplate({ body });
  const contactIds: Awaited<ReturnType<Client["createContact"]>>["id"][] = [];
  await inTurn(RECIPIENTS, 8, async (index) => {
    contactIds.push((await client.createContact({ body: { emailAddress: `recipient-${index}@example.org` } })).id);
  });
  const hostMs = await timed(async () => {
    const { id } = await client.createMassCommunication({
      body: { templateKey: "for-many", recipients: { contactIds } },
    });
    for (let status = "pending"; status !== "completed"; await wait(100)) {
      const now = await client.getMassCommunication({ params: { id } });
      if (now.failures.length > 0) throw new Error(now.failures[0]?.message);
      status = now.status;
    }
  });
  const typesetter = createTypesetter({ children: CHILDREN - 1 });
  const bareMs = await timed(() =>
    inTurn(RECIPIENTS, CHILDREN - 1, async (index) => {
      await typesetBare(typesetter, filled(source, escaped(`recipient-${index}@example.org`)));
    }),
  );
  await typesetter.close();
  const rate = (ms: number) => ((RECIPIENTS / ms) * 1_000).toFixed(1);
  return {
    row: [`${RECIPIENTS} recipients, documents a second`, rate(hostMs), rate(bareMs)],
    verdict: verdictOf("a mass communication has so much of the bare compiler's rate", bareMs / hostMs, { least: 0.6 }),
  };
}

async function withBusyChildren({ host, endingOf }: CompilingHost): Promise<Measured> {
  const token = await host.token();
  const ask = () =>
    timed(async () =>
      (await fetch(`${host.url}/api/v1/documents/folders`, { headers: { authorization: `Bearer ${token}` } })).text(),
    );
  const medianMilliseconds = async () => medianOf(await inSequence(ROUNDS * 4, ask));
  await medianMilliseconds();
  const idle = await medianMilliseconds();
  const [loop] = TIME_ATTACKS["loops in loops"] ?? [""];
  const busy = Promise.all(Array.from({ length: CHILDREN }, () => endingOf(loop)));
  const underLoad = await medianMilliseconds();
  await busy;
  return {
    row: ["a list, ms, with busy children and without", underLoad.toFixed(2), idle.toFixed(2)],
    verdict: verdictOf("with two busy children an answer takes so many times as long", underLoad / idle, { most: 3 }),
  };
}

interface Watched<Result> {
  readonly result: Result;
  readonly most: { readonly children: number; readonly bytes: number };
}

/** Looks at the children again and again while something is done. */
async function watched<Result>(
  { residentBytes }: CompilingHost,
  work: () => Promise<Result>,
): Promise<Watched<Result>> {
  const most = { children: 0, bytes: 0 };
  const timer = setInterval(() => {
    const bytes = residentBytes();
    most.children = Math.max(most.children, bytes.length);
    most.bytes = Math.max(
      most.bytes,
      bytes.reduce((sum, each) => sum + each, 0),
    );
  }, 100);
  const result = await work().finally(() => clearInterval(timer));
  return { result, most };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function inSequence<Result>(count: number, work: () => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  while (results.length < count) results.push(await work());
  return results;
}

/** So many, some at once. */
async function inTurn(count: number, lanes: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

const mib = (bytes: number): string => (bytes / 1_048_576).toFixed(0);

function verdictOf(
  promise: string,
  value: number,
  { most, least }: { readonly most?: number; readonly least?: number },
): Verdict {
  const bound = most === undefined ? `at least ${least}` : `at most ${most}`;
  return {
    promise: `${promise}: ${value.toFixed(2)} (${bound})`,
    holds: value <= (most ?? Number.POSITIVE_INFINITY) && value >= (least ?? 0),
  };
}
