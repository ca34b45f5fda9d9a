/** Stands for a field that outsiders are shown as it is. */
export const SHOWN: unique symbol = Symbol("shown");

/** For every field of a record: shown, or what outsiders are shown instead. A new field does not compile until decided. */
export type OutsiderRule<Record> = { readonly [Field in keyof Required<Record>]: typeof SHOWN | Record[Field] };
