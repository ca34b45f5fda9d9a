/** A unit's own address, if it differs from that of its entrance or property. */
export interface UnitOwnAddress {
  readonly line1?: string | null;
  readonly line2?: string | null;
  readonly line3?: string | null;
  readonly postalCode?: string | null;
  readonly city?: string | null;
}

/** Effective address of a unit, and its origin (estate.md 3.4). */
export interface UnitAddress {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly origin: "own" | "entrance" | "property";
  /** In one line; `null` without any address. */
  readonly formatted: string | null;
}

/** An address of a property or an entrance. */
interface Address {
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
}

/** Returns the unit's own address, else that of the entrance if it has one, else the property's. */
export function unitAddressOf(own: UnitOwnAddress | null, entrance: Address | null, property: Address): UnitAddress {
  if (own !== null && Object.values(own).some((line) => line)) return format({ ...NO_LINES, ...own }, "own");
  if (entrance?.address) {
    const { address, postalCode, city } = entrance;
    const town = { postalCode: postalCode ?? property.postalCode, city: city ?? property.city };
    return format({ ...NO_LINES, ...town, line1: address }, "entrance");
  }
  const { address, postalCode, city } = property;
  return format({ ...NO_LINES, line1: address, postalCode, city }, "property");
}

type Lines = Omit<UnitAddress, "origin" | "formatted">;

const NO_LINES: Lines = { line1: null, line2: null, line3: null, postalCode: null, city: null };

function format(lines: Lines, origin: UnitAddress["origin"]): UnitAddress {
  const { line1, line2, line3, postalCode, city } = lines;
  const town = [postalCode, city].filter(Boolean).join(" ");
  const all = [line1, line2, line3, town].filter(Boolean).join(", ");
  return { ...lines, origin, formatted: all || null };
}
