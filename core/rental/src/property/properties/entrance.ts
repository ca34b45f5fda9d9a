import { flag, type Id, id, passage, type RecordOf, record, text } from "@cartulary/kernel";
import type { ElementOf } from "../estate/array-elements.ts";

export type EntranceId = Id<"Entrance">;

/** The declaration of an entrance: a way into a property, with units behind it. */
export const entranceRecord = record("entrance", {
  id: id("Entrance", { set: "program", description: "Identifier of the entrance" }),
  propertyId: id("Property", { set: "program", description: "Property that the entrance leads into" }),
  name: text({ filled: true, description: "Name on plans and letters, such as a staircase or a number" }),
  address: passage({ nullable: true, description: "Street and number; null where it is the property's address" }),
  postalCode: text({ nullable: true, description: "Postal code, where it differs from the property's" }),
  city: text({ nullable: true, description: "Town, where it differs from the property's" }),
  active: flag({ default: true, description: "Whether the entrance is still in use" }),
  patrimonyCode: text({ nullable: true, description: "Code of the entrance in the owner's asset register" }),
});

/** An entrance of a property. Without an address of its own it has the property's. */
export type Entrance = RecordOf<typeof entranceRecord>;

/** An entrance in answers. */
export interface EntranceView extends Entrance {
  readonly unitsCount: number;
}

/** An entrance in inputs. */
export type EntranceInput = ElementOf<typeof entranceRecord>;
