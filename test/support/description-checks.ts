import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Reply } from "./send-request.ts";

/** A JSON Schema as the description has it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Media {
  readonly schema: Schema;
}

/** A parameter as the description has it. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

/** An operation as the description has it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

/** The whole description. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Holds replies against a description. */
export function replyChecker(
  description: Description,
): (operation: DescribedOperation, reply: Reply<unknown>) => string | null {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "description", ...description });
  const validators = new Map<string, ValidateFunction>();
  return ({ operationId, responses }, { status, body }) => {
    const response = responses[status];
    if (!response) return `${operationId} answers ${status}, which is not described: ${JSON.stringify(body)}`;
    const schema = response.content?.["application/json"]?.schema;
    if (!schema || body === undefined) return null;
    const key = `${operationId} ${status}`;
    const validate =
      validators.get(key) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"description#/')));
    validators.set(key, validate);
    return validate(body) ? null : `${key}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body).slice(0, 300)}`;
  };
}

/** Returns a schema without references, and without the alternative null. */
export function resolved({ components }: Description, schema: Schema): Schema {
  const { $ref, anyOf, allOf } = schema;
  const named = $ref === undefined ? undefined : components.schemas[$ref.split("/").at(-1) ?? ""];
  if (named) return resolved({ components } as Description, named);
  const [only, another] = (anyOf ?? []).filter(({ type }) => type !== "null");
  if (only && !another) return resolved({ components } as Description, only);
  if (!allOf) return schema;
  const parts = allOf.map((part) => resolved({ components } as Description, part).properties ?? {});
  return { type: "object", properties: Object.assign({}, parts[0], parts[1]) };
}

/** Longer than any bound of a text that is written in one field of a form, and shorter than any bound of a passage. */
const LONG = "x".repeat(5_000);
const INTEGER_MAX = Number.MAX_SAFE_INTEGER;

/** Values at the edge of a schema that it still accepts; far values where it has no edge. */
export function insideOf(schema: Schema): readonly unknown[] {
  const { type, format, pattern, minLength = 0, maxLength, minimum, maximum } = schema;
  if (schema.enum) return schema.enum;
  if (type === "boolean") return [true, false];
  if (type === "integer" || type === "number") return [minimum ?? -INTEGER_MAX, maximum ?? INTEGER_MAX];
  if (type !== "string" || format !== undefined || (pattern !== undefined && pattern !== "\\S")) return [];
  const lengths = [maxLength, Math.max(minLength, 1)].filter((length) => length !== undefined && length <= 20_000);
  return maxLength === undefined ? [LONG] : lengths.map((length) => "x".repeat(length ?? 1));
}

/** Values just outside a schema, each of which it refuses. */
export function outsideOf(schema: Schema): readonly unknown[] {
  const { type, format, pattern, minLength = 0, maxLength, minimum, maximum } = schema;
  if (schema.enum) return ["no such word"];
  if (type === "boolean") return ["maybe", 2];
  if (type === "array") return ["text", { a: 1 }];
  if (type === "object") return ["text", [1]];
  if (type === "integer" || type === "number") {
    const beyond = [minimum !== undefined && minimum - 1, maximum !== undefined && maximum + 1];
    return ["text", ...(type === "integer" ? [1.5] : []), ...beyond.filter((each) => each !== false)];
  }
  if (type !== "string") return [];
  return [
    12,
    ...(format === "uuid" || format === "date" ? ["nothing of the kind"] : []),
    ...(format === "email" ? ["no address"] : []),
    ...(pattern === undefined ? [] : [" "]),
    ...(minLength > 0 ? [""] : []),
    ...(maxLength !== undefined && maxLength <= 20_000 ? ["x".repeat(maxLength + 1)] : []),
  ];
}
