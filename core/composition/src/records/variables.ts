import { type FieldError, type JsonObject, jsonObjectError, parseDay } from "@cartulary/kernel";

/** Types of variables (documents.md 2.4). */
const VARIABLE_TYPES = ["string", "number", "integer", "boolean", "date", "array", "object"] as const;
type VariableType = (typeof VARIABLE_TYPES)[number];

/** A template's declaration of a variable. */
interface VariableDeclaration {
  readonly type?: VariableType;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

/** Declared variables by name, and the required ones. */
export interface DeclaredVariables {
  readonly properties: ReadonlyMap<string, VariableDeclaration>;
  readonly required: readonly string[];
}

const NOT_A_SCHEMA = "is not a schema of variables: {type: object, properties: {name: {type}}, required: [name]}";

/** Validates a JSON schema of variables (composition.md 1); `null` when it is valid. */
export function variablesSchemaError(field: string, schema: JsonObject): FieldError | null {
  const error = jsonObjectError(field, schema);
  if (error) return error;
  const isValid =
    isAbsentOr(ownProperty(schema, "type"), (type) => type === "object") &&
    isAbsentOr(ownProperty(schema, "properties"), areDeclarations) &&
    isAbsentOr(ownProperty(schema, "required"), isListOfNames);
  return isValid ? null : { field, code: "invalid", message: NOT_A_SCHEMA };
}

/** Parses a valid schema. */
export function declaredVariables(schema: JsonObject): DeclaredVariables {
  const properties = ownProperty(schema, "properties");
  const required = ownProperty(schema, "required");
  return {
    properties: new Map(isObject(properties) ? (Object.entries(properties) as [string, VariableDeclaration][]) : []),
    required: Array.isArray(required) ? required : [],
  };
}

/** Validates variables against a schema; null values count as absent. */
export function variableErrors(field: string, values: JsonObject, schema: JsonObject): readonly FieldError[] {
  const error = jsonObjectError(field, values);
  if (error) return [error];
  return [...declaredVariables(schema).properties].flatMap(([name, declaration]) => {
    const value = ownProperty(values, name);
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

/** Lists the required variables without value or default. */
export function missingVariables(values: JsonObject, schema: JsonObject): readonly string[] {
  const { properties, required } = declaredVariables(schema);
  return required.filter((name) => !isGiven(ownProperty(values, name)) && !isGiven(properties.get(name)?.default));
}

/** Returns the values with the defaults of the schema. */
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

/** Compares JSON values. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function areDeclarations(properties: unknown): boolean {
  return (
    isObject(properties) && Object.entries(properties).every(([name, each]) => isName(name) && isDeclaration(each))
  );
}

function isDeclaration(declared: unknown): boolean {
  if (!isObject(declared)) return false;
  const type = ownProperty(declared, "type");
  const allowed = ownProperty(declared, "enum");
  const fallback = ownProperty(declared, "default");
  if (type !== undefined && !VARIABLE_TYPES.includes(type as VariableType)) return false;
  if (allowed !== undefined && !(Array.isArray(allowed) && allowed.length > 0)) return false;
  return !isGiven(fallback) || valueErrors("default", fallback, declared as VariableDeclaration).length === 0;
}

/** Maximum length of a variable's name. */
const VARIABLE_NAME_LENGTH_MAX = 100;

const isName = (name: unknown): boolean =>
  typeof name === "string" && name.trim() !== "" && name.length <= VARIABLE_NAME_LENGTH_MAX;

const isListOfNames = (names: unknown): boolean => Array.isArray(names) && names.every(isName);

const isAbsentOr = (value: unknown, isValid: (value: unknown) => boolean): boolean =>
  value === undefined || value === null || isValid(value);

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an own property only, not inherited ones such as `constructor`. */
export function ownProperty(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
