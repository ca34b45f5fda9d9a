import type { FieldError } from "../errors.ts";
import type { Field } from "./fields.ts";
import type { FieldType, ListDialect, Listing } from "./listing.ts";

/** The fields of a record by their names, in the order of error messages and of the API description. */
export type Fields = Readonly<Record<string, Field>>;

/**
 * The one place where a record is declared. Its types, its validation, its defaults, its filters, its wire schemas and its
 * API description follow from this. Arrays of children, computed fields and rules over several fields are written by hand.
 */
export interface RecordDeclaration<Own extends Fields = Fields> {
  readonly name: string;
  readonly fields: Own;
}

/** Declares a record. */
export function record<const Own extends Fields>(name: string, fields: Own): RecordDeclaration<Own> {
  return { name, fields };
}

type ValueOf<Each> = Each extends Field<infer Value> ? Value : never;
type InputOf<Each> = Each extends Field<unknown, infer Input> ? Input : never;
type NamesWhere<Own, Match> = { [Name in keyof Own]: Own[Name] extends Match ? Name : never }[keyof Own] & string;
type InputName<Own extends Fields, Name extends keyof Own> = Own[Name]["inputName"] extends infer Other extends string
  ? Other
  : Name;

type Written = { readonly use: "required" | "optional" };
type Needed = { readonly use: "required" | "fixed" };

/** A record as it is stored. */
export type RecordOf<Declared extends RecordDeclaration> = {
  readonly [Name in keyof Declared["fields"]]: ValueOf<Declared["fields"][Name]>;
};

/** The input of a patch. A field that it leaves out keeps its value. */
export type PatchOf<Declared extends RecordDeclaration, Own extends Fields = Declared["fields"]> = {
  readonly [Name in NamesWhere<Own, Written> as InputName<Own, Name>]?: InputOf<Own[Name]>;
};

/** The input of a creation. A field that it leaves out gets its default. */
export type CreationOf<
  Declared extends RecordDeclaration,
  Own extends Fields = Declared["fields"],
> = PatchOf<Declared> & {
  readonly [Name in NamesWhere<Own, Needed> as InputName<Own, Name>]: InputOf<Own[Name]>;
};

/** The names of the fields that lists can be filtered and sorted by. */
export type FilterOf<Declared extends RecordDeclaration> = NamesWhere<Declared["fields"], { readonly filter: true }>;

/** Returns the errors of the fields that `input` contains, in the declared order. `at` precedes their names: `entrances[2].`. */
export function inputErrors<Declared extends RecordDeclaration>(
  { fields }: Declared,
  input: PatchOf<Declared>,
  at = "",
): readonly FieldError[] {
  return sentFields(fields, input).flatMap(({ sentAs, rule, value }) => rule.errorOf(at + sentAs, value) ?? []);
}

/** Returns the fields that `input` contains as the record stores them. {@link inputErrors} has found nothing in it. */
export function patchOf<Declared extends RecordDeclaration>(
  { fields }: Declared,
  input: PatchOf<Declared>,
): Partial<Pick<RecordOf<Declared>, NamesWhere<Declared["fields"], Written>>> {
  const changed = sentFields(fields, input).filter(({ use }) => use !== "fixed");
  return normalized(changed) as Partial<RecordOf<Declared>>;
}

/** Returns the record that a creation makes, without the fields that its use case computes. */
export function newRecord<Declared extends RecordDeclaration>(
  declared: Declared,
  input: CreationOf<Declared>,
): Omit<RecordOf<Declared>, NamesWhere<Declared["fields"], { readonly use: "derived" }>> {
  return {
    ...defaultsOf(declared),
    ...normalized(sentFields(declared.fields, input)),
  } as unknown as RecordOf<Declared>;
}

/** Returns the default of each field that has one. */
export function defaultsOf<Declared extends RecordDeclaration>({
  fields,
}: Declared): Pick<RecordOf<Declared>, NamesWhere<Declared["fields"], { readonly use: "optional" | "preset" }>> {
  const defaults = Object.entries(fields).map(([name, { default: value }]) => [name, value] as const);
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined)) as RecordOf<Declared>;
}

/** Returns the names in inputs of the fields without which nothing is created. */
export function requiredNames({ fields }: RecordDeclaration): readonly string[] {
  return Object.entries(fields).flatMap(([name, { use, inputName }]) =>
    use === "required" || use === "fixed" ? [inputName ?? name] : [],
  );
}

/** Returns the fields that lists can be filtered and sorted by, with their types. */
export function filtersOf<Declared extends RecordDeclaration>({
  fields,
}: Declared): Readonly<Record<FilterOf<Declared>, FieldType>> {
  const filters = Object.entries(fields).filter(([, { filter }]) => filter);
  return Object.fromEntries(filters.map(([name, { type }]) => [name, type])) as Record<FilterOf<Declared>, FieldType>;
}

/** Returns the listing of a record without computed fields: it sorts by every field that it filters. */
export function listingOf<Declared extends RecordDeclaration>(
  declared: Declared,
  dialect: ListDialect,
  more: Omit<Listing<FilterOf<Declared>>, "dialect" | "fields" | "sorts">,
): Listing<FilterOf<Declared>> {
  const fields = filtersOf(declared);
  return { dialect, fields, sorts: Object.keys(fields) as FilterOf<Declared>[], ...more };
}

/** The fields of an input that inputs may contain. */
function sentFields(fields: Fields, input: object) {
  return Object.entries(fields).flatMap(([name, { use, inputName, rule }]) => {
    const sentAs = inputName ?? name;
    const value = (input as Readonly<Record<string, unknown>>)[sentAs];
    return value === undefined || use === "preset" || use === "derived" ? [] : [{ name, sentAs, use, rule, value }];
  });
}

const normalized = (sent: ReturnType<typeof sentFields>): object =>
  Object.fromEntries(sent.map(({ name, rule, value }) => [name, rule.normalize(value)]));
