/**
 * The operations as `@cartulary/client` has them: a table that it reads when it runs, and types under the names of the
 * wire. Both are made from the operation table, so that the client needs neither schemas nor their library.
 */
import type { Listing } from "@cartulary/kernel";
import {
  allOperations,
  BYTES,
  filterFieldsOf,
  HTML,
  isRequired,
  type JsonSchema,
  jsonSchemaOf,
  namedJsonSchemas,
  type Operation,
  PAGES,
  type ReplyBody,
  snakeName,
  sortsOf,
  TEXT,
  wireShape,
} from "@cartulary/wire";

/** A schema of the wire. */
type Schema = Exclude<ReplyBody, string | null>;

const OPERATIONS: readonly Operation[] = Object.values(allOperations);
const IDEMPOTENCY_KEY = "Idempotency-Key";
const EXPECTED = "expected_sha256";
const CHUNKED_UPLOAD = "chunked_upload_id";

/** Files of the client that are made here: their text by name. */
export function clientOperations(): Readonly<Record<"table.ts" | "operations.ts", string>> {
  return { "table.ts": tableText(), "operations.ts": typesText() };
}

const HEAD = "// Made from the operation table by `npm run release:prepare`: do not edit.\n";

function tableText(): string {
  const lines = OPERATIONS.map((operation) =>
    [operation.id, operation.method.toUpperCase(), operation.path, ...traitsOf(operation)].join(" "),
  );
  const says = "/** Each operation: its id, method, path and traits. */";
  return `${HEAD}\n${says}\nexport const TABLE = \`\n${lines.join("\n")}\n\`;\n`;
}

/** Words that tell how an operation is called and answered. */
function traitsOf(operation: Operation): readonly string[] {
  const { method, scope, mandataire, headers, encodings, file, list, isUnpaged, envelope, query, body } = operation;
  const hasBody = method === "post" || method === "patch";
  const traits: readonly (readonly [string, unknown])[] = [
    ["open", scope === "none" || scope === "session"],
    ["connector", scope === "connector"],
    ["mandataire", mandataire],
    [keyTraitOf(operation), headers?.includes(IDEMPOTENCY_KEY)],
    ["form", encodings?.[0] === "form"],
    ["bytes", encodings?.[0] === "bytes"],
    [`file:${file}`, file],
    ["chunks", file && body && CHUNKED_UPLOAD in wireShape(body)],
    [`query:${query && Object.keys(wireShape(query)).join()}`, query && hasBody],
    ["empty", hasBody && !body && encodings?.[0] !== "bytes"],
    ["list", list || isUnpaged],
    [`items:${envelope}`, (list || isUnpaged) && envelope],
    ["page", list],
    ["response", successOf(operation) === BYTES],
    ["text", successOf(operation) === HTML],
  ];
  return traits.flatMap(([word, has]) => (has ? [word] : []));
}

/** A new version takes a key only with the content that it expects (uploads.md 5.7). */
function keyTraitOf({ body }: Operation): string {
  return body && EXPECTED in wireShape(body) ? `key:${EXPECTED}` : "key";
}

function successOf({ replies }: Operation): ReplyBody | undefined {
  return replies[200] ?? replies[201] ?? replies[202];
}

/** Types of all operations and of the records that they name. */
function typesText(): string {
  const schemas = namedJsonSchemas();
  const methods = OPERATIONS.map((operation) => methodText(operation, schemas));
  const inputs = OPERATIONS.flatMap((operation) => inputText(operation, schemas));
  const named = recordTexts(schemas, { inputs: inputs.join("\n"), answers: methods.join("\n") });
  const imports = [
    "DocumentsList",
    "Method",
    "ListMethod",
    "Pages",
    "RentalList",
    "StagingMethod",
    "Upload",
  ].toSorted();
  return [
    HEAD,
    `import type { ${imports.join(", ")} } from "../types.ts";\n`,
    `/** One method for each operation, under its id. */\nexport interface Operations {\n${methods.join("\n")}\n}\n`,
    ...inputs,
    ...named,
  ].join("\n");
}

const inputName = ({ id }: Operation): string => `${id[0]?.toUpperCase()}${id.slice(1)}Input`;

function methodText(operation: Operation, schemas: Schemas): string {
  const { id, summary, method, path, deprecated } = operation;
  const says = `${summary}.\n   *\n   * \`${method.toUpperCase()} ${path}\`${deprecated ? "\n   * @deprecated" : ""}`;
  return `  /**\n   * ${says}\n   */\n  readonly ${id}: ${methodType(operation, schemas)};`;
}

function methodType(operation: Operation, schemas: Schemas): string {
  const { list, isUnpaged, stagingField, replies, encodings } = operation;
  const input = hasInput(operation)
    ? inputName(operation)
    : encodings?.[0] === "bytes"
      ? "never"
      : "Record<never, never>";
  const answer = answerType(operation, schemas);
  if (list || isUnpaged) return `ListMethod<${input}, ${itemType(operation, schemas)}, ${answer}>`;
  if (stagingField) {
    return `StagingMethod<${input}, "${snakeName(stagingField)}", ${answer}, ${replyType(replies[202], schemas)}>`;
  }
  return `Method<${input}, ${answer}>`;
}

function answerType(operation: Operation, schemas: Schemas): string {
  const type = replyType(successOf(operation), schemas);
  return operation.envelope === undefined ? type : `{ ${operation.envelope}: ${type} }`;
}

function replyType(reply: ReplyBody | undefined, schemas: Schemas): string {
  if (reply === undefined || reply === null) return "undefined";
  if (reply === BYTES) return "Response";
  if (reply === HTML || reply === TEXT) return "string";
  return typeOf(jsonSchemaOf(reply), { schemas, isReadonly: false });
}

function itemType(operation: Operation, schemas: Schemas): string {
  const { items } = jsonSchemaOf(successOf(operation) as Schema) as { readonly items: JsonSchema };
  return typeOf(items, { schemas, isReadonly: false });
}

function hasInput({ params, query, list, body, file, encodings }: Operation): boolean {
  return [params, query, list, body, file].some(Boolean) || encodings?.[0] === "bytes";
}

function inputText(operation: Operation, schemas: Schemas): readonly string[] {
  if (!hasInput(operation)) return [];
  const { params, query, body, file, fileOptional, jsonBody, encodings, wrapper, list, id } = operation;
  const writing = { schemas, isReadonly: true };
  const own = [
    ...parameterLines(params, writing),
    ...parameterLines(query, writing),
    ...(file ? [`${file}${fileOptional || jsonBody ? "?" : ""}: Upload;`] : []),
    ...(encodings?.[0] === "bytes" ? ["/** The whole body. */\nbody: Upload;"] : []),
    ...(body && wrapper !== undefined ? [`${wrapper}: ${typeOf(jsonSchemaOf(body), writing)};`] : []),
  ];
  const parts = [
    ...(own.length > 0 ? [`{\n${indented(own.join("\n"))}\n}`] : []),
    ...(body && wrapper === undefined ? [typeOf(jsonSchemaOf(body), writing)] : []),
    ...(list ? [listType(operation, list, schemas)] : []),
  ];
  requireDistinct(operation);
  return [`/** What \`${id}\` takes. */\nexport type ${inputName(operation)} = ${parts.join(" & ")};\n`];
}

/** Path, query and body share one object: no two of them may have one name. */
function requireDistinct({ id, params, query, body, wrapper, file }: Operation): void {
  const names = [
    ...[params, query, ...(wrapper === undefined ? [body] : [])].flatMap((each) =>
      each ? Object.keys(wireShape(each)) : [],
    ),
    ...[wrapper, file].filter((name) => name !== undefined),
  ];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`${id} has two inputs that are called ${twice}`);
}

function parameterLines(schema: Schema | undefined, writing: Writing): readonly string[] {
  if (!schema) return [];
  return Object.entries(wireShape(schema)).map(([name, field]) => {
    const type = parameterType(field, writing);
    return `${documented(jsonSchemaOf(field))}${name}${isRequired(field) ? "" : "?"}: ${type};`;
  });
}

/** Parameters are text on the wire, whatever they are: their type is that of the value which the text means. */
function parameterType(field: Schema, writing: Writing): string {
  const meanings = ["1", "true"].map((text) => typeof field.safeParse(text).data);
  return meanings.find((type) => type === "number" || type === "boolean") ?? typeOf(jsonSchemaOf(field), writing);
}

function listType(operation: Operation, list: NonNullable<Operation["list"]>, schemas: Schemas): string {
  if (list === PAGES) return "Pages";
  const names = new Map<string, string>([...filterFieldsOf(list)].map(([name, field]) => [name, field]));
  const kinds = [...names].map(([name, field]) => `${name}: "${kindOf(list, field)}"`);
  const choices = [...names].flatMap(([name, field]) => {
    const values = choicesOf(operation, field, schemas);
    return values === null ? [] : [`${name}: ${values}`];
  });
  const sorts = [...sortsOf(list).keys()].map((name) => JSON.stringify(name)).join(" | ");
  const family = list.dialect.hasUpdatedSince ? "RentalList" : "DocumentsList";
  return `${family}<\n  ${sorts},\n  { ${kinds.join("; ")} },\n  { ${choices.join("; ")} }\n>`;
}

const kindOf = (list: Listing, field: string): string =>
  (list.fields as Readonly<Record<string, string>>)[field] ?? "text";

/** Values that a field may have, where its record lists them. */
function choicesOf(operation: Operation, field: string, schemas: Schemas): string | null {
  const { items } = jsonSchemaOf(successOf(operation) as Schema) as { readonly items: JsonSchema };
  const { properties } = resolved(items, schemas) as { readonly properties?: Readonly<Record<string, JsonSchema>> };
  const schema = properties?.[field] ?? properties?.[snakeName(field)];
  const values = schema && enumIn(schema);
  return values
    ? values
        .filter((value) => value !== null)
        .map((value) => JSON.stringify(value))
        .join(" | ")
    : null;
}

function enumIn(schema: JsonSchema): readonly unknown[] | null {
  if (Array.isArray(schema.enum)) return schema.enum;
  const options = (schema.anyOf ?? []) as readonly JsonSchema[];
  const [first, ...more] = options.filter(({ type }) => type !== "null");
  return first && more.length === 0 ? enumIn(first) : null;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

interface Writing {
  readonly schemas: Schemas;
  /** Inputs may be read-only; answers are the caller's own. */
  readonly isReadonly: boolean;
}

const REFERENCE = "#/components/schemas/";

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref } = schema;
  return typeof $ref === "string" ? (schemas[$ref.slice(REFERENCE.length)] ?? {}) : schema;
}

/** The records that inputs and answers name, and those that these name, in order of their names. */
function recordTexts(
  schemas: Schemas,
  { inputs, answers }: Readonly<Record<"inputs" | "answers", string>>,
): readonly string[] {
  const texts = new Map<string, string>();
  const add = (mentioning: string, isReadonly: boolean) => {
    for (const [name] of mentioning.replace(/\/\*\*.*?\*\//gs, "").matchAll(/\b[A-Z]\w*\b/g)) {
      const schema = schemas[name];
      if (!schema || texts.has(name)) continue;
      const text = recordText(name, schema, { schemas, isReadonly });
      texts.set(name, text);
      add(text, isReadonly);
    }
  };
  add(inputs, true);
  add(answers, false);
  return [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
}

function recordText(name: string, schema: JsonSchema, writing: Writing): string {
  const type = typeOf(schema, writing);
  const says = documented(schema) || `/** The record \`${name}\`. */\n`;
  return type.startsWith("{\n")
    ? `${says}export interface ${name} ${type}\n`
    : `${says}export type ${name} = ${type};\n`;
}

function typeOf(schema: JsonSchema, writing: Writing): string {
  const { $ref, enum: values, const: value, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === "string") return $ref.slice(REFERENCE.length);
  if (Array.isArray(values)) return unionOf(values.map((each) => JSON.stringify(each)));
  if (value !== undefined) return JSON.stringify(value);
  const options = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (options) return unionOf(options.map((option) => typeOf(option, writing)));
  if (Array.isArray(allOf)) return allOf.map((part) => typeOf(part, writing)).join(" & ");
  if (Array.isArray(type)) return unionOf(type.map((each) => typeOf({ ...schema, type: each }, writing)));
  return type === "object"
    ? objectType(schema, writing)
    : type === "array"
      ? arrayType(schema, writing)
      : scalarType(type);
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function scalarType(type: unknown): string {
  if (type === "integer" || type === "number") return "number";
  return type === "string" || type === "boolean" || type === "null" ? type : "unknown";
}

function arrayType({ items = {} }: JsonSchema, writing: Writing): string {
  const item = typeOf(items as JsonSchema, writing);
  return `${writing.isReadonly ? "readonly " : ""}${item.includes(" ") ? `(${item})` : item}[]`;
}

function objectType(schema: JsonSchema, writing: Writing): string {
  const { properties, required = [] } = schema as {
    readonly properties?: Schemas;
    readonly required?: readonly string[];
  };
  if (!properties) return "Record<string, unknown>";
  if (Object.keys(properties).length === 0) return "Record<never, never>";
  const lines = Object.entries(properties).map(([name, property]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
    return `${documented(property)}${key}${required.includes(name) ? "" : "?"}: ${typeOf(property, writing)};`;
  });
  return `{\n${indented(lines.join("\n"))}\n}`;
}

function documented({ description }: JsonSchema): string {
  return typeof description === "string"
    ? `/** ${description.replaceAll("*/", "* /").replace(/\s+/g, " ")}${/[.!?]$/.test(description) ? "" : "."} */\n`
    : "";
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, "  ");
