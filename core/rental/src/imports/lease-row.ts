import { type FieldError, type Id, parseDay, parseDecimal } from "@cartulary/kernel";
import { fieldError, unknownError } from "../agency/field-rules.ts";
import type { NewLeaseInput, OpenedTermInput } from "../property/leases/lease-input.ts";
import { INDEX_TYPES } from "../property/leases/lease-unit.ts";
import type { LeaseUnitInput, NewLeaseUnitInput } from "../property/leases/lease-units.ts";
import type { ReferenceLookup } from "./bulk.ts";
import type { ImportRows, UnitColumns } from "./row-shapes.ts";

type Row = ImportRows["leases"];
type UnitId = Id<"Unit">;

/** Returns the lease of a row with its units and tenant, and the errors of unknown references and unreadable values. */
export function parseLeaseRow(
  { tenant, units: named, unitIds, leaseUnits, ...fields }: Row,
  find: ReferenceLookup,
): { readonly lease: NewLeaseInput; readonly errors: readonly FieldError[] } {
  const { opened, ...row } = withOpenedTerm(fields);
  const errors: FieldError[] = [];
  const unitOf = (field: string, name: string): UnitId => {
    const id = find<"Unit">("units", name);
    if (!id && !errors.some((error) => error.field === field)) errors.push(unknownError(field));
    return id ?? ("" as UnitId);
  };
  const inColumns = typeof named !== "object";
  const ids = inColumns
    ? partsOf(named ?? "").map((name) => unitOf("units", name))
    : named.map(({ id }, at) => unitOf(`units[${at}].id`, id));
  const tenantId = tenant === undefined ? undefined : find<"TenantActor">("tenants", tenant);
  if (tenantId === null) errors.push(unknownError("tenant"));
  const { columns, lease } = columnsIn(row);
  const columnValues = unitColumns(columns, ids.length, errors);
  const baseUnits =
    leaseUnits?.map(({ id, ...unit }, at) => ({ ...unit, id: unitOf(`leaseUnits[${at}].id`, id) })) ?? [];

  const units = ids.map(
    (id, at): NewLeaseUnitInput => ({ ...columnValues.rent(at), ...(inColumns ? {} : named[at]), id }),
  );
  const based = ids.flatMap((id, at): readonly LeaseUnitInput[] => {
    const base = columnValues.base(at);
    return Object.keys(base).length === 0 || baseUnits.some((unit) => unit.id === id) ? [] : [{ ...base, id }];
  });
  const term: OpenedTermInput = { ...row.term, ...opened };
  const result: NewLeaseInput = {
    ...lease,
    ...(units.length > 0 && { units }),
    ...(unitIds && { unitIds: unitIds.map((name, at) => unitOf(`unitIds[${at}]`, name)) }),
    ...(baseUnits.length + based.length > 0 && { leaseUnits: [...baseUnits, ...based] }),
    ...(Object.keys(term).length > 0 && { term }),
    ...(tenantId && { tenantId }),
  };
  return { lease: result, errors };
}

/** Splits the columns about the first term from the other fields. */
function withOpenedTerm<Fields extends OpenedTermInput>(fields: Fields) {
  const { effectiveFrom, effectiveTo, revisionMonth, revisionFrequencyYears, ...others } = fields;
  const { paymentToleranceType, paymentToleranceValue, ...row } = others;
  const opened: OpenedTermInput = present({
    ...{ effectiveFrom, effectiveTo, revisionMonth, revisionFrequencyYears },
    ...{ paymentToleranceType, paymentToleranceValue },
  });
  return { ...row, opened };
}

/** Splits the columns about units from the other fields. */
function columnsIn(row: Omit<Row, "units" | "unitIds" | "leaseUnits" | keyof OpenedTermInput>) {
  const { baseRentCents, chargeProvisionCents, vatApplicable, vatRate, indexType, ...rest } = row;
  const { indexBaseDate, indexBaseValue, term: _, ...lease } = rest;
  const columns: UnitColumns = present({
    ...{ baseRentCents, chargeProvisionCents, vatApplicable, vatRate, indexType },
    ...{ indexBaseDate, indexBaseValue },
  });
  return { columns, lease };
}

/** Parses the columns about units. Adds unreadable values to the errors. */
function unitColumns(columns: UnitColumns, count: number, errors: FieldError[]) {
  /** Returns the value of a column for each unit; `undefined` without one. */
  const each = <Value>(field: keyof UnitColumns, read: (part: string) => Value | null) => {
    const parts = partsOf(columns[field] ?? "");
    const values = parts.map(read);
    const isWrong = values.includes(null) || (parts.length > 1 && parts.length !== count);
    if (isWrong) errors.push(fieldError(field, "invalid", "has an invalid value, or not one value per unit"));
    return (at: number): Value | undefined => values[parts.length === 1 ? 0 : at] ?? undefined;
  };
  const rent = each("baseRentCents", centsIn);
  const charges = each("chargeProvisionCents", centsIn);
  const isTaxed = each("vatApplicable", (part) => TRUTHS.get(part.toLowerCase()) ?? null);
  const rate = each("vatRate", decimalIn);
  const index = each("indexType", (part) => INDEX_TYPES.find((type) => type === part) ?? null);
  const baseDate = each("indexBaseDate", parseDay);
  const baseValue = each("indexBaseValue", decimalIn);
  return {
    rent: (at: number): Omit<NewLeaseUnitInput, "id"> =>
      present({
        baseRentCents: rent(at),
        chargeProvisionCents: charges(at),
        // A positive rate implies VAT.
        vatApplicable: isTaxed(at) ?? ((rate(at) ?? 0) > 0 ? true : undefined),
        vatRate: rate(at),
        indexType: index(at),
      }),
    base: (at: number): Omit<LeaseUnitInput, "id"> =>
      present({ indexBaseDate: baseDate(at), indexBaseValue: baseValue(at) }),
  };
}

/** Returns the column from which a field of a lease came. */
export function leaseColumn(row: Row): (field: string) => string {
  return (field) => {
    const [, array, ofUnit] = /^(units|leaseUnits)\[\d+\]\.(\w+)$/.exec(field) ?? [];
    if (array !== undefined && ofUnit !== undefined && typeof row[array as "units"] !== "object")
      return ofUnit === "id" ? "units" : ofUnit;
    const [, ofTerm] = /^term\.(\w+)$/.exec(field) ?? [];
    if (ofTerm !== undefined && row.term === undefined) return ofTerm;
    return field === "tenantId" ? "tenant" : field;
  };
}

/** Returns the object without undefined fields. */
function present<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

const partsOf = (text: string): readonly string[] => text.split(";").flatMap((part) => part.trim() || []);

const centsIn = (text: string): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null);

const decimalIn = (text: string) => parseDecimal(text.replace(",", "."));

/** The spellings of booleans in all imports and filters. */
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...(["true", "1", "t"] as const).map((word) => [word, true] as const),
  ...(["false", "0", "f"] as const).map((word) => [word, false] as const),
]);
