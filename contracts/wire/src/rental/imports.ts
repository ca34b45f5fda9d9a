import type { ImportKind } from "@cartulary/rental";
import { z } from "zod";
import { renamedFields, snakeName, snakeObject, wireShape } from "../casing.ts";
import { text } from "../fields.ts";
import { jsonSchemaOf } from "../json-schema.ts";
import { input } from "./estate-fields.ts";
import { IncidentDeclaration } from "./incidents.ts";
import { LeaseCreation, LeaseInputLeaseUnit, LeaseInputUnit } from "./leases.ts";
import { MandateCreation } from "./mandates.ts";
import { OwnerCreation } from "./owners.ts";
import { OwnershipCreation } from "./ownerships.ts";
import { PropertyCreation } from "./properties.ts";
import { TenantCreation } from "./tenants.ts";
import { UnitCreation } from "./units.ts";

/** What a row of a file says, as files spell it: a creation, with others named as estate.md 6 names them. */
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
    revisionMonth: input.integer(),
    effectiveFrom: input.day(),
    effectiveTo: input.emptyDay(),
  }),
  mandates: rowLike(MandateCreation, ["ownerProfileId", "propertyId"], { owner: text(), property: input.emptyText() }),
  incidents: rowLike(IncidentDeclaration, ["scopeId", "leaseId"], {
    scopeId: input.text(),
    leaseId: input.emptyText(),
  }),
};

/** A creation with some of its fields put otherwise. */
function rowLike(creation: z.ZodType, without: readonly string[], instead: z.ZodRawShape): z.ZodType {
  const kept = (renamedFields(creation) ?? []).filter(([ours]) => !without.includes(ours));
  return snakeObject({
    ...instead,
    ...Object.fromEntries(kept.map(([ours, , schema]) => [ours, schema as z.ZodType])),
  });
}

/** One value, or one of each unit with `;` between them. */
function values(): z.ZodType {
  return z
    .codec(z.union([z.string(), z.number()]), z.string(), { decode: String, encode: (written) => written })
    .exactOptional() as unknown as z.ZodType;
}

/** What a creation says under one of its names. */
function fieldOf(creation: z.ZodType, name: string): z.ZodType {
  const found = renamedFields(creation)?.find(([ours]) => ours === name);
  if (!found) throw new TypeError(`A creation says nothing of ${name}`);
  return found[2] as z.ZodType;
}

/** What a lease's body takes beside the lease, but for some. */
function besideLease(without: readonly string[]): z.ZodRawShape {
  const beside = (renamedFields(LeaseCreation) ?? []).filter(([ours]) => ours !== "lease" && !without.includes(ours));
  return Object.fromEntries(beside.map(([ours, , schema]) => [ours, schema as z.ZodType]));
}

/** Units in an array, each with what is said of it under its name or its id. */
function namedUnits(unit: z.ZodType): z.ZodType {
  return z.array(rowLike(unit, ["id"], { id: text() }));
}

/** How a cell of each column of a kind's files is read; columns that a table cannot have are left out. */
export function cellReaders(kind: ImportKind): ReadonlyMap<string, (cell: string) => unknown> {
  const columns = Object.entries(wireShape(importRows[kind])).flatMap(([name, schema]) => {
    const types = typesOf(jsonSchemaOf(schema));
    // Arrays and objects are for files of JSON, which may have them where a table has a text.
    return !types.has("string") && (types.has("array") || types.has("object"))
      ? []
      : [[name, readerOf(types)] as const];
  });
  return new Map(columns);
}

/** The columns that a kind's rows may have, in whatever form. */
export function importColumns(kind: ImportKind): ReadonlySet<string> {
  return new Set(Object.keys(wireShape(importRows[kind])));
}

/** The name that files have for a field of the core's. */
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

/** What cannot be read is left as it came, for the schema to refuse. Decimals may have a comma, as spreadsheets write them. */
function readerOf(types: ReadonlySet<unknown>): (cell: string) => unknown {
  // What may be a number or a text with several of them is kept as it is written.
  if (types.has("string")) return (cell) => cell;
  if (types.has("boolean")) return (cell) => TRUTHS.get(cell.toLowerCase()) ?? cell;
  if (!types.has("number") && !types.has("integer")) return (cell) => cell;
  return (cell) => (/^-?\d{1,15}([.,]\d{1,15})?$/.test(cell) ? Number(cell.replace(",", ".")) : cell);
}
