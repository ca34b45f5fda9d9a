import type { Day } from "@cartulary/kernel";
import type { LetterParty } from "../../agency/printing/letter.ts";
import { addressLines } from "../../agency/printing/letter-texts.ts";
import type { LeaseId, LeaseType } from "./lease.ts";

/** A let unit in a letter. */
export interface Premises {
  readonly leaseType: LeaseType;
  readonly unitIdentifier: string;
  readonly propertyName: string;
  /** The effective address of the unit in one line; `null` without any. */
  readonly address: string | null;
  /** The effective address by line. */
  readonly addressLines: readonly string[];
}

/** Port: the people and premises that letters about leases name, one statement each. */
export interface LeaseLetterSource {
  /** Returns the names of the tenants of leases who are parties on a day, the first ones first, each once. */
  tenantNames(leases: readonly LeaseId[], day: Day): Promise<readonly string[]>;
  /** Returns the names of the owners of the leases' units on a day, each once. */
  ownerNames(leases: readonly LeaseId[], day: Day): Promise<readonly string[]>;
  /** Returns the units of leases by identifier. */
  premises(leases: readonly LeaseId[]): Promise<readonly Premises[]>;
}

/** Leases of loi 89-462 of 6 July 1989. */
const LAW_OF_1989: readonly LeaseType[] = ["residential_unfurnished", "residential_furnished", "student", "mobility"];

/** True if all premises are let under loi 89-462. */
export const isUnderLawOf1989 = (premises: readonly Pick<Premises, "leaseType">[]): boolean =>
  premises.length > 0 && premises.every(({ leaseType }) => LAW_OF_1989.includes(leaseType));

/** Returns the premises as a letter shows them: unit, then address. */
export const premisesLines = (premises: readonly Premises[]): readonly string[] =>
  premises.map(({ unitIdentifier, propertyName, address }) =>
    [unitIdentifier, propertyName, address].filter(Boolean).join(", "),
  );

/** Returns the tenants at their address, or at the first of the let premises if they have no other. */
export function tenantsAt(
  tenants: readonly string[],
  address: string | null,
  premises: readonly Premises[] = [],
): LetterParty {
  const [name = "", ...others] = tenants;
  const home = address === null ? (premises[0]?.addressLines ?? []) : addressLines(address);
  return { name, address: [...others, ...home] };
}
