/** Marks a field that outsiders see unchanged. */
export const UNCHANGED: unique symbol = Symbol("shown");

/**
 * Maps every field of a record to {@link UNCHANGED} or to the value that outsiders see. A new field does not compile
 * until it is decided.
 */
export type OutsiderRule<Record> = { readonly [Field in keyof Required<Record>]: typeof UNCHANGED | Record[Field] };
