import { DEFAULT_LIST_DIALECT, isStatePredicate, type Listing } from "@cartulary/kernel";
import {
  type Encoding,
  filterFieldsOf,
  HEADER_TEXTS,
  isRequired,
  type JsonSchema,
  jsonSchemaOf,
  OFFSET,
  type Operation,
  PAGES,
  parameterText,
  requiresBody,
  SEARCH_MAX,
  snakeName,
  sortsOf,
  wireShape,
  withText,
} from "@cartulary/wire";
import { MANDATAIRE_HEADER, MANDATAIRE_PARAMETER } from "../guards/mandataire.ts";
import { EXAMPLES } from "./examples.ts";

/** An OpenAPI 3.1 document or a part of one. */
export type OpenApi = Readonly<Record<string, unknown>>;

/** Returns the parameters of an operation. */
export function parameters(operation: Operation): readonly OpenApi[] {
  const { params, query, headers = [], mandataire } = operation;
  return [
    ...(mandataire ? MANDATAIRE : []),
    ...Object.entries(params ? wireShape(params) : {}).map(([name, schema]) => ({
      name,
      in: "path",
      required: true,
      ...withParameterText(operation, name, schema),
    })),
    ...Object.entries(query ? wireShape(query) : {}).map(([name, schema]) => ({
      name,
      in: "query",
      ...(isRequired(schema) && { required: true }),
      ...withParameterText(operation, name, schema),
    })),
    ...listParameters(operation),
    ...headers.map((name) => ({
      name,
      in: "header",
      ...(name === CSRF_HEADER && { required: true }),
      schema: HEADER_SCHEMAS[name] ?? { type: "string" },
      description: HEADER_TEXTS[name],
    })),
  ];
}

/** The description is a sibling of the schema, where tools look for it. */
function withParameterText(operation: Operation, name: string, schema: Parameters<typeof jsonSchemaOf>[0]): OpenApi {
  const { description, ...own } = withText(jsonSchemaOf(schema), parameterText(operation, name));
  return { schema: own, description };
}

/** The only header that is required for every operation that declares it. */
const CSRF_HEADER = "X-CSRF-Token";

const HEADER_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  "Idempotency-Key": { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  "Content-MD5": { type: "string", pattern: "^[A-Za-z0-9+/]{21}[AQgw]==$" },
};

const UUID = { type: "string", format: "uuid" };
const MANDATAIRE_TEXT = "The managing agent on whose behalf the request is made. Members of one only may leave it out.";
const MANDATAIRE: readonly OpenApi[] = [
  { name: MANDATAIRE_HEADER, in: "header", schema: UUID, description: MANDATAIRE_TEXT },
  {
    name: MANDATAIRE_PARAMETER,
    in: "query",
    schema: UUID,
    description: `In place of ${MANDATAIRE_HEADER}, which wins.`,
  },
];

const inQuery = (name: string, schema: JsonSchema, more: OpenApi = {}): OpenApi => ({
  name,
  in: "query",
  schema,
  ...more,
});

const PAGE = { type: "integer", minimum: 1, default: 1 };

function listParameters({
  list,
  paging: pages = DEFAULT_LIST_DIALECT,
  perPage: usual,
  perPageAlias,
  endsEarly,
}: Operation): readonly OpenApi[] {
  if (list === undefined) return [];
  const { perPage, perPageMax, perPageOverflow: beyond } = list === PAGES ? pages : list.dialect;
  const length = { type: "integer", minimum: 1, ...(beyond === "refuse" && { maximum: perPageMax }) };
  const paging = [
    inQuery("page", PAGE, { description: "Number of the page, from 1; a page after the last one is empty" }),
    inQuery("per_page", { ...length, default: usual ?? perPage }, { description: lengthText(perPageMax, beyond) }),
    ...(perPageAlias === undefined
      ? []
      : [inQuery(perPageAlias, length, { deprecated: true, description: "The former name of per_page, which wins" })]),
    ...(endsEarly ? [inQuery(OFFSET, { type: "integer", minimum: 0 }, OFFSET_TEXT)] : []),
  ];
  if (list === PAGES) return paging;
  const { dialect, sort, direction = dialect.direction, search } = list;
  const filters = { style: "deepObject", explode: true, description: filtersOf(list) };
  return [
    ...paging,
    inQuery(
      "sort",
      { type: "string", enum: [...sortsOf(list).keys()], default: snakeName(sort) },
      { description: "Field that orders the list; records with equal values are in the order of their ids" },
    ),
    inQuery(
      "direction",
      { type: "string", enum: ["asc", "desc"], default: direction },
      { description: "asc from the smallest or earliest value up, desc from the greatest or latest down" },
    ),
    ...(dialect.hasUpdatedSince ? CONVERGING : []),
    ...(dialect.freeText && search
      ? [inQuery("search", { type: "string", maxLength: SEARCH_MAX }, searching(search))]
      : []),
    inQuery("q", { type: "object", additionalProperties: true }, filters),
  ];
}

const lengthText = (max: number, beyond: "cap" | "refuse"): string =>
  beyond === "refuse"
    ? `Greatest number of records of a page, from 1 to ${max}`
    : `Greatest number of records of a page, from 1; more than ${max} counts as ${max}`;

const OFFSET_TEXT = {
  description:
    "In place of page: how many rows come before the first. An answer ends before it is longer than 8 MiB; its Link names the offset of the rest.",
};

const SINCE = {
  description:
    "What changed at that moment or later, in the order of updated_at and id. The answer's X-Snapshot-At is what to send next.",
};

const CONVERGING: readonly OpenApi[] = [
  inQuery("updated_since", { type: "string", format: "date-time" }, SINCE),
  inQuery("after_id", UUID, {
    description: "Beside updated_since: of what changed at that very moment, only what has a later id.",
  }),
];

const searching = (fields: readonly string[]): OpenApi => ({
  description: `Free text, looked for in ${fields.map(snakeName).join(", ")}. A q that names no field is the same.`,
});

function filtersOf(list: Listing): string {
  const { predicates, quantifiers, joins, splitsCommas: commas } = list.dialect;
  const judging = predicates.filter(isStatePredicate);
  const comparing = predicates.filter((predicate) => !isStatePredicate(predicate));
  const typed = [...filterFieldsOf(list)].map(([name, field]) => `${name} (${list.fields[field]})`);
  return [
    `q[field_predicate]=value, over ${typed.join(", ")}.`,
    `Predicates that compare: ${comparing.join(", ")}; lists are written q[field_in][]=value for each${commas ? ", or q[field_in]=a,b" : ""}.`,
    ...(quantifiers.length === 0
      ? []
      : [`Each also takes ${quantifiers.map((quantifier) => `_${quantifier}`).join(" or ")} and a list.`]),
    ...(judging.length === 0 ? [] : [`Predicates that take true or false: ${judging.join(", ")}.`]),
    ...(Object.values(list.fields).includes("object") ? ["An object takes null and not_null only."] : []),
    ...(joins.length === 0 ? [] : [`Fields combine with ${joins.map((join) => `_${join}_`).join(" or ")}.`]),
  ].join(" ");
}

const MEDIA_TYPES = {
  json: "application/json",
  multipart: "multipart/form-data",
  form: "application/x-www-form-urlencoded",
  bytes: "application/octet-stream",
} as const;

/** Returns the request body of an operation; `undefined` for none. */
export function requestBody(operation: Operation): OpenApi | undefined {
  const { body, jsonBody = body, encodings = ["json"], file, fileOptional = false, wrapper } = operation;
  if (encodings.includes("bytes")) return BYTES_BODY;
  if (!body || !jsonBody) return undefined;
  const fileRequired = file !== undefined && !fileOptional;
  const schemas = {
    json: wrapper === undefined ? jsonSchemaOf(jsonBody) : wrapSchema(wrapper, jsonSchemaOf(jsonBody)),
    form: jsonSchemaOf(body),
    bytes: BINARY,
    multipart: file === undefined ? jsonSchemaOf(body) : withFile(jsonSchemaOf(body), file, fileRequired),
  };
  const content = encodings.map((encoding) => {
    const example = requestExample(operation, encoding, fileRequired);
    return [MEDIA_TYPES[encoding], { schema: schemas[encoding], ...(example !== undefined && { example }) }] as const;
  });
  const required = wrapper !== undefined || fileRequired || requiresBody(body);
  return { ...(required && { required }), content: Object.fromEntries(content) };
}

/** Returns the request of the demonstration; a form has its file next to the fields. */
function requestExample({ id, file }: Operation, encoding: Encoding, fileRequired: boolean): unknown {
  const { request } = EXAMPLES[id] ?? {};
  if (encoding !== "multipart" || file === undefined || !fileRequired) return request;
  return { ...(request as object | undefined), [file]: "(the bytes of the file)" };
}

const BINARY: JsonSchema = { type: "string", format: "binary", description: "The bytes of the file" };
const BYTES_BODY: OpenApi = {
  required: true,
  description: "The bytes as they are",
  content: { [MEDIA_TYPES.bytes]: { schema: BINARY } },
};

/** Wraps a schema in an object with one key. */
export const wrapSchema = (wrapper: string, fields: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { [wrapper]: { ...fields, description: `The object that holds the ${wrapper.replaceAll("_", " ")}` } },
  required: [wrapper],
});

const withFile = (fields: JsonSchema, file: string, required: boolean): JsonSchema => ({
  allOf: [
    fields,
    {
      type: "object",
      properties: { [file]: { ...BINARY, description: FILE_TEXT } },
      ...(required && { required: [file] }),
    },
  ],
});

const FILE_TEXT = "The file: its bytes, its name and its media type; send it last";
