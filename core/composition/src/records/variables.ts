import { type FieldError, type JsonObject, jsonObjectError, parseDay } from "@cartulary/kernel";

/** What a variable may be (documents.md 2.4). */
const VARIABLE_TYPES = ["string", "number", "integer", "boolean", "date", "array", "object"] as const;
type VariableType = (typeof VARIABLE_TYPES)[number];

/** What a template says of one variable. */
interface VariableDeclaration {
  readonly type?: VariableType;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

/** The variables that a schema declares, by name, and those of them that a compilation needs. */
export interface DeclaredVariables {
  readonly properties: ReadonlyMap<string, VariableDeclaration>;
  readonly required: readonly string[];
}

const NOT_A_SCHEMA = "is not a schema of variables: {type: object, properties: {name: {type}}, required: [name]}";

/** What is wrong with a schema of variables, as JSON; `null` when nothing is (composition.md 1). */
export function variablesSchemaError(field: string, schema: JsonObject): FieldError | null {
  const unfit = jsonObjectError(field, schema);
  if (unfit) return unfit;
  const sound =
    isAbsentOr(own(schema, "type"), (type) => type === "object") &&
    isAbsentOr(own(schema, "properties"), areDeclarations) &&
    isAbsentOr(own(schema, "required"), isListOfNames);
  return sound ? null : { field, code: "invalid", message: NOT_A_SCHEMA };
}

/** What a schema without errors declares. */
export function declaredVariables(schema: JsonObject): DeclaredVariables {
  const properties = own(schema, "properties");
  const required = own(schema, "required");
  return {
    properties: new Map(isObject(properties) ? (Object.entries(properties) as [string, VariableDeclaration][]) : []),
    required: Array.isArray(required) ? required : [],
  };
}

/** What is wrong with the values of variables for the types that a schema gives them; a null value was not given. */
export function variableErrors(field: string, values: JsonObject, schema: JsonObject): readonly FieldError[] {
  const unfit = jsonObjectError(field, values);
  if (unfit) return [unfit];
  return [...declaredVariables(schema).properties].flatMap(([name, declaration]) => {
    const value = own(values, name);
    return isGiven(value) ? valueErrors(`${field}.${name}`, value, declaration) : [];
  });
}

function valueErrors(
  field: string,
  value: unknown,
  { type, enum: allowed }: VariableDeclaration,
): readonly FieldError[] {
  if (type !== undefined && !isOfType(value, type)) {
    return type === "number" || type === "integer"
      ? [{ field, code: "not_a_number", message: `is not a number of the right kind (${type})` }]
      : [{ field, code: "invalid", message: `is not of the type ${type}` }];
  }
  if (allowed === undefined || allowed.some((each) => isSame(each, value))) return [];
  return [{ field, code: "inclusion", message: "is not included in the list" }];
}

/** The required variables that have neither a value nor a default. */
export function missingVariables(values: JsonObject, schema: JsonObject): readonly string[] {
  const { properties, required } = declaredVariables(schema);
  return required.filter((name) => !isGiven(own(values, name)) && !isGiven(properties.get(name)?.default));
}

/** The values as sources see them: the defaults of the schema, and what was given. */
export function effectiveVariables(values: JsonObject, schema: JsonObject): JsonObject {
  const defaults = [...declaredVariables(schema).properties].flatMap(([name, { default: value }]) =>
    isGiven(value) ? [[name, value] as const] : [],
  );
  const given = Object.entries(values).filter(([, value]) => isGiven(value));
  return Object.fromEntries([...defaults, ...given]);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const IS_OF_TYPE: Readonly<Record<VariableType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  date: (value) => typeof value === "string" && value.length === 10 && parseDay(value) !== null,
  array: Array.isArray,
  object: isObject,
};

const isOfType = (value: unknown, type: VariableType): boolean => IS_OF_TYPE[type](value);

/** Both are JSON. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function areDeclarations(properties: unknown): boolean {
  return (
    isObject(properties) && Object.entries(properties).every(([name, each]) => isName(name) && isDeclaration(each))
  );
}

function isDeclaration(declared: unknown): boolean {
  if (!isObject(declared)) return false;
  const type = own(declared, "type");
  const allowed = own(declared, "enum");
  const fallback = own(declared, "default");
  if (type !== undefined && !VARIABLE_TYPES.includes(type as VariableType)) return false;
  if (allowed !== undefined && !(Array.isArray(allowed) && allowed.length > 0)) return false;
  return !isGiven(fallback) || valueErrors("default", fallback, declared as VariableDeclaration).length === 0;
}

/** Code points of the name of a variable are at most so many. */
const VARIABLE_NAME_LENGTH_MAX = 100;

const isName = (name: unknown): boolean =>
  typeof name === "string" && name.trim() !== "" && name.length <= VARIABLE_NAME_LENGTH_MAX;

const isListOfNames = (names: unknown): boolean => Array.isArray(names) && names.every(isName);

const isAbsentOr = (value: unknown, holds: (value: unknown) => boolean): boolean =>
  value === undefined || value === null || holds(value);

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property: names such as `constructor` are nobody's unless somebody gave them. */
export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
