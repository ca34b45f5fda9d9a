import { type Mutant, mutantsOf } from "./mutant.ts";

const BILLING = "core/rental/src/billing/computation";
const PERIODS = "core/rental/test/billing/billing-periods";
const LINES = "core/rental/test/billing/tenant-lines";
const BACK = "core/rental/test/billing/back-billing";
const FEES = "http/mandate-services";
const OWNERS = "core/rental/test/billing/owner-lines";
const RUN = "core/rental/test/billing/billing-run";
const ANOMALIES = "core/rental/test/billing/anomalies";
const RUNS = "core/rental/src/billing/runs";
const SQL = "adapters/sql/src/rental/billing/runs";
const HTTP = "http/billing-runs";
const STORES = "adapters/sqlite/test/rental";
const APPLIED = "http/run-application";

/** Bugs of what a run bills: periods, prices, segments, and whose a cent is. */
export const billingMutants: readonly Mutant[] = mutantsOf({
  [`${BILLING}/period.ts`]: [
    ["arrears are anchored where they begin", 'timing === "advance" ? billed.from : billed.to', "billed.from", PERIODS],
    [
      "a year begins in January for all mandataires",
      "monthNumberOf(start) - cycleMonth + 12",
      "monthNumberOf(start) + 11",
      PERIODS,
    ],
    [
      "the block of an anniversary before the month is not looked at",
      "periodsBetween(addMonths(origin, 1), firstDay(month), length)",
      "periodsBetween(origin, month, length)",
      PERIODS,
    ],
    ["in arrears a payment day before the end will do", "inMonth < billed.to ?", "inMonth < billed.from ?", PERIODS],
    ["a unit is billed after it was left", "earlierEnd(endDate, exitDate)", "endDate", LINES],
    ["an advance is due before it begins", "inMonth < billed.from ? billed.from : inMonth", "inMonth", PERIODS],
    ["the last day of a stay is not billed", "return from <= to ?", "return from < to ?", PERIODS],
    [
      "a payment day that a month lacks is the 28th",
      "return requested < last ? requested : last",
      "return requested < last ? requested : (`${month}-28` as Day)",
      PERIODS,
    ],
  ],
  [`${BILLING}/proration.ts`]: [
    [
      "each month is a twelfth, rounded",
      "minus(partOfYear(annualCents, position), partOfYear(annualCents, position - 1))",
      "partOfYear(annualCents, 1)",
      PERIODS,
    ],
    [
      "each segment is rounded on its own",
      "return minus(round(due), round(before));",
      "return round(dueFor(proration, period, tariff));",
      PERIODS,
    ],
    [
      "the 31st counts in the bank's month",
      "Math.min(dayOfMonth(day) - 1, 30)",
      "Math.min(dayOfMonth(day) - 1, 29)",
      PERIODS,
    ],
    [
      "February lacks days in the bank's month",
      "day === lastDay(monthOf(day)) ? 30 : dayOfMonth(day)",
      "Math.min(dayOfMonth(day), 30)",
      PERIODS,
    ],
    ["a whole month costs by the day of the year", "dayCount(billed) === dayCount(block)", "false", PERIODS],
    [
      "VAT is rounded line by line",
      "minus(percentOfCents(vatRate, after), percentOfCents(vatRate, before))",
      "percentOfCents(vatRate, htCents)",
      PERIODS,
    ],
    [
      "VAT is taken on the call instead of the line",
      "const billed = new Map<Decimal, Cents>();",
      "const billed = ((globalThis as { called?: Map<Decimal, Cents> }).called ??= new Map());",
      PERIODS,
    ],
    [
      "the price of a day is rounded",
      "return [CUSTOMS[proration]({ block, billed, days, full, annual: tariff.annualCents })];",
      "const { days: count, of, amountCents } = CUSTOMS[proration]({ block, billed, days, full, annual: tariff.annualCents });\n    return [{ amountCents: Math.round(amountCents / of) as Cents, days: count, of: 1 }];",
      PERIODS,
    ],
    ["rates of VAT share one sum", "billed.set(vatRate, after)", "billed.set(0 as Decimal, after)", PERIODS],
    [
      "the reduction is charged instead of the rest",
      "100 * DECIMAL_ONE - tariff.reductionPercent",
      "tariff.reductionPercent",
      PERIODS,
    ],
    ["the day that ends a span is none", "daysBetween(from, to) + 1", "daysBetween(from, to)", PERIODS],
  ],
  [`${BILLING}/segments.ts`]: [
    ["a span is cut on its last day", "cuts.add(dayAfter(to))", "cuts.add(to)", LINES],
    ["equal neighbours stay apart", "last && textOf(last.facts) === textOf(facts)", "false", LINES],
  ],
  [`${BILLING}/owner-parts.ts`]: [
    ["of two parts of one owner one counts", "shares.get(part.ownerId) ?? rational(0)", "rational(0)", LINES],
    ["the share without an owner goes to the owners", "missing.numerator > 0n", "false", LINES],
    ["a mandate that is over counts", "own.filter((each) => covers(each, day))", "own", LINES],
    ["of two mandates the first counts", "if (mandate && other)", "if (false)", LINES],
    ["another's mandate will do", "mandate.ownerId === ownerId", "true", LINES],
    ["suspense comes first in ties", 'const SUSPENSE = "~"', 'const SUSPENSE = " "', LINES],
  ],
  [`${BILLING}/tenant-lines.ts`]: [
    [
      "a call of less than nothing is like any other",
      "all.some(({ htCents }) => htCents < 0) ? withNegativeTotals(all) : all",
      "all",
      ANOMALIES,
    ],
    [
      "a part of a period is billed twice",
      "isAlreadyBilled: isBilled(unit.alreadyBilled)",
      "isAlreadyBilled: false",
      APPLIED,
    ],
    ["of two terms the first counts", "unit.rents.findLast", "unit.rents.find", LINES],
    [
      "what was billed by another category is billed",
      "each.category === category && covers(each, day)",
      "covers(each, day)",
      LINES,
    ],
  ],
  [`${BILLING}/price.ts`]: [
    [
      "charges are let off with the rent",
      'charge_provision: ["charges", "all"]',
      'charge_provision: ["rent", "all"]',
      LINES,
    ],
    ["charges are by the year", "(chargeProvisionCents ?? 0) * 12", "(chargeProvisionCents ?? 0)", LINES],
    ["VAT is borne without being applicable", "(vatApplicable ? vatRate : null)", "vatRate", LINES],
  ],
  [`${BILLING}/back-billing.ts`]: [
    [
      "a difference is billed again by each run",
      "line.basis?.adjusted ?? [line]",
      "line.basis?.adjusted ? [] : [line]",
      BACK,
    ],
    ["days that a user excluded are billed with the difference", "!isElsewhere && !isBilledNow", "!isBilledNow", BACK],
    [
      "a term that does not reach back changes billed days",
      "const keepsPrice = isKept &&",
      "const keepsPrice = false &&",
      BACK,
    ],
  ],
  [`${BILLING}/tenant-fees.ts`]: [
    ["a letting fee is billed each month", "triggerEvent === LEASE_START", "false", FEES],
    [
      "each owner's tenant pays all of a fee",
      "rational(1) : shareOf(lease, service, day)",
      "rational(1) : rational(1)",
      FEES,
    ],
  ],
  [`${BILLING}/owner-lines.ts`]: [
    [
      "a fee is taken on charges",
      'basisOf("rent_excl_tax", owner, mandate, credits),',
      'basisOf("rent_and_charges_excl_tax", owner, mandate, credits),',
      OWNERS,
    ],
    [
      "a debt under one mandate is paid out under the next",
      "payableCents: minus(available, taken)",
      "payableCents: available",
      OWNERS,
    ],
    [
      "the balance is taken up under each mandate",
      "mandate.id === balanceUnder ? line(owner, mandate.id",
      "true ? line(owner, mandate.id",
      OWNERS,
    ],
    ["a debt is paid out", "cents(Math.max(0, payableCents))", "payableCents", OWNERS],
    ["quarters are paid out in their first month", "% months === 0", "% months === 1 % months", OWNERS],
    [
      "the VAT of a fee is taken on the rent",
      "percentOfCents(mandate.vatRateOnFees, fee)",
      'percentOfCents(mandate.vatRateOnFees, basisOf("rent_excl_tax", owner, mandate, credits))',
      OWNERS,
    ],
    ["a service of the tenant is the owner's", 'target === "owner" && ', "", OWNERS],
    [
      "a unit counts once for each of its lines",
      "[...new Set(credited.length > 0 ? credited : letUnits)].toSorted()",
      "[...(credited.length > 0 ? credited : letUnits)]",
      OWNERS,
    ],
    ["a service is charged by each run", ".filter((each) => !chargedElsewhere.includes(each))", "", OWNERS],
    ["no account is missed", "amount > 0 && !owner.hasBankAccount", "false", OWNERS],
    [
      "one mandate's fee is on the rents of all",
      "ownerId === owner.id && mandateId === mandate.id",
      "ownerId === owner.id",
      OWNERS,
    ],
    [
      "a premium is a gift",
      "negate(sum(paid.map(({ amountCents }) => amountCents)))",
      "sum(paid.map(({ amountCents }) => amountCents))",
      OWNERS,
    ],
  ],
  [`${BILLING}/run-scope.ts`]: [
    ["drafts are billed", 'lease.status !== "draft" && ', "", RUN],
    ["an excluded lease is billed", " && !scope.excludedLeaseIds.includes(id)", "", RUN],
    ["all units of a lease are of the property", "unit.propertyId === propertyId", "true", RUN],
    ["units are not sorted", ".toSorted(byIdentifier)", "", RUN],
  ],
  [`${BILLING}/compute-run.ts`]: [
    [
      "an excluded line is still credited",
      "const counted = lines.filter(({ isExcluded }) => !isExcluded);",
      "const counted = lines;",
      RUN,
    ],
    ["an excluded line counts in the totals", "tenants.filter(({ isExcluded }) => !isExcluded)", "tenants", RUN],
    [
      "a payout that is withheld is in the totals",
      'category === "payout" && !isExcluded',
      'category === "payout"',
      RUN,
    ],
    ["a fee that is not charged lowers the payout", "!excluded.has(lineKey(line))", "true", RUN],
    ["what was billed counts", "line.isAlreadyBilled || excluded.has(key)", "excluded.has(key)", RUN],
    ["a key is the same in every month", "JSON.stringify([month, ...parts])", "JSON.stringify(parts)", RUN],
    [
      "a key forgets the owner",
      "  ownerId,\n  mandateId,\n  category,\n  serviceId,\n  insurerName,",
      '  "",\n  mandateId,\n  category,\n  serviceId,\n  insurerName,',
      RUN,
    ],
    ["cash is credited when it is called", "accrual.has(mandateId)", "true", RUN],
    ["charges are rents", 'chargesCents: totalOf("charges")', 'chargesCents: totalOf("rent")', RUN],
    ["VAT forgets the lines before", "sum([vat, vatCents])", "vatCents", RUN],
  ],
  [`${BILLING}/anomalies.ts`]: [
    ["the first of the table is the worst", "LEVELS.indexOf(LEVEL_OF[type]) * TYPES.length", "0", LINES],
  ],
  [`${RUNS}/owner-accounts.ts`]: [
    ["cash is credited when it is called, in a run", ".filter(({ isAccrual }) => isAccrual)", "", HTTP],
  ],
  [`${RUNS}/read-inputs.ts`]: [
    [
      "a debt of last month is forgotten",
      "creditCents: negate(balances[index]?.balanceCents ?? ZERO)",
      "creditCents: ZERO",
      APPLIED,
    ],
  ],
  [`${SQL}/source.ts`]: [
    [
      "a lease that ended inside the month is left out",
      "leases.end_date >= ${first}",
      "leases.end_date >= ${last}",
      APPLIED,
    ],
  ],
  [`${RUNS}/owner-inputs.ts`]: [
    ["a premium is charged by each run", "each.chargedFor.includes(leaseId)", "false", APPLIED],
    ["services charged by another run are not known", "each.serviceId === service", "false", APPLIED],
  ],
  [`${RUNS}/review-line.ts`]: [
    [
      "an excluded line is paid out",
      "if (status !== line.status) await recomputeAccounts(stores, run, reviewed, { now, digests });",
      "",
      HTTP,
    ],
    ["a validated run is reviewed", 'requireAllowedAction(run, "review");', "", HTTP],
    ["a fee that is not charged bears VAT", "isVatOfFee(each, line) ?", "false ?", HTTP],
    ["the totals stay when a line goes", "...(await billingRunLines.amounts(lines)), ", "", HTTP],
  ],
  [`${RUNS}/carry-over.ts`]: [
    ["a computation forgets exclusions", 'status: isExcluded ? "excluded" : "active"', 'status: "active"', HTTP],
    ["a computation forgets acknowledgements", "reviewStatus: old.reviewStatus,", "", HTTP],
  ],
  [`${RUNS}/runs.ts`]: [
    ["anomalies are passed over", "!run.allAnomaliesAcknowledged && !isForced", "false", HTTP],
    [
      "what was found right stays so when it is computed anew",
      "validatedAt: null, validatedBy: null } as const;\n      const reset",
      "} as const;\n      const reset",
      HTTP,
    ],
    ["ten days are eleven", "- LEAD_DAYS + 1", "- LEAD_DAYS", HTTP],
  ],
  [`${RUNS}/attempt.ts`]: [
    ["a live computation is overtaken", "!isAgain && isAlive(computingAt, now)", "!isAgain && false", HTTP],
    ["two computations have one number", "current.lastComputation + 1", "current.computation + 1", HTTP],
  ],
  [`${RUNS}/compute-waiting-run.ts`]: [
    [
      "the line before is not to be compared with",
      "previousComputation: run.computation,",
      "previousComputation: 0,",
      HTTP,
    ],
    [
      "a run with anomalies is computed",
      'amounts.allAnomaliesAcknowledged ? "computed" : "review"',
      '"computed"',
      HTTP,
    ],
  ],
  [`${RUNS}/run-input.ts`]: [
    ["a run begins on any day", "dayOfMonth(periodStart) !== 1", "false", HTTP],
    ["a lease is both in and out", "included.has(id) ?", "false ?", HTTP],
  ],
  [`${SQL}/line-sums.ts`]: [
    [
      "excluded lines count in a run",
      "${sumWhere(sql`amount_ttc`, ACTIVE)} as total",
      "${sumWhere(sql`amount_ttc`, sql`1 = 1`)} as total",
      HTTP,
    ],
    [
      "the VAT of excluded lines counts",
      "${sumWhere(sql`vat_amount`, ACTIVE)} as vat",
      "${sumWhere(sql`vat_amount`, sql`1 = 1`)} as vat",
      HTTP,
    ],
    ["a rate that only excluded lines have is one of the run's", "counted > 0", "counted >= 0", STORES],
    [
      "a rate has the VAT of one portion",
      "[...Map.groupBy(rows, ({ rate }) => rate)]",
      "rows.map(({ rate }, at) => [rate, rows.slice(at, at + 1)] as const)",
      STORES,
    ],
    ["rates stand as they came", ".toSorted(([one], [other]) => one - other)", "", STORES],
    ["anomalies of owners are not counted", 'count([...tenants, owner], "noticed")', 'count(tenants, "noticed")', HTTP],
    ["a run has the frequency of its first lines", 'others.length === 0 ? frequency : "mixed"', "frequency", STORES],
    [
      "what counts is excluded, too",
      'if (status === "excluded") excludedCount += call.lines;',
      "excludedCount += call.lines;\n      if (false) continue;",
      STORES,
    ],
    ["a lease that is excluded is none", "leases.add(lease);", 'if (status !== "excluded") leases.add(lease);', STORES],
    ["a tenant's call has an id that is cut", "end === -1 ? key :", "end === -2 ? key :", HTTP],
    [
      "lines of owners count among those of tenants",
      'and owner_id is null and ${dialect.unindexed("line_type")} = ' + "'tenant'",
      "",
      HTTP,
    ],
    ["a reviewed line counts as unreviewed", "<> 'ok'", "<> ''", HTTP],
    ["a call is its last line", "sum([known.total, total])", "total", STORES],
    ["a call has one line", "known.lines + lines", "known.lines", STORES],
  ],
  "adapters/sqlite/src/dialect.ts": [
    [
      "a run has as many lines as one statement reads",
      "and rowid > ${after ?? 0}",
      "and ${after === null ? 1 : 0}",
      STORES,
    ],
  ],
  [`${SQL}/line-store.ts`]: [
    ["what is flagged is acknowledged", '.where("review_status", "is", null)', "", HTTP],
    [
      "a run bills against itself",
      "where line.mandataire_id = ${mandataireId} and line.billing_run_id <> ${runId}",
      "where line.mandataire_id = ${mandataireId}",
      STORES,
    ],
    ["owners are credited with excluded lines", "where line.status = 'active' order by part", "order by part", HTTP],
  ],
});
