import type { ListedUnit } from "../units/unit.ts";
import type { EntranceView } from "./entrance.ts";
import type { ListedProperty } from "./property.ts";

/** A property with all its details. */
export interface PropertyDetail extends ListedProperty {
  /** Ordered by identifier. */
  readonly units: readonly ListedUnit[];
  readonly entrances: readonly EntranceView[];
}
