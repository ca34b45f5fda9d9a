import type { Instant } from "../clock.ts";
import type { Day } from "../day.ts";
import type { Decimal } from "../decimal.ts";
import type { Id } from "../ids.ts";
import {
  anyValueRule,
  dayRule,
  decimalRule,
  type FieldRule,
  lineRule,
  nameRule,
  nullableRule,
  passageRule,
  requiredPassageRule,
  wholeNumberRule,
} from "./field-rules.ts";
import type { FieldType } from "./listing.ts";

/**
 * The origin of a field. `required`: a creation must contain it. `optional`: a creation may. Patches may change both.
 * `fixed`: a creation must contain it, and patches cannot change it. `preset`: no input contains it, and it starts with its
 * default. `derived`: no input contains it, and the use case computes it for a new record.
 */
type FieldUse = "required" | "optional" | "fixed" | "preset" | "derived";

/** The types of declared fields. */
type DeclaredType = Exclude<FieldType, "object">;

/** The declaration of one field: its type, its rule, and its text in the API description. */
export interface Field<
  Value = unknown,
  Input = unknown,
  Use extends FieldUse = FieldUse,
  Filter extends boolean = boolean,
  InputName extends string | null = string | null,
> {
  readonly type: DeclaredType;
  /** The only values of the field; `null` where its type allows others. */
  readonly words: readonly string[] | null;
  readonly use: Use;
  /** True if lists filter and sort by the field. */
  readonly filter: Filter;
  /** True if a record may contain null. */
  readonly nullable: boolean;
  /** True if an input may contain null. */
  readonly clearable: boolean;
  /** The name in inputs where it differs from the name in the record. */
  readonly inputName: InputName;
  readonly default: Value | undefined;
  readonly rule: FieldRule<Input>;
  readonly description: string;
  readonly unit: string | null;
}

/** Options of a field of any type. */
export interface FieldOptions<Value> {
  /** One sentence for the API description that says more than the name of the field. */
  readonly description: string;
  /** In words: `square metres`, `percent`. */
  readonly unit?: string;
  /** The value in a new record whose creation leaves the field out. Null makes the field nullable in records alone. */
  readonly default?: Value | null;
  /** Records and inputs may contain null, which is the default as well. */
  readonly nullable?: boolean;
  /** Lists can be filtered and sorted by the field. */
  readonly filter?: boolean;
  /** `creation`: patches cannot change it. `program`: no input contains it. Otherwise inputs contain it. */
  readonly set?: "creation" | "program";
  /** The name in inputs where it differs from the name in the record. */
  readonly input?: string;
  /** Replaces the rule of the type. */
  readonly rule?: FieldRule<Value>;
}

type Nullable = { readonly nullable: true };
type HasDefault = Nullable | { readonly default: unknown };

type Either<Options, Which, Then, Else> = Options extends Which ? Then : Else;
type UseOf<Options> = Options extends { readonly set: "program" }
  ? Either<Options, HasDefault, "preset", "derived">
  : Either<Options, { readonly set: "creation" }, "fixed", Either<Options, HasDefault, "optional", "required">>;

/** The field that options of these types declare. */
export type FieldOf<Value, Options> = Field<
  Value | (Options extends Nullable | { readonly default: null } ? null : never),
  Value | (Options extends Nullable ? null : never),
  UseOf<Options>,
  Options extends { readonly filter: true } ? true : false,
  Options extends { readonly input: infer Name extends string } ? Name : null
>;

/** Refuses options that do not exist, which a type parameter would let pass. */
export type Only<Options, Allowed> = Options & { readonly [Name in Exclude<keyof Options, keyof Allowed>]: never };

/** Declares a field of a type that has no function of its own. */
export function field<Value, const Options extends FieldOptions<Value>>(
  type: DeclaredType,
  rule: FieldRule<Value>,
  options: Options,
  words: readonly string[] | null = null,
): FieldOf<Value, Options> {
  const { description, unit = null, nullable = false, filter = false, set, input: inputName = null } = options;
  const preset = options.default === undefined && nullable ? null : options.default;
  const own = options.rule ?? rule;
  return {
    ...{ type, words, description, unit, filter, inputName, clearable: nullable, default: preset },
    nullable: nullable || preset === null,
    use: useOf(set, preset !== undefined),
    rule: nullable ? nullableRule(own) : own,
    // The options decide the type parameters; the compiler does not follow that from a literal to a conditional type.
  } as unknown as FieldOf<Value, Options>;
}

function useOf(set: FieldOptions<unknown>["set"], hasDefault: boolean): FieldUse {
  if (set === "program") return hasDefault ? "preset" : "derived";
  return set === "creation" ? "fixed" : hasDefault ? "optional" : "required";
}

/** A function that declares fields of one type. */
type Declare<Value, Allowed extends FieldOptions<Value> = FieldOptions<Value>> = <const Options extends Allowed>(
  options: Only<Options, Allowed>,
) => FieldOf<Value, Options>;

interface TextOptions extends FieldOptions<string> {
  /** A blank text is refused. */
  readonly filled?: boolean;
  /** ASCII of a few characters, which lists compare without folding. */
  readonly ascii?: boolean;
}

/** One line of at most 255 code points. */
export const text: Declare<string, TextOptions> = (options) =>
  field(options.ascii ? "keyword" : "text", options.filled ? nameRule : lineRule, options);

/** A text of several lines, of at most 10,000 code points. */
export const passage: Declare<string, TextOptions> = (options) =>
  field("passage", options.filled ? requiredPassageRule : passageRule, options);

interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number. */
export const integer: Declare<number, FieldOptions<number> & Range> = (options) => {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Range = options;
  return field("integer", wholeNumberRule(min, max), options);
};

/** A number with at most two or four decimal places. `min` and `max` are in ten-thousandths. */
export const decimal: Declare<Decimal, FieldOptions<Decimal> & Required<Range> & { readonly places: 2 | 4 }> = (
  options,
) => field("decimal", decimalRule(options.places, options.min, options.max), options);

/** True or false. */
export const flag: Declare<boolean> = (options) => field("boolean", anyValueRule<boolean>(), options);

/** A civil day. */
export const day: Declare<Day> = (options) => field("date", dayRule, options);

/** A point in time, in milliseconds. */
export const instant: Declare<Instant> = (options) => field("instant", anyValueRule<Instant>(), options);

/** The id of a record of the noun. */
export function id<Noun extends string, const Options extends FieldOptions<Id<Noun>>>(
  _noun: Noun,
  options: Only<Options, FieldOptions<Id<Noun>>>,
): FieldOf<Id<Noun>, Options> {
  return field("uuid", anyValueRule<Id<Noun>>(), options);
}

/** Declares a field with a closed list of values. */
export function choice<const Word extends string, const Options extends FieldOptions<Word>>(
  words: readonly Word[],
  options: Only<Options, FieldOptions<Word>>,
): FieldOf<Word, Options> {
  return field("keyword", anyValueRule<Word>(), options, words);
}
