import { appendAll, type Day, DomainError, type FieldError, type Id, invalid, parseId } from "@cartulary/kernel";
import type { EstateFamily, Occasion } from "../estate/family.ts";
import { fault, unknownError } from "../estate/fields.ts";
import { touchedBy } from "../estate/touches.ts";
import type { IncidentScopeType } from "../incidents/incident.ts";
import { declareIncident } from "../incidents/intake.ts";
import { leases } from "../leases/leases.ts";
import { mandates } from "../mandates/mandates.ts";
import { ownerships } from "../ownerships/ownerships.ts";
import type { OwnerId } from "../people/owner.ts";
import { owners } from "../people/owners.ts";
import { tenants } from "../people/tenants.ts";
import type { EstateStores } from "../ports.ts";
import { properties } from "../properties/properties.ts";
import type { UnitId } from "../units/unit.ts";
import { units } from "../units/units.ts";
import type { ImportStores } from "./batched-stores.ts";
import type { Find, NamedCollection } from "./bulk.ts";
import type { ImportKind, ImportRows, RowError } from "./import-row.ts";
import { leaseColumn, leaseIn } from "./lease-row.ts";

/** How rows of one kind become records. */
interface Importing<Row> {
  /** What rows name. */
  readonly names: readonly NamedCollection[];
  /** The name of a row's own record, where it has one: it must be nobody else's. */
  readonly ownName?: { readonly collection: NamedCollection; readonly field: string; of(row: Row): string | null };
  /** Accounting codes that a row brings along. */
  readonly codeOf?: (row: Row) => string | undefined;
  /** Writes the records of one row. Refuses what is wrong with it, fields by the names that the file has for them. */
  write(stores: ImportStores, row: Row, find: Find, occasion: Occasion): Promise<void>;
}

/** One for each kind of file. */
export const importings: { readonly [Kind in ImportKind]: Importing<ImportRows[Kind]> } = {
  properties: {
    names: ["properties"],
    ownName: { collection: "properties", field: "externalId", of: ({ externalId }) => externalId?.trim() || null },
    write: async (stores, row, _find, occasion) => void (await created(properties, stores, row, occasion)),
  },

  owners: {
    names: [],
    codeOf: ({ accountingCode }) => accountingCode,
    write: async (stores, row, _find, occasion) => void (await created(owners, stores, row, occasion)),
  },

  tenants: {
    names: [],
    codeOf: ({ accountingCode }) => accountingCode,
    write: async (stores, row, _find, occasion) => void (await created(tenants, stores, row, occasion)),
  },

  units: {
    names: ["properties", "units", "owners"],
    ownName: { collection: "units", field: "externalId", of: ({ externalId }) => externalId?.trim() || null },
    async write(stores, { property, owners: shares = "", ownedFrom = null, ...row }, find, occasion) {
      const propertyId = find<"Property">("properties", property);
      const owned = sharesIn(shares, find);
      const named = [...(propertyId ? [] : [unknownError("property")]), ...owned.errors];
      const input = { ...row, propertyId: propertyId ?? (occasion.mandataireId as string as Id<"Property">) };
      const { id } = await judged(named, { propertyId: "property" }, () => created(units, stores, input, occasion));
      for (const share of owned.shares)
        await judged([], OWNED, () =>
          created(ownerships, stores, { ...share, ...since(ownedFrom), unitId: id }, occasion),
        );
    },
  },

  ownerships: {
    names: ["units", "owners"],
    async write(stores, { owner, unit, ...row }, find, occasion) {
      const [ownerId, unitId] = [find<"OwnerActor">("owners", owner), find<"Unit">("units", unit)];
      const named = [...(ownerId ? [] : [unknownError("owner")]), ...(unitId ? [] : [unknownError("unit")])];
      const input = { ...row, ownerId: ownerId ?? ("" as OwnerId), unitId: unitId ?? ("" as UnitId) };
      const columns = { ownerId: "owner", unitId: "unit" };
      await judged(named, columns, () => created(ownerships, stores, input, occasion));
    },
  },

  leases: {
    names: ["units", "tenants", "leases"],
    ownName: { collection: "leases", field: "externalId", of: ({ externalId }) => externalId?.trim() || null },
    async write(stores, row, find, occasion) {
      const { lease, errors } = leaseIn(row, find);
      await judged(errors, leaseColumn(row), () => created(leases, stores, lease, occasion));
    },
  },

  mandates: {
    names: ["properties", "owners"],
    async write(stores, { owner, property, ...row }, find, occasion) {
      const ownerId = find<"OwnerActor">("owners", owner);
      const propertyId = property ? find<"Property">("properties", property) : null;
      const named = [
        ...(ownerId ? [] : [unknownError("owner")]),
        ...(property && !propertyId ? [unknownError("property")] : []),
      ];
      // Among the stores of a file an owner is his own profile.
      const ownerProfileId = (ownerId ?? "") as string as Id<"OwnerProfile">;
      const input = { ...row, ownerProfileId, ...(propertyId && { propertyId }) };
      await judged(named, { ownerProfileId: "owner", propertyId: "property" }, () =>
        created(mandates, stores, input, occasion),
      );
    },
  },

  incidents: {
    names: ["properties", "units", "leases"],
    async write(stores, { scopeId, leaseId, ...row }, find, occasion) {
      const place = scopeId === undefined ? undefined : placeIn(row.scopeType, scopeId, find);
      const lease = leaseId ? find<"Lease">("leases", leaseId) : null;
      const named = [
        ...(place === null ? [unknownError("scopeId")] : []),
        ...(leaseId && !lease ? [unknownError("leaseId")] : []),
      ];
      const input = { ...row, ...(place !== undefined && { scopeId: place ?? occasion.mandataireId }), leaseId: lease };
      await judged(named, {}, () => declareIncident(stores, input, occasion));
    },
  },
};

/** The place that a row of incidents names. */
function placeIn(type: IncidentScopeType | undefined, named: string, find: Find): Id<string> | null {
  const collection = type && NAMED_PLACES[type];
  return collection ? find<string>(collection, named) : parseId<string>(named);
}

const NAMED_PLACES = { Property: "properties", Unit: "units", Lease: "leases", Entrance: null } as const;

const OWNED = {
  ...{ ownerId: "owners", shareNumerator: "owners", shareDenominator: "owners" },
  ...{ validFrom: "ownedFrom", unitId: "property" },
};

const since = (day: Day | null) => (day === null ? {} : { validFrom: day });

/** Makes a record as its use case does. */
async function created<Stored extends { readonly id: Id<string> }, Input, NewInput extends Input>(
  // biome-ignore lint/suspicious/noExplicitAny: what is listed of a family has no part in this.
  family: EstateFamily<EstateStores, Stored, any, any, any, Input, NewInput>,
  stores: ImportStores,
  input: NewInput,
  occasion: Occasion,
): Promise<Stored> {
  const record = await family.make(stores, input, occasion.newId() as Stored["id"], occasion);
  await family.storeOf(stores).insert(record);
  await family.writeBeside?.(stores, { record, before: null, input }, occasion);
  const shown = touchedBy(family.collection, "all");
  await stores.touches.touch(family.collection, record.id, shown, occasion.now);
  return record;
}

/** What `make` comes to; refused with everything that is wrong, under the names that the file has for it. */
async function judged<Made>(
  named: readonly FieldError[],
  columns: Readonly<Record<string, string>> | ((field: string) => string),
  make: () => Promise<Made>,
): Promise<Made> {
  const errors = [...named];
  try {
    const made = await make();
    if (errors.length === 0) return made;
  } catch (error) {
    const own = errorsIn(error).map(({ field, ...rest }) => ({
      field: typeof columns === "function" ? columns(field) : (columns[field] ?? field),
      ...rest,
    }));
    if (own.length === 0) throw error;
    appendAll(
      errors,
      own.filter(({ field }) => !named.some((one) => one.field === field)),
    );
  }
  const [first, ...others] = errors as [FieldError, ...FieldError[]];
  throw invalid(first, others);
}

/** The field errors of a refusal; none of whatever else was thrown. */
export function errorsIn(error: unknown): readonly FieldError[] {
  return error instanceof DomainError && error.kind === "invalid" && Array.isArray(error.details)
    ? (error.details as readonly FieldError[])
    : [];
}

/** Owners of a unit and their shares, and what is wrong with them. */
function sharesIn(text: string, find: Find) {
  const parts = text.split(";").flatMap((part) => part.trim() || []);
  const errors: (RowError & FieldError)[] = [];
  const shares = parts.flatMap((part) => {
    const [, owner = "", numerator, denominator] = /^([^=]{1,64})=(\d{1,10})\/(\d{1,10})$/.exec(part) ?? [];
    const ownerId = find<"OwnerActor">("owners", owner.trim());
    if (owner === "") errors.push(fault("owners", "invalid", "is no share, as PRO0001=1/3"));
    else if (!ownerId) errors.push(unknownError("owners"));
    return ownerId ? [{ ownerId, shareNumerator: Number(numerator), shareDenominator: Number(denominator) }] : [];
  });
  return { shares, errors: errors.slice(0, 1) };
}
