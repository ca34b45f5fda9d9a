import { type FieldError, type Id, parseDay, parseDecimal } from "@cartulary/kernel";
import { fault, unknownError } from "../estate/fields.ts";
import type { NewLeaseInput, OpenedTermInput } from "../leases/lease-input.ts";
import { INDEX_TYPES } from "../leases/lease-unit.ts";
import type { LeaseUnitInput, LetUnitInput } from "../leases/lease-units.ts";
import type { Find } from "./bulk.ts";
import type { ImportRows, UnitColumns } from "./import-row.ts";

type Row = ImportRows["leases"];
type UnitId = Id<"Unit">;

/** The lease that a row says, with its units and its tenant; and what names nobody, or cannot be read. */
export function leaseIn(
  { tenant, units: named, unitIds, leaseUnits, effectiveFrom, effectiveTo, revisionMonth, ...row }: Row,
  find: Find,
): { readonly lease: NewLeaseInput; readonly errors: readonly FieldError[] } {
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
  const saidBy = unitColumns(columns, ids.length, errors);
  const stays = leaseUnits?.map(({ id, ...unit }, at) => ({ ...unit, id: unitOf(`leaseUnits[${at}].id`, id) })) ?? [];

  const units = ids.map((id, at): LetUnitInput => ({ ...saidBy.rent(at), ...(inColumns ? {} : named[at]), id }));
  const based = ids.flatMap((id, at): readonly LeaseUnitInput[] => {
    const base = saidBy.base(at);
    return Object.keys(base).length === 0 || stays.some((unit) => unit.id === id) ? [] : [{ ...base, id }];
  });
  const term: OpenedTermInput = { ...row.term, ...present({ effectiveFrom, effectiveTo, revisionMonth }) };
  const made: NewLeaseInput = {
    ...lease,
    ...(units.length > 0 && { units }),
    ...(unitIds && { unitIds: unitIds.map((name, at) => unitOf(`unitIds[${at}]`, name)) }),
    ...(stays.length + based.length > 0 && { leaseUnits: [...stays, ...based] }),
    ...(Object.keys(term).length > 0 && { term }),
    ...(tenantId && { tenantId }),
  };
  return { lease: made, errors };
}

/** The columns of a row that are about its units, and the rest. */
function columnsIn(row: Omit<Row, "units" | "unitIds" | "leaseUnits" | keyof OpenedTermInput>) {
  const { baseRentCents, chargeProvisionCents, vatApplicable, vatRate, indexType, ...rest } = row;
  const { indexBaseDate, indexBaseValue, term: _, ...lease } = rest;
  const columns: UnitColumns = present({
    ...{ baseRentCents, chargeProvisionCents, vatApplicable, vatRate, indexType },
    ...{ indexBaseDate, indexBaseValue },
  });
  return { columns, lease };
}

/** What columns say of the unit at a place; what cannot be read is added to the errors. */
function unitColumns(columns: UnitColumns, count: number, errors: FieldError[]) {
  /** What each unit has of a column; `undefined` where nothing is said. */
  const each = <Value>(field: keyof UnitColumns, read: (part: string) => Value | null) => {
    const parts = partsOf(columns[field] ?? "");
    const values = parts.map(read);
    const isWrong = values.includes(null) || (parts.length > 1 && parts.length !== count);
    if (isWrong) errors.push(fault(field, "invalid", "has a value that cannot be read, or not one of each unit"));
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
    rent: (at: number): Omit<LetUnitInput, "id"> =>
      present({
        baseRentCents: rent(at),
        chargeProvisionCents: charges(at),
        // Who writes a rate into a file of rents bills it.
        vatApplicable: isTaxed(at) ?? ((rate(at) ?? 0) > 0 ? true : undefined),
        vatRate: rate(at),
        indexType: index(at),
      }),
    base: (at: number): Omit<LeaseUnitInput, "id"> =>
      present({ indexBaseDate: baseDate(at), indexBaseValue: baseValue(at) }),
  };
}

/** The column that a field of a lease came from. */
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

/** Without the fields of which nothing is said. */
function present<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

const partsOf = (text: string): readonly string[] => text.split(";").flatMap((part) => part.trim() || []);

const centsIn = (text: string): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null);

const decimalIn = (text: string) => parseDecimal(text.replace(",", "."));

/** As flags are written everywhere else. */
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...(["true", "1", "t"] as const).map((word) => [word, true] as const),
  ...(["false", "0", "f"] as const).map((word) => [word, false] as const),
]);
