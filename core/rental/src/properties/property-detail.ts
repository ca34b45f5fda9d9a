import type { ListedUnit } from "../units/unit.ts";
import type { EntranceView } from "./entrance.ts";
import type { ListedProperty } from "./property.ts";

/** A property whole. */
export interface PropertyDetail extends ListedProperty {
  /** By identifier. */
  readonly units: readonly ListedUnit[];
  readonly entrances: readonly EntranceView[];
}
