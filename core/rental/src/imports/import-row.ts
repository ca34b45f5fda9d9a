import type { Day, FieldErrorCode } from "@cartulary/kernel";
import type { NewLeaseInput } from "../leases/lease-input.ts";
import type { NewMandateInput } from "../mandates/mandate.ts";
import type { OwnershipInput } from "../ownerships/ownership.ts";
import type { NewOwnerInput } from "../people/owner.ts";
import type { NewTenantInput } from "../people/tenant.ts";
import type { NewPropertyInput } from "../properties/property.ts";
import type { NewUnitInput } from "../units/unit.ts";

/**
 * What a row of each file says (estate.md 6): what a request would, with others named as the file names them: properties and
 * units by their external id, people by their accounting code, all of them by their id too.
 */
export interface ImportRows {
  readonly properties: NewPropertyInput;
  readonly owners: NewOwnerInput;
  readonly tenants: NewTenantInput;
  readonly units: Omit<NewUnitInput, "propertyId"> & {
    readonly property: string;
    /** `PRO0001=1/3;PRO0002=2/3` */
    readonly owners?: string;
    /** Since when they are; since ever when absent. */
    readonly ownedFrom?: Day | null;
  };
  readonly ownerships: Omit<OwnershipInput, "ownerId" | "unitId"> & { readonly owner: string; readonly unit: string };
  readonly leases: Omit<NewLeaseInput, "units" | "unitIds" | "leaseUnits" | "tenantId" | "term"> & {
    readonly tenant?: string;
    /** Names with `;` between them; so are the values that follow, one of each unit, or one of all. */
    readonly units?: string;
    readonly baseRentCents?: string;
    readonly chargeProvisionCents?: string;
    readonly vatRate?: string;
    readonly indexType?: string;
  };
  readonly mandates: Omit<NewMandateInput, "ownerProfileId" | "propertyId"> & {
    readonly owner: string;
    /** One; without it the mandate covers all that is the owner's. */
    readonly property?: string | null;
  };
}

/** What can be imported. */
export type ImportKind = keyof ImportRows;

/** A row of a file: what it says, or what is wrong with its shape. */
export type ImportRow<Kind extends ImportKind> =
  | { readonly line: number; readonly row: ImportRows[Kind] }
  | { readonly line: number; readonly errors: readonly RowError[] };

/** What is wrong with one field of a row; fields as the core names them, but for what names others. */
export interface RowError {
  readonly field: string;
  readonly code: FieldErrorCode;
}

/** The same in a file. Lines count from 1, the header's with them. */
export interface ImportError extends RowError {
  readonly line: number;
}

/** What came of a file: all its rows, or none and why. */
export interface ImportResult {
  readonly rows: number;
  /** At most {@link IMPORT_ERRORS_MAX}; none where everything was taken over. */
  readonly errors: readonly ImportError[];
}

/** Errors that are told of one file: who mends a hundred reads it again. */
export const IMPORT_ERRORS_MAX = 100;
/** Rows of one file. */
export const IMPORT_ROWS_MAX = 100_000;
