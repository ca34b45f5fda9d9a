import type { Day, FieldErrorCode } from "@cartulary/kernel";
import type { IncidentInput } from "../incidents/incident-input.ts";
import type { NewLeaseInput, OpenedTermInput } from "../leases/lease-input.ts";
import type { LeaseUnitInput, LetUnitInput } from "../leases/lease-units.ts";
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
  /** The fields of its first term stand beside it or in `term`; units and what is said of each in columns or in arrays. */
  readonly leases: Omit<NewLeaseInput, "units" | "unitIds" | "leaseUnits" | "tenantId"> &
    OpenedTermInput &
    UnitColumns & {
      readonly tenant?: string;
      /** Names with `;` between them. */
      readonly units?: string | readonly NamedUnit<LetUnitInput>[];
      readonly unitIds?: readonly string[];
      readonly leaseUnits?: readonly NamedUnit<LeaseUnitInput>[];
    };
  readonly mandates: Omit<NewMandateInput, "ownerProfileId" | "propertyId"> & {
    readonly owner: string;
    /** One; without it the mandate covers all that is the owner's. */
    readonly property?: string | null;
  };
  /** Places and leases by their external id or id, an entrance by its id. */
  readonly incidents: Omit<IncidentInput, "scopeId" | "leaseId"> & {
    readonly scopeId?: string;
    readonly leaseId?: string | null;
  };
}

/** A unit by the name that the file has for it, or by its id. */
type NamedUnit<Input> = Omit<Input, "id"> & { readonly id: string };

/** What columns say of the units of a lease, with `;` between them: one value of each unit, or one of all. */
export interface UnitColumns {
  readonly baseRentCents?: string;
  readonly chargeProvisionCents?: string;
  /** Where it is absent, a rate above zero says so. */
  readonly vatApplicable?: string;
  readonly vatRate?: string;
  readonly indexType?: string;
  /** Any day of the quarter that the rent is based on. */
  readonly indexBaseDate?: string;
  readonly indexBaseValue?: string;
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
