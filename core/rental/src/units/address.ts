/** An address of a unit's own, where it is not that of its entrance or property. */
export interface UnitOwnAddress {
  readonly line1?: string | null;
  readonly line2?: string | null;
  readonly line3?: string | null;
  readonly postalCode?: string | null;
  readonly city?: string | null;
}

/** Where a unit is, and whose address that is (estate.md 3.4). */
export interface UnitAddress {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly origin: "own" | "entrance" | "property";
  /** In one line; `null` where nothing is known. */
  readonly formatted: string | null;
}

/** An address of a property or an entrance. */
interface Place {
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
}

/** The unit's own address if it has any, else its entrance's if that has one, else the property's. */
export function unitAddressOf(own: UnitOwnAddress | null, entrance: Place | null, property: Place): UnitAddress {
  if (own !== null && Object.values(own).some((line) => line)) return formatted({ ...NO_LINES, ...own }, "own");
  if (entrance?.address) {
    const { address, postalCode, city } = entrance;
    const place = { postalCode: postalCode ?? property.postalCode, city: city ?? property.city };
    return formatted({ ...NO_LINES, ...place, line1: address }, "entrance");
  }
  const { address, postalCode, city } = property;
  return formatted({ ...NO_LINES, line1: address, postalCode, city }, "property");
}

type Lines = Omit<UnitAddress, "origin" | "formatted">;

const NO_LINES: Lines = { line1: null, line2: null, line3: null, postalCode: null, city: null };

function formatted(lines: Lines, origin: UnitAddress["origin"]): UnitAddress {
  const { line1, line2, line3, postalCode, city } = lines;
  const town = [postalCode, city].filter(Boolean).join(" ");
  const all = [line1, line2, line3, town].filter(Boolean).join(", ");
  return { ...lines, origin, formatted: all || null };
}
