import type { Id } from "@cartulary/kernel";
import type { ElementInput, ElementRules } from "../estate/elements.ts";
import { aLine, aName, anything, aPassage, nullable } from "../estate/fields.ts";

export type EntranceId = Id<"Entrance">;

/** A way into a property, with units behind it. Its address is the property's where it has none. */
export interface Entrance {
  readonly id: EntranceId;
  readonly propertyId: Id<"Property">;
  readonly name: string;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly active: boolean;
  readonly patrimonyCode: string | null;
}

/** An entrance as it is answered. */
export interface EntranceView extends Entrance {
  readonly unitsCount: number;
}

/** What may be said of an entrance; with an id, of one that is there. */
export interface EntranceInput extends ElementInput {
  readonly id?: EntranceId;
  readonly name?: string;
  readonly address?: string | null;
  readonly postalCode?: string | null;
  readonly city?: string | null;
  /** Default true. */
  readonly active?: boolean;
  readonly patrimonyCode?: string | null;
}

/** What an entrance has to be. */
export const entranceRules: ElementRules<EntranceInput> = {
  rules: {
    name: aName,
    address: nullable(aPassage),
    postalCode: nullable(aLine),
    city: nullable(aLine),
    active: anything(),
    patrimonyCode: nullable(aLine),
  },
  required: ["name"],
};

/** What a new entrance is until something is said of it. */
export const blankEntrance: Omit<Entrance, "id" | "propertyId"> = {
  name: "",
  address: null,
  postalCode: null,
  city: null,
  active: true,
  patrimonyCode: null,
};
