import type { LeaseType } from "./lease.ts";

/** The leases of homes whose rent is revised by article 17-1 of loi 89-462. A mobility lease is never revised (25-18). */
const HOMES: readonly LeaseType[] = ["residential_unfurnished", "residential_furnished", "student"];

/** Returns true if the rent is that of a home: it rises from the day of the request at the earliest. */
export const isHome = (leaseType: LeaseType): boolean => HOMES.includes(leaseType);
