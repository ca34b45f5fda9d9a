import { openApi } from "@cartulary/http";
import { allOperations, type Operation } from "@cartulary/wire";
import fc from "fast-check";
import { expect } from "vitest";
import { openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import {
  type Description,
  insideOf,
  outsideOf,
  replyChecker,
  resolved,
  type Schema,
} from "../../support/description-checks.ts";
import type { Asking } from "../../support/send-request.ts";
import { answersNotDescribed, type Placed } from "./random-requests.ts";
import { furnisher } from "./sample-records.ts";
import { pathOf } from "./samples.ts";

const operations: readonly Operation[] = Object.values(allOperations);

/** A value for one field of a body, and whether the description accepts it. */
interface Attempt extends Placed {
  readonly field: string;
  readonly value: unknown;
  readonly accepted: boolean;
}

/** Codes of errors that the form of a value causes, whatever is stored. */
const OF_FORM = ["blank", "inclusion", "not_a_number", "too_long", "too_short"];
const OF_RANGE = ["greater_than_or_equal_to", "less_than_or_equal_to"];

/** Fields whose rules depend on other fields or on stored records; by operation and field. */
const DEPENDENT: ReadonlySet<string> = new Set([
  // Statuses of a new part, and transitions of one.
  ...["createPart.status", "updatePart.status"],
  // At most the denominator.
  ...["createOwnership.share_numerator", "updateOwnership.share_numerator"],
  // At most the amount with tax.
  "createSupplierInvoice.vat_cents",
  // At most the fees that are due.
  "createFeeWithdrawal.amount_cents",
  // Providers are in /service_providers, whose requests have the same schema.
  ...["createRentalContact.contact_type", "updateRentalContact.contact_type"],
  // Reserved: the schema says it by its length.
  ...["createDocument.pages"],
]);

/** How much is sent. */
interface Extent {
  /** Values at and beyond the edges of described fields. */
  readonly attempts: number;
  /** Requests with random callers, ids, parameters and bodies. */
  readonly randomRequests: number;
  readonly seed: number;
}

/** Sends attempts and random requests, and holds each reply against the description. */
export async function holdAgainstDescription({ attempts, randomRequests: count, seed }: Extent): Promise<void> {
  const [sqlite] = databases;
  if (!sqlite) throw new Error("There is always SQLite");
  const database = await sqlite.open();
  const house = await openHouse(database);
  const furnishing = furnisher(house, database);
  const ids = await furnishing.furnish(await furnishing.publish());
  const mounted = operations.map((operation) => ({ operation, path: operation.path }));
  const description = openApi(mounted) as unknown as Description;
  const problemOf = replyChecker(description);
  const wrong = new Set<string>();
  const tried = chosen(attemptsIn(description), attempts, seed);
  for (const { method, path, described, wrapper, field, value, accepted } of tried) {
    const sample = furnishing.sample(`${method.toUpperCase()} ${path}`, ids);
    const json = withField(sample.json, wrapper, field, value);
    if (json === null) continue;
    const asking: Asking = { token: await house.admin.token(), ...sample, json };
    const reply = await house.ask<unknown>(method.toUpperCase(), pathOf(path, ids), asking);
    const problem = problemOf(described, reply);
    if (problem) wrong.add(problem);
    const name = `${described.operationId}.${field}`;
    if (DEPENDENT.has(name)) continue;
    const shown = JSON.stringify(value)?.slice(0, 40);
    if (accepted && isRefusedForm(reply.body, field))
      wrong.add(`${name} refuses ${shown}: ${reply.text.slice(0, 200)}`);
    if (!accepted && reply.status < 400) wrong.add(`${name} accepts ${shown}`);
  }
  const target = { house, furnishing, ids, description };
  for (const each of await answersNotDescribed(target, placedIn(description), { count, seed })) wrong.add(each);
  await house.close();
  expect([...wrong]).toEqual([]);
}

function placedIn(description: Description): readonly Placed[] {
  return operations.flatMap(({ method, path, wrapper }) => {
    const described = description.paths[path]?.[method];
    return described ? [{ method, path, wrapper, described }] : [];
  });
}

function attemptsIn(description: Description): readonly Attempt[] {
  return operations.flatMap(({ method, path, wrapper, scope }) => {
    const described = description.paths[path]?.[method];
    const schema = described?.requestBody?.content["application/json"]?.schema;
    if (!described || !schema || !["read", "write", "admin"].includes(scope)) return [];
    const whole = resolved(description, schema);
    const body = wrapper === undefined ? whole : resolved(description, whole.properties?.[wrapper] ?? {});
    return Object.entries(body.properties ?? {}).flatMap(([field, own]) => {
      const each = { method, path, described, wrapper, field };
      const { inside, outside } = edgesOf(description, own);
      return [
        ...inside.map((value) => ({ ...each, value, accepted: true })),
        ...outside.map((value) => ({ ...each, value, accepted: false })),
      ];
    });
  });
}

function edgesOf(description: Description, own: Schema) {
  const schema = resolved(description, own);
  return { inside: insideOf(schema), outside: outsideOf(schema) };
}

const chosen = (all: readonly Attempt[], count: number, seed: number): readonly Attempt[] =>
  count >= all.length
    ? all
    : (fc.sample(fc.shuffledSubarray([...all], { minLength: count, maxLength: count }), { seed, numRuns: 1 })[0] ?? []);

/** The sample with another value of one field; `null` for a sample that is no JSON object. */
function withField(sent: unknown, wrapper: string | undefined, field: string, value: unknown): object | null {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return null;
  const body = sent as Readonly<Record<string, unknown>>;
  if (wrapper === undefined) return { ...body, [field]: value };
  return { ...body, [wrapper]: { ...(body[wrapper] as object), [field]: value } };
}

/** True for a refusal of the field for its form alone. */
function isRefusedForm(body: unknown, field: string): boolean {
  const { error, details } = body as { readonly error?: string; readonly details?: unknown };
  if (error !== "unprocessable_entity") return false;
  const codes = Array.isArray(details)
    ? details.filter((each) => each.field === field).map((each) => each.code)
    : ((details as Readonly<Record<string, readonly string[]>>)[field] ?? []);
  return codes.some((code: string) => OF_FORM.includes(code) || OF_RANGE.includes(code));
}
