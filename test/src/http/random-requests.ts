import fc from "fast-check";
import type { House } from "../../support/application-fixture.ts";
import {
  type DescribedOperation,
  type DescribedParameter,
  type Description,
  insideOf,
  outsideOf,
  replyChecker,
  resolved,
} from "../../support/description-checks.ts";
import type { Asking } from "../../support/send-request.ts";
import type { Furnisher } from "./sample-records.ts";
import { type Ids, pathOf } from "./samples.ts";

/** A described operation at its place. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly wrapper: string | undefined;
  readonly described: DescribedOperation;
}

/** The tested house, with the records that samples name. */
interface Target {
  readonly house: House;
  readonly furnishing: Furnisher;
  readonly ids: Ids;
  readonly description: Description;
}

/** Texts that are wrong nearly everywhere. */
const HOSTILE = ["", " ", "null", "0", "-1", "1e999", "\u0000", "é\u0301", "💣", "'\"<>&%", "[]", "x".repeat(5_000)];

const VALUES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE, ...[null, true, 0, -1, 1.5, 2 ** 53, [], {}, [null], [[]], { a: 1 }, ["x"], [{}]]),
  fc.jsonValue({ maxDepth: 2 }),
);

const FILTERS = ["q[id_eq]", "q[name_cont]", "q[created_at_gt]", "q[nothing_eq]", "q[]", "q", "nothing"];
const IDS = { unknown: "00000000-0000-4000-8000-000000000000", misshapen: "no-id" } as const;

const often = <Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) });

const REQUEST = fc.record({
  operation: fc.nat(),
  caller: often("administrator", "stranger", "nobody", "forger"),
  ids: often<"known" | keyof typeof IDS>("known", "unknown", "misshapen"),
  tidies: fc.nat(9),
  query: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
  body: often<"sample" | "changed" | "broken" | "typeless">("changed", "sample", "broken", "typeless"),
  field: fc.nat(),
  value: VALUES,
  accept: often<string | null>(null, "text/csv", "application/pdf", "text/html", "image/png;q=2"),
});

type Drawn = typeof REQUEST extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Sends `count` random requests, and returns the answers that the description lacks: a status, or a body that its schema
 * refuses. Throws if hardly any request succeeded, because then the records are gone, and nothing is tested.
 */
export async function answersNotDescribed(
  target: Target,
  placed: readonly Placed[],
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<readonly string[]> {
  const { house, description } = target;
  const problemOf = replyChecker(description);
  const stranger = await house.person();
  const tokens: Readonly<Record<string, string | undefined>> = {
    administrator: await house.admin.token(),
    stranger: await stranger.token(),
    forger: "ctat_forged",
  };
  const found = new Set<string>();
  let succeeded = 0;
  for (const drawn of fc.sample(REQUEST, { seed, numRuns: count })) {
    const at = placed[drawn.operation % placed.length];
    if (!at) throw new Error("No operation is described");
    const { path, asking } = requestOf(drawn, at, target, tokens[drawn.caller]);
    const reply = await house.ask<unknown>(at.method.toUpperCase(), path, asking);
    const problem = problemOf(at.described, reply);
    if (problem) found.add(problem);
    if (reply.status < 400) succeeded += 1;
  }
  if (succeeded < count / 20) throw new Error(`Only ${succeeded} of ${count} requests succeeded`);
  return [...found];
}

function requestOf(drawn: Drawn, at: Placed, { furnishing, ids, description }: Target, token: string | undefined) {
  const { method, path, described, wrapper } = at;
  const sample = furnishing.sample(`${method.toUpperCase()} ${path}`, ids);
  // Most removals miss, so that the records last.
  const way = method === "delete" && drawn.ids === "known" && drawn.tidies > 0 ? "unknown" : drawn.ids;
  const place = way === "known" ? pathOf(path, ids) : path.replaceAll(/\{\w+\}/g, IDS[way]);
  const headers = { ...sample.headers, ...(drawn.accept !== null && { accept: drawn.accept }) };
  const asking: Asking = { ...sample, headers, ...queryOf(drawn, described.parameters ?? [], sample.query) };
  const { token: _, ...anonymous } = asking;
  const sent = { ...(token === undefined ? anonymous : { ...asking, token }) };
  if (sample.json === undefined || drawn.body === "sample") return { path: place, asking: sent };
  const { json, ...bodiless } = sent;
  if (drawn.body === "broken")
    return { path: place, asking: { ...bodiless, ...raw('{"a":', "application/json", headers) } };
  if (drawn.body === "typeless") return { path: place, asking: { ...bodiless, ...raw("a", "text/plain", headers) } };
  const schema = described.requestBody?.content["application/json"]?.schema ?? {};
  const whole = resolved(description, schema);
  const inner = wrapper === undefined ? whole : resolved(description, whole.properties?.[wrapper] ?? {});
  const names = Object.keys(inner.properties ?? {});
  return {
    path: place,
    asking: { ...sent, json: changed(json, wrapper, names[drawn.field % (names.length + 1)], drawn) },
  };
}

const raw = (body: string, type: string, headers: Readonly<Record<string, string>>) => ({
  body,
  headers: { ...headers, "content-type": type },
});

/** The sample with one field changed, or another value in its place where there is no field. */
function changed(json: unknown, wrapper: string | undefined, name: string | undefined, { value }: Drawn): unknown {
  if (name === undefined || typeof json !== "object" || json === null || Array.isArray(json)) return value;
  const body = json as Readonly<Record<string, unknown>>;
  if (wrapper === undefined) return { ...body, [name]: value };
  return { ...body, [wrapper]: { ...(body[wrapper] as object), [name]: value } };
}

/** Described parameters with values at their edges, and some that are not described. */
function queryOf(
  { query }: Drawn,
  parameters: readonly DescribedParameter[],
  sampled: Asking["query"],
): Pick<Asking, "query"> {
  if (query.length === 0) return sampled === undefined ? {} : { query: sampled };
  const described = parameters.filter((each) => each.in === "query");
  const values = query.map(([which, value]) => {
    const parameter = described[which % (described.length + 2)];
    const edges = parameter ? [...insideOf(parameter.schema), ...outsideOf(parameter.schema)] : [];
    const name = parameter && parameter.name !== "q" ? parameter.name : (FILTERS[value % FILTERS.length] ?? "q");
    const all = [...edges, ...HOSTILE];
    return [name, String(all[value % all.length])] as const;
  });
  return { query: Object.fromEntries(values) };
}
