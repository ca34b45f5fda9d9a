import { appendAll, type Day, DomainError, type FieldError, type Id, invalid, parseId } from "@cartulary/kernel";
import { fieldError, unknownError } from "../agency/field-rules.ts";
import { declareIncident } from "../incidents/declare-incident.ts";
import type { IncidentScopeType } from "../incidents/incident.ts";
import type { CallerContext, EstateFamily } from "../property/estate/estate-use-cases.ts";
import { collectionsShowing } from "../property/estate/update-propagation.ts";
import type { Lease } from "../property/leases/lease.ts";
import { leases } from "../property/leases/leases.ts";
import { mandates } from "../property/mandates/mandates.ts";
import { ownerships } from "../property/ownerships/ownerships.ts";
import type { OwnerId } from "../property/people/owner.ts";
import { owners } from "../property/people/owners.ts";
import { tenants } from "../property/people/tenants.ts";
import type { EstateStores } from "../property/ports.ts";
import { properties } from "../property/properties/properties.ts";
import type { UnitId } from "../property/units/unit.ts";
import { units } from "../property/units/units.ts";
import type { ImportStores } from "./batched-stores.ts";
import type { NamedCollection, ReferenceLookup } from "./bulk.ts";
import { leaseColumn, parseLeaseRow } from "./lease-row.ts";
import type { ImportKind, ImportRows, RowError } from "./row-shapes.ts";

/** The import of rows of one kind. */
interface ImportHandler<Row> {
  /** The collections that rows refer to. */
  readonly names: readonly NamedCollection[];
  /** The name of a row's own record, if any; it must be unique. */
  readonly ownName?: { readonly collection: NamedCollection; readonly field: string; of(row: Row): string | null };
  /** Returns the accounting code in a row. */
  readonly codeOf?: (row: Row) => string | undefined;
  /** Writes the records of one row; a lease is returned. Throws field errors with the file's field names. */
  write(stores: ImportStores, row: Row, find: ReferenceLookup, occasion: CallerContext): Promise<Lease | undefined>;
}

/** The handler of each kind of file. */
export const importHandlers: { readonly [Kind in ImportKind]: ImportHandler<ImportRows[Kind]> } = {
  properties: {
    names: ["properties"],
    ownName: { collection: "properties", field: "externalId", of: ({ externalId }) => externalId?.trim() || null },
    write: async (stores, row, _find, occasion) => {
      await createRecord(properties, stores, row, occasion);
      return undefined;
    },
  },

  owners: {
    names: [],
    codeOf: ({ accountingCode }) => accountingCode,
    write: async (stores, row, _find, occasion) => {
      await createRecord(owners, stores, row, occasion);
      return undefined;
    },
  },

  tenants: {
    names: [],
    codeOf: ({ accountingCode }) => accountingCode,
    write: async (stores, row, _find, occasion) => {
      await createRecord(tenants, stores, row, occasion);
      return undefined;
    },
  },

  units: {
    names: ["properties", "units", "owners"],
    ownName: { collection: "units", field: "externalId", of: ({ externalId }) => externalId?.trim() || null },
    async write(stores, { property, owners: shares = "", ownedFrom = null, ...row }, find, occasion) {
      const propertyId = find<"Property">("properties", property);
      const parsedShares = sharesIn(shares, find);
      const named = [...(propertyId ? [] : [unknownError("property")]), ...parsedShares.errors];
      const input = { ...row, propertyId: propertyId ?? (occasion.mandataireId as string as Id<"Property">) };
      const { id } = await withColumnErrors(named, { propertyId: "property" }, () =>
        createRecord(units, stores, input, occasion),
      );
      for (const share of parsedShares.shares)
        await withColumnErrors([], OWNED, () =>
          createRecord(ownerships, stores, { ...share, ...since(ownedFrom), unitId: id }, occasion),
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
      await withColumnErrors(named, columns, () => createRecord(ownerships, stores, input, occasion));
    },
  },

  leases: {
    names: ["units", "tenants", "leases"],
    ownName: { collection: "leases", field: "externalId", of: ({ externalId }) => externalId?.trim() || null },
    async write(stores, row, find, occasion) {
      const { lease, errors } = parseLeaseRow(row, find);
      return withColumnErrors(errors, leaseColumn(row), () => createRecord(leases, stores, lease, occasion));
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
      // In these stores an owner serves as its own profile.
      const ownerProfileId = (ownerId ?? "") as string as Id<"OwnerProfile">;
      const input = { ...row, ownerProfileId, ...(propertyId && { propertyId }) };
      await withColumnErrors(named, { ownerProfileId: "owner", propertyId: "property" }, () =>
        createRecord(mandates, stores, input, occasion),
      );
    },
  },

  incidents: {
    names: ["properties", "units", "leases"],
    async write(stores, { scopeId, leaseId, ...row }, find, occasion) {
      const place = scopeId === undefined ? undefined : scopeIn(row.scopeType, scopeId, find);
      const lease = leaseId ? find<"Lease">("leases", leaseId) : null;
      const named = [
        ...(place === null ? [unknownError("scopeId")] : []),
        ...(leaseId && !lease ? [unknownError("leaseId")] : []),
      ];
      const input = { ...row, ...(place !== undefined && { scopeId: place ?? occasion.mandataireId }), leaseId: lease };
      await withColumnErrors(named, {}, () => declareIncident(stores, input, occasion));
    },
  },
};

/** Returns the scope that a row of incidents refers to. */
function scopeIn(type: IncidentScopeType | undefined, named: string, find: ReferenceLookup): Id<string> | null {
  const collection = type && SCOPE_COLLECTIONS[type];
  return collection ? find<string>(collection, named) : parseId<string>(named);
}

const SCOPE_COLLECTIONS = { Property: "properties", Unit: "units", Lease: "leases", Entrance: null } as const;

const OWNED = {
  ...{ ownerId: "owners", shareNumerator: "owners", shareDenominator: "owners" },
  ...{ validFrom: "ownedFrom", unitId: "property" },
};

const since = (day: Day | null) => (day === null ? {} : { validFrom: day });

/** Creates a record by the rules of its use case. */
async function createRecord<Stored extends { readonly id: Id<string> }, Input, NewInput extends Input>(
  // biome-ignore lint/suspicious/noExplicitAny: the type parameters of listings do not matter here.
  family: EstateFamily<EstateStores, Stored, any, any, any, Input, NewInput>,
  stores: ImportStores,
  input: NewInput,
  occasion: CallerContext,
): Promise<Stored> {
  const record = await family.make(stores, input, occasion.newId() as Stored["id"], occasion);
  await family.storeOf(stores).insert(record);
  await family.writeRelated?.(stores, { record, before: null, input }, occasion);
  const shown = collectionsShowing(family.collection, "all");
  await stores.updatePropagation.bumpUpdatedAt(family.collection, record.id, shown, occasion.now);
  return record;
}

/** Runs `make`. Throws all field errors at once, with the file's column names. */
async function withColumnErrors<Made>(
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

/** Returns the field errors of a thrown error; empty for other errors. */
export function errorsIn(error: unknown): readonly FieldError[] {
  return error instanceof DomainError && error.kind === "invalid" && Array.isArray(error.details)
    ? (error.details as readonly FieldError[])
    : [];
}

/** Parses the owners of a unit with their shares; returns the first error. */
function sharesIn(text: string, find: ReferenceLookup) {
  const parts = text.split(";").flatMap((part) => part.trim() || []);
  const errors: (RowError & FieldError)[] = [];
  const shares = parts.flatMap((part) => {
    const [, owner = "", numerator, denominator] = /^([^=]{1,64})=(\d{1,10})\/(\d{1,10})$/.exec(part) ?? [];
    const ownerId = find<"OwnerActor">("owners", owner.trim());
    if (owner === "") errors.push(fieldError("owners", "invalid", "is not a share like PRO0001=1/3"));
    else if (!ownerId) errors.push(unknownError("owners"));
    return ownerId ? [{ ownerId, shareNumerator: Number(numerator), shareDenominator: Number(denominator) }] : [];
  });
  return { shares, errors: errors.slice(0, 1) };
}
