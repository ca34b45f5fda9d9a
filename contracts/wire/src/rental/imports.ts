import type { ImportKind } from "@cartulary/rental";
import { leaseTermRecord } from "@cartulary/rental/property";
import { z } from "zod";
import { snakeName, snakeObject, wireFieldsOf, wireShape } from "../casing.ts";
import { text } from "../fields.ts";
import { jsonSchemaOf } from "../json-schema.ts";
import { patchShape } from "../record-shapes.ts";
import { input } from "./agency/input-fields.ts";
import { IncidentDeclaration } from "./incidents/incidents.ts";
import { LeaseCreation, LeaseInputLeaseUnit, LeaseInputUnit } from "./property/leases.ts";
import { MandateCreation } from "./property/mandates.ts";
import { OwnerCreation } from "./property/owners.ts";
import { OwnershipCreation } from "./property/ownerships.ts";
import { PropertyCreation } from "./property/properties.ts";
import { TenantCreation } from "./property/tenants.ts";
import { UnitCreation } from "./property/units.ts";

/** The schema of a row in an import file: a creation, with references as in estate.md 6. */
export const importRows: { readonly [Kind in ImportKind]: z.ZodType } = {
  properties: PropertyCreation,
  owners: OwnerCreation,
  tenants: TenantCreation,
  units: rowLike(UnitCreation, ["propertyId"], {
    property: text(),
    owners: input.text(),
    ownedFrom: input.emptyDay(),
  }),
  ownerships: rowLike(OwnershipCreation, ["ownerId", "unitId"], { owner: text(), unit: text() }),
  leases: rowLike(fieldOf(LeaseCreation, "lease"), [], {
    ...besideLease(["units", "unitIds", "leaseUnits", "tenantId"]),
    tenant: input.text(),
    units: z.union([z.string(), namedUnits(LeaseInputUnit)]).exactOptional(),
    unitIds: z.array(text()).exactOptional(),
    leaseUnits: namedUnits(LeaseInputLeaseUnit).exactOptional(),
    baseRentCents: values(),
    chargeProvisionCents: values(),
    vatApplicable: values(),
    vatRate: values(),
    indexType: input.text(),
    indexBaseDate: input.text(),
    indexBaseValue: values(),
    ...patchShape(leaseTermRecord),
  }),
  mandates: rowLike(MandateCreation, ["ownerProfileId", "propertyId"], { owner: text(), property: input.emptyText() }),
  incidents: rowLike(IncidentDeclaration, ["scopeId", "leaseId"], {
    scopeId: input.text(),
    leaseId: input.emptyText(),
  }),
};

/** Returns a creation with some fields replaced. */
function rowLike(creation: z.ZodType, without: readonly string[], instead: z.ZodRawShape): z.ZodType {
  const kept = (wireFieldsOf(creation) ?? []).filter(([ours]) => !without.includes(ours));
  return snakeObject({
    ...instead,
    ...Object.fromEntries(kept.map(([ours, , schema]) => [ours, schema as z.ZodType])),
  });
}

/** One value, or one per unit separated by `;`. */
function values(): z.ZodType {
  return z
    .codec(z.union([z.string(), z.number()]), z.string(), { decode: String, encode: (written) => written })
    .exactOptional() as unknown as z.ZodType;
}

/** Returns the schema of a field of a creation. */
function fieldOf(creation: z.ZodType, name: string): z.ZodType {
  const found = wireFieldsOf(creation)?.find(([ours]) => ours === name);
  if (!found) throw new TypeError(`A creation says nothing of ${name}`);
  return found[2] as z.ZodType;
}

/** Returns the fields of a lease's body outside the lease, except some. */
function besideLease(without: readonly string[]): z.ZodRawShape {
  const beside = (wireFieldsOf(LeaseCreation) ?? []).filter(([ours]) => ours !== "lease" && !without.includes(ours));
  return Object.fromEntries(beside.map(([ours, , schema]) => [ours, schema as z.ZodType]));
}

/** A list of units, each with its own fields under its name or id. */
function namedUnits(unit: z.ZodType): z.ZodType {
  return z.array(rowLike(unit, ["id"], { id: text() }));
}

/** Returns the cell readers by column of a kind; columns that a table cannot contain are omitted. */
export function cellReaders(kind: ImportKind): ReadonlyMap<string, (cell: string) => unknown> {
  const columns = Object.entries(wireShape(importRows[kind])).flatMap(([name, schema]) => {
    const types = typesOf(jsonSchemaOf(schema));
    // Arrays and objects need JSON files, unless they can also be text.
    return !types.has("string") && (types.has("array") || types.has("object"))
      ? []
      : [[name, readerOf(types)] as const];
  });
  return new Map(columns);
}

/** Returns the columns of a kind's rows, in either file format. */
export function importColumns(kind: ImportKind): ReadonlySet<string> {
  return new Set(Object.keys(wireShape(importRows[kind])));
}

/** Returns the column of a core field. */
export const columnOf = (field: string): string => snakeName(field);

function typesOf(schema: Readonly<Record<string, unknown>>): ReadonlySet<unknown> {
  const { type, anyOf, $ref } = schema as { readonly type?: unknown; readonly anyOf?: readonly never[]; $ref?: string };
  if ($ref !== undefined) return new Set(["object"]);
  const own = Array.isArray(type) ? type : [type];
  return new Set([...own, ...(anyOf ?? []).flatMap((one) => [...typesOf(one)])]);
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...(["true", "1", "t"] as const).map((word) => [word, true] as const),
  ...(["false", "0", "f"] as const).map((word) => [word, false] as const),
]);

/** Parses a cell; an invalid value is left for the schema to reject. Decimals may have a comma, as in spreadsheets. */
function readerOf(types: ReadonlySet<unknown>): (cell: string) => unknown {
  // A value that may be a number or a text stays text.
  if (types.has("string")) return (cell) => cell;
  if (types.has("boolean")) return (cell) => TRUTHS.get(cell.toLowerCase()) ?? cell;
  if (!types.has("number") && !types.has("integer")) return (cell) => cell;
  return (cell) => (/^-?\d{1,15}([.,]\d{1,15})?$/.test(cell) ? Number(cell.replace(",", ".")) : cell);
}
