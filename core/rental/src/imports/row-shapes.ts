import type { Day, FieldErrorCode } from "@cartulary/kernel";
import type { IncidentInput } from "../incidents/incident-input.ts";
import type { NewLeaseInput, OpenedTermInput } from "../property/leases/lease-input.ts";
import type { LeaseUnitInput, NewLeaseUnitInput } from "../property/leases/lease-units.ts";
import type { NewMandateInput } from "../property/mandates/mandate.ts";
import type { OwnershipInput } from "../property/ownerships/ownership.ts";
import type { NewOwnerInput } from "../property/people/owner.ts";
import type { NewTenantInput } from "../property/people/tenant.ts";
import type { NewPropertyInput } from "../property/properties/property.ts";
import type { NewUnitInput } from "../property/units/unit.ts";

/**
 * A row of each kind of file (estate.md 6): the fields of the request to create the record, with references as in the
 * file: properties and units by external id, people by accounting code, all also by id.
 */
export interface ImportRows {
  readonly properties: NewPropertyInput;
  readonly owners: NewOwnerInput;
  readonly tenants: NewTenantInput;
  readonly units: Omit<NewUnitInput, "propertyId"> & {
    readonly property: string;
    /** `PRO0001=1/3;PRO0002=2/3` */
    readonly owners?: string;
    /** The first day of ownership; open-ended when absent. */
    readonly ownedFrom?: Day | null;
  };
  readonly ownerships: Omit<OwnershipInput, "ownerId" | "unitId"> & { readonly owner: string; readonly unit: string };
  /** The first term's fields are in the row or in `term`, units in columns or arrays. */
  readonly leases: Omit<NewLeaseInput, "units" | "unitIds" | "leaseUnits" | "tenantId"> &
    OpenedTermInput &
    UnitColumns & {
      readonly tenant?: string;
      /** Names separated by `;`. */
      readonly units?: string | readonly NamedUnit<NewLeaseUnitInput>[];
      readonly unitIds?: readonly string[];
      readonly leaseUnits?: readonly NamedUnit<LeaseUnitInput>[];
    };
  readonly mandates: Omit<NewMandateInput, "ownerProfileId" | "propertyId"> & {
    readonly owner: string;
    /** A single property; without it the mandate covers all properties of the owner. */
    readonly property?: string | null;
  };
  /** Scopes and leases by external id or id, entrances by id. */
  readonly incidents: Omit<IncidentInput, "scopeId" | "leaseId"> & {
    readonly scopeId?: string;
    readonly leaseId?: string | null;
  };
}

/** A unit by the file's name or by id. */
type NamedUnit<Input> = Omit<Input, "id"> & { readonly id: string };

/** Columns about the units of a lease, separated by `;`: one value per unit, or one for all. */
export interface UnitColumns {
  readonly baseRentCents?: string;
  readonly chargeProvisionCents?: string;
  /** By default true if the rate is positive. */
  readonly vatApplicable?: string;
  readonly vatRate?: string;
  readonly indexType?: string;
  /** Any day of the quarter of the base index. */
  readonly indexBaseDate?: string;
  readonly indexBaseValue?: string;
}

/** The kinds of import. */
export type ImportKind = keyof ImportRows;

/** A row of a file: its fields, or the errors of its shape. */
export type ImportRow<Kind extends ImportKind> =
  | { readonly line: number; readonly row: ImportRows[Kind] }
  | { readonly line: number; readonly errors: readonly RowError[] };

/** An error of one field of a row; fields are named as in core, except references. */
export interface RowError {
  readonly field: string;
  readonly code: FieldErrorCode;
}

/** An error with its line. Lines count from 1, header included. */
export interface ImportError extends RowError {
  readonly line: number;
}

/** The result of an import: all rows, or no row and the errors. */
export interface ImportResult {
  readonly rows: number;
  /** At most {@link IMPORT_ERRORS_MAX}; empty on success. */
  readonly errors: readonly ImportError[];
}

/** Errors reported of one file. */
export const IMPORT_ERRORS_MAX = 100;
/** Rows of one file. */
export const IMPORT_ROWS_MAX = 100_000;
