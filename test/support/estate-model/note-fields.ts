import { specRecord } from "../estate-spec.ts";
import { plusDays } from "./calendar.ts";
import type { Dice } from "./random.ts";

/** A value as a body has it, or as an answer repeats it. */
export type Value = unknown;

/** A field that answers repeat as it was written down. */
export interface NoteField {
  /** Its name in answers. */
  readonly as: string;
  /** Its value until a write. */
  readonly blank: Value;
  draw(dice: Dice, today: string): Value;
  /** The values that are refused. */
  readonly wrong: Value;
  /** The answered form of a sent value. */
  readonly shown: (value: Value) => Value;
  /** True if only a draft can change the field (effects.md 1.1). */
  readonly isOfDraft?: boolean;
}

/** Fields by their names in bodies. */
export type NoteFields = Readonly<Record<string, NoteField>>;

type Draw = NoteField["draw"];
type Unnamed = Omit<NoteField, "as"> & { readonly as?: string };

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Fields under the names that answers have for them. */
export function noteFields(fields: Readonly<Record<string, Unnamed>>): NoteFields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { as: camel(name), ...field }]));
}

/** With marks, capitals, what patterns are made of, and no comma: commas part the values of filters. */
const TEXTS = ["a", "Éa", "B_1", "100%", "Le 'Bât' A", "ß", "\u{1d49c}", "x y"] as const;

const field = (draw: Draw, blank: Value, wrong: Value): Unnamed => ({ draw, blank, wrong, shown: (value) => value });
const orNull = ({ draw, ...rest }: Unnamed): Unnamed => ({
  ...rest,
  draw: (dice, today) => (dice.once(4) ? null : draw(dice, today)),
});

/** Something that is written, not nothing. */
export const aText = (blank: Value = null): Unnamed => field((dice) => dice.of(TEXTS), blank, "");
export const text = (): Unnamed => ({ ...orNull(aText()), wrong: "x".repeat(256) });
/** Of several lines. */
export const passage = (): Unnamed => ({
  ...orNull(field((dice) => dice.of([...TEXTS, "1 rue\n2e étage"]), null, 7)),
});
export const flag = (blank: boolean): Unnamed => field((dice) => dice.once(2), blank, "yes");
export const whole = (least: number, most: number, blank: Value = null): Unnamed =>
  field((dice) => dice.of([least, most, least + dice.nat(most - least)]), blank, 1e13);
export const wholeOrNull = (least: number, most: number): Unnamed => orNull(whole(least, most));
export const cents = (as: string): Unnamed => ({ ...orNull(whole(0, 900_000)), wrong: 1.5, as });
/** Percent, with four decimals at most. */
export const percent = (blank: Value = null): Unnamed =>
  field((dice) => dice.of([0, 100, 20, 5.5, 7.25, 33.3333, dice.nat(100)]), blank, 100.0001);
export const percentOrNull = (): Unnamed => orNull(percent());
export const day = (): Unnamed => field((dice, today) => dice.day(today), null, "2026-02-30");
export const dayOrNull = (): Unnamed => orNull(day());
export const someId = (): Unnamed =>
  orNull(field((dice) => `01955000-0000-7000-8000-00000000000${dice.nat(9)}`, null, "x"));
/** One of the words that the specification lists for a field of an input. */
export const word = (of: string, blank: Value = null): Unnamed => {
  const [record = "", name = ""] = of.split(".");
  const words = specRecord(record).fields[name]?.enum;
  if (!words) throw new Error(`The specification has no words for ${of}`);
  return field((dice) => dice.of(words), blank, "nonsense");
};
export const wordOrNull = (of: string): Unnamed => orNull(word(of));
/** Fourteen digits that check. */
export const siret = (): Unnamed =>
  orNull(field((dice) => dice.of(["73282932000074", "55208131766522", "35600000049837"]), null, "73282932000075"));

const IBANS = ["FR14 2004 1010 0505 0001 3M02 606", "de89370400440532013000", "GB29NWBK60161331926819"] as const;
const without = (value: Value): Value => (typeof value === "string" ? value.replaceAll(" ", "").toUpperCase() : value);
export const iban = (): Unnamed => ({
  ...orNull(field((dice) => dice.of(IBANS), null, "FR1420041010050500013M02607")),
  shown: without,
});
export const vatNumber = (): Unnamed => ({
  ...orNull(field((dice) => dice.of(["FR83404833048", "fr 83 404833048", "DE136695976"]), null, "a")),
  shown: without,
});
export const bic = (): Unnamed => ({
  ...orNull(field((dice) => dice.of(["BNPAFRPP", "bnpafrppxxx"]), null, "BNP")),
  shown: without,
});

/** A first and a last day of which the last is rather the later one. */
export const lastDay = (): Unnamed => orNull(field((dice, today) => plusDays(dice.day(today), dice.nat(500)), null, 7));
