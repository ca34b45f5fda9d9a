import type { Decimal } from "@cartulary/kernel";

/** The rate of VAT where neither mandate nor service names one: 20 percent, as on all fees of agents (rental.md 2.1). */
export const VAT_ON_FEES = 200_000 as Decimal;
