import { isJudging, type Listing, standardLists } from "@cartulary/kernel";
import {
  filterFieldsOf,
  isRequired,
  type JsonSchema,
  jsonSchemaOf,
  OFFSET,
  type Operation,
  PAGES,
  requiresBody,
  SEARCH_MAX,
  snakeName,
  sortsOf,
  wireShape,
} from "@cartulary/wire";
import { MANDATAIRE_HEADER, MANDATAIRE_PARAMETER } from "../guards/mandataire.ts";

/** An OpenAPI 3.1 document, or a part of one. */
export type OpenApi = Readonly<Record<string, unknown>>;

/** What a request says beside its body. */
export function parameters(operation: Operation): readonly OpenApi[] {
  const { params, query, headers = [], mandataire } = operation;
  return [
    ...(mandataire ? MANDATAIRE : []),
    ...Object.entries(params ? wireShape(params) : {}).map(([name, schema]) => ({
      name,
      in: "path",
      required: true,
      schema: jsonSchemaOf(schema),
    })),
    ...Object.entries(query ? wireShape(query) : {}).map(([name, schema]) =>
      inQuery(name, jsonSchemaOf(schema), isRequired(schema) ? { required: true } : {}),
    ),
    ...listParameters(operation),
    ...headers.map((name) => ({
      name,
      in: "header",
      ...(name === CSRF_HEADER && { required: true }),
      schema: { type: "string" },
    })),
  ];
}

/** Alone among the headers, it is asked of every request of an operation that names it. */
const CSRF_HEADER = "X-CSRF-Token";

const UUID = { type: "string", format: "uuid" };
const MANDATAIRE_TEXT = "Whom this is done for. Whoever is a member of one mandataire only may leave it out.";
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
  paging: pages = standardLists,
  perPage: usual,
  perPageAlias,
  endsEarly,
}: Operation): readonly OpenApi[] {
  if (list === undefined) return [];
  const { perPage, perPageMax, beyond } = list === PAGES ? pages : list.dialect;
  const length = { type: "integer", minimum: 1, ...(beyond === "refuse" && { maximum: perPageMax }) };
  const paging = [
    inQuery("page", PAGE),
    inQuery("per_page", { ...length, default: usual ?? perPage }),
    ...(perPageAlias === undefined ? [] : [inQuery(perPageAlias, length, { deprecated: true })]),
    ...(endsEarly ? [inQuery(OFFSET, { type: "integer", minimum: 0 }, OFFSET_TEXT)] : []),
  ];
  if (list === PAGES) return paging;
  const { dialect, sort, direction = dialect.direction, search } = list;
  const filters = { style: "deepObject", explode: true, description: filtersOf(list) };
  return [
    ...paging,
    inQuery("sort", { type: "string", enum: [...sortsOf(list).keys()], default: snakeName(sort) }),
    inQuery("direction", { type: "string", enum: ["asc", "desc"], default: direction }),
    ...(dialect.converging ? CONVERGING : []),
    ...(dialect.freeText && search
      ? [inQuery("search", { type: "string", maxLength: SEARCH_MAX }, searching(search))]
      : []),
    inQuery("q", { type: "object", additionalProperties: true }, filters),
  ];
}

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
  const { predicates, quantifiers, joins, commas } = list.dialect;
  const judging = predicates.filter(isJudging);
  const comparing = predicates.filter((predicate) => !isJudging(predicate));
  const typed = [...filterFieldsOf(list)].map(([name, field]) => `${name} (${list.fields[field]})`);
  return [
    `q[field_predicate]=value, over ${typed.join(", ")}.`,
    `Predicates that compare: ${comparing.join(", ")}; lists are written q[field_in][]=value for each${commas ? ", or q[field_in]=a,b" : ""}.`,
    ...(quantifiers.length === 0
      ? []
      : [`Each also takes ${quantifiers.map((quantifier) => `_${quantifier}`).join(" or ")} and a list.`]),
    ...(judging.length === 0 ? [] : [`Predicates that take true or false: ${judging.join(", ")}.`]),
    ...(joins.length === 0 ? [] : [`Fields combine with ${joins.map((join) => `_${join}_`).join(" or ")}.`]),
  ].join(" ");
}

const MEDIA_TYPES = {
  json: "application/json",
  multipart: "multipart/form-data",
  form: "application/x-www-form-urlencoded",
  bytes: "application/octet-stream",
} as const;

/** The body that an operation takes; `undefined` where it takes none. */
export function requestBody(operation: Operation): OpenApi | undefined {
  const { body, jsonBody = body, encodings = ["json"], file, fileOptional = false, wrapper } = operation;
  if (encodings.includes("bytes")) return BYTES_BODY;
  if (!body || !jsonBody) return undefined;
  const fileRequired = file !== undefined && !fileOptional;
  const schemas = {
    json: wrapper === undefined ? jsonSchemaOf(jsonBody) : wrappedIn(wrapper, jsonSchemaOf(jsonBody)),
    form: jsonSchemaOf(body),
    bytes: BINARY,
    multipart: file === undefined ? jsonSchemaOf(body) : withFile(jsonSchemaOf(body), file, fileRequired),
  };
  const content = encodings.map((encoding) => [MEDIA_TYPES[encoding], { schema: schemas[encoding] }] as const);
  const required = wrapper !== undefined || fileRequired || requiresBody(body);
  return { ...(required && { required }), content: Object.fromEntries(content) };
}

const BINARY: JsonSchema = { type: "string", format: "binary" };
const BYTES_BODY: OpenApi = { required: true, content: { [MEDIA_TYPES.bytes]: { schema: BINARY } } };

/** Under one name. */
export const wrappedIn = (wrapper: string, fields: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { [wrapper]: fields },
  required: [wrapper],
});

const withFile = (fields: JsonSchema, file: string, required: boolean): JsonSchema => ({
  allOf: [
    fields,
    {
      type: "object",
      properties: { [file]: { type: "string", format: "binary" } },
      ...(required && { required: [file] }),
    },
  ],
});
