import { type FieldError, type Id, parseDecimal } from "@cartulary/kernel";
import { fault, unknownError } from "../estate/fields.ts";
import type { NewLeaseInput } from "../leases/lease-input.ts";
import { INDEX_TYPES } from "../leases/lease-unit.ts";
import type { Find } from "./bulk.ts";
import type { ImportRows } from "./import-row.ts";

type Row = ImportRows["leases"];
type LetUnit = NonNullable<NewLeaseInput["units"]>[number];

/** The lease that a row says, with its units and its tenant; and what names nobody, or cannot be read. */
export function leaseIn(
  { tenant, units = "", baseRentCents, chargeProvisionCents, vatRate, indexType, ...lease }: Row,
  find: Find,
): { readonly lease: NewLeaseInput; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const names = partsOf(units);
  const found = names.map((name) => find<"Unit">("units", name));
  if (found.includes(null)) errors.push(unknownError("units"));
  const tenantId = tenant === undefined ? undefined : find<"TenantActor">("tenants", tenant);
  if (tenantId === null) errors.push(unknownError("tenant"));

  /** What each unit has of a column; `undefined` where nothing is said. */
  const each = <Value>(field: string, text: string | undefined, read: (part: string) => Value | null) => {
    const parts = partsOf(text ?? "");
    const values = parts.map(read);
    const isWrong = values.includes(null) || (parts.length > 1 && parts.length !== names.length);
    if (isWrong) errors.push(fault(field, "invalid", "has a value that cannot be read, or not one of each unit"));
    return (index: number): Value | undefined => values[parts.length === 1 ? 0 : index] ?? undefined;
  };
  const rent = each("baseRentCents", baseRentCents, centsIn);
  const charges = each("chargeProvisionCents", chargeProvisionCents, centsIn);
  const rate = each("vatRate", vatRate, (part) => parseDecimal(part.replace(",", ".")));
  const index = each("indexType", indexType, (part) => INDEX_TYPES.find((type) => type === part) ?? null);

  const letUnits = found.map((id, at) => {
    const values = {
      baseRentCents: rent(at),
      chargeProvisionCents: charges(at),
      vatRate: rate(at),
      indexType: index(at),
    };
    const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    return { id: id ?? ("" as Id<"Unit">), ...present } as LetUnit;
  });
  const made: NewLeaseInput = {
    ...lease,
    ...(letUnits.length > 0 && { units: letUnits }),
    ...(tenantId && { tenantId }),
  };
  return { lease: made, errors };
}

/** The column that a field of a lease came from. */
export function leaseColumn(field: string): string {
  const [, ofUnit] = /^units\[\d+\]\.(\w+)$/.exec(field) ?? [];
  if (ofUnit !== undefined) return ofUnit === "id" ? "units" : ofUnit;
  return field === "tenantId" ? "tenant" : field;
}

const partsOf = (text: string): readonly string[] => text.split(";").flatMap((part) => part.trim() || []);

const centsIn = (text: string): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null);
