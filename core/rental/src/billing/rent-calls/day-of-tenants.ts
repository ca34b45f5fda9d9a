import type { Day } from "@cartulary/kernel";
import type { LeaseParty } from "../../property/leases/party.ts";
import type { RentCall } from "./rent-call.ts";

/**
 * Returns the day whose tenants the letters of a call name: the due date, but not after the last day of the period, nor
 * after the last day of the called tenant. A tenant who came in later owes nothing of the call. `null` if the called
 * tenant is no party any more, because another one was put in his place: then no day has his co-tenants.
 */
export function dayOfTenants(
  { tenantId, dueDate, periodEnd }: Pick<RentCall, "tenantId" | "dueDate" | "periodEnd">,
  parties: readonly Pick<LeaseParty, "tenantId" | "validTo">[],
): Day | null {
  const day = dueDate < periodEnd ? dueDate : periodEnd;
  const own = parties.filter((party) => party.tenantId !== null && party.tenantId === tenantId);
  if (own.length === 0) return tenantId === null ? day : null;
  const ends = own.flatMap(({ validTo }) => validTo ?? []);
  const lastDay = ends.length === own.length ? ends.toSorted().at(-1) : undefined;
  return lastDay !== undefined && lastDay < day ? lastDay : day;
}
