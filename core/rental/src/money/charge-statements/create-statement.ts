import { conflict, type Decimal, type FieldError, type Instant, type NewId, throwIfInvalid } from "@cartulary/kernel";
import { type Cents, minus, rational, round, times } from "@cartulary/ledger";
import { unknownError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import {
  type ChargeLine,
  type ChargeStatement,
  type ChargeStatementInput,
  WHOLE_PERCENT,
} from "../../billing/charges/charge-statement.ts";
import { type AllocatedKey, requireCompleteShares, strategyOf } from "../../billing/charges/distribution.ts";
import type { DaySpan } from "../../billing/charges/ports.ts";
import { type LineToShare, type SharedCharges, shareCharges } from "../../billing/charges/statement-shares.ts";
import type { ChargeNature, SupplierInvoice } from "../../billing/charges/supplier-invoice.ts";
import type { PropertyId } from "../../property/properties/property.ts";
import type { MoneyStores } from "../ports.ts";

/** A statement in inputs without errors of its own. */
export interface ValidStatement extends Pick<ChargeStatementInput, "lines"> {
  readonly propertyId: PropertyId;
  readonly periodFrom: ChargeStatement["periodFrom"];
  readonly periodTo: ChargeStatement["periodTo"];
}

interface CreationContext {
  readonly mandataireId: MandataireId;
  readonly newId: NewId;
  readonly now: Instant;
}

/**
 * Computes and stores a draft from the lines of the request and the recoverable part of the period's invoices. Locks the
 * property, so that two statements of one period are not made at once. Throws `not_found` and `shares_incomplete` on
 * fields, and 409 `conflict` for a key whose period overlaps that of another statement.
 */
export async function createStatement(
  stores: MoneyStores,
  input: ValidStatement,
  { mandataireId, newId, now }: CreationContext,
): Promise<ChargeStatement> {
  const { propertyId, periodFrom, periodTo } = input;
  const period = { from: periodFrom, to: periodTo };
  if ((await stores.properties.lock(propertyId)) === null) throwIfInvalid([unknownError("propertyId")]);
  const invoices = await stores.chargeSource.recoverableInvoices(propertyId, period);
  const lines = [...(input.lines ?? []).map(requestedLine), ...invoices.map(invoicedLine)];
  const keys = await readKeys(stores, propertyId, lines);
  const others = await stores.chargeStatements.overlapping(propertyId, period);
  requireFreeKeys(lines, others);
  const shared = await shareLines(stores, { propertyId, period, lines, keys, others });
  const statement: ChargeStatement = {
    ...{ mandataireId, id: newId<"ChargeStatement">(), propertyId, periodFrom, periodTo, status: "draft" },
    lines: lines.map(({ unitId: _, ...line }) => line),
    ...{ tenants: shared.tenants, remainderCents: shared.remainderCents },
    ...{ approvedAt: null, createdAt: now, updatedAt: now },
  };
  await stores.chargeStatements.insert(statement);
  return statement;
}

function requestedLine(line: NonNullable<ChargeStatementInput["lines"]>[number]): LineToShare {
  const { shareKeyId = null, chargeNature = null, totalCents = 0 as Cents, recoverablePercent = WHOLE_PERCENT } = line;
  const nature = chargeNature as ChargeNature | null;
  return lineOf({ shareKeyId, chargeNature: nature, totalCents, recoverablePercent, supplierInvoiceId: null }, null);
}

/** Charges count without VAT, as provisions do. */
function invoicedLine(invoice: SupplierInvoice): LineToShare {
  const { shareKeyId, chargeNature, totalCents, vatCents, recoverablePercent, unitId, id } = invoice;
  const total = minus(totalCents, vatCents);
  return lineOf({ shareKeyId, chargeNature, totalCents: total, recoverablePercent, supplierInvoiceId: id }, unitId);
}

function lineOf(line: Omit<ChargeLine, "recoverableCents">, unitId: LineToShare["unitId"]): LineToShare {
  const part = { numerator: BigInt(line.recoverablePercent), denominator: BigInt(WHOLE_PERCENT as Decimal) };
  return { ...line, recoverableCents: round(times(rational(line.totalCents), part)), unitId };
}

/** Returns the keys of the lines. Throws a field error for each line with an unknown key. */
async function readKeys(
  { chargeSource }: MoneyStores,
  propertyId: PropertyId,
  lines: readonly LineToShare[],
): Promise<ReadonlyMap<string, AllocatedKey>> {
  const ids = [...new Set(lines.flatMap(({ shareKeyId }) => shareKeyId ?? []))];
  const keys = new Map((await chargeSource.shareKeys(propertyId, ids)).map((each) => [each.key.id as string, each]));
  throwIfInvalid(
    lines.flatMap(({ shareKeyId }, index): readonly FieldError[] =>
      shareKeyId === null || keys.has(shareKeyId) ? [] : [unknownError(`lines[${index}].shareKeyId`)],
    ),
  );
  const units = await chargeSource.units(propertyId);
  for (const [index, { shareKeyId, unitId }] of lines.entries()) {
    const key = shareKeyId === null || unitId !== null ? undefined : keys.get(shareKeyId);
    if (key) requireCompleteShares(`lines[${index}].shareKeyId`, key, units);
  }
  return keys;
}

/** Throws 409 `conflict` if a key has a statement of some of the days already. */
function requireFreeKeys(lines: readonly LineToShare[], others: readonly ChargeStatement[]): void {
  const taken = new Set(others.flatMap((other) => other.lines.flatMap(({ shareKeyId }) => shareKeyId ?? [])));
  if (lines.some(({ shareKeyId }) => shareKeyId !== null && taken.has(shareKeyId)))
    throw conflict(
      "conflict",
      "A key has another statement of some of these days; delete its draft or change the period",
    );
}

interface LinesToShare {
  readonly propertyId: PropertyId;
  readonly period: DaySpan;
  readonly lines: readonly LineToShare[];
  readonly keys: ReadonlyMap<string, AllocatedKey>;
  readonly others: readonly ChargeStatement[];
}

async function shareLines({ chargeSource }: MoneyStores, shared: LinesToShare): Promise<SharedCharges> {
  const { propertyId, period, lines, keys, others } = shared;
  const units = await chargeSource.units(propertyId);
  const lettings = await chargeSource.lettings(propertyId, period);
  const leaseUnits = lettings.map(({ leaseUnitId }) => leaseUnitId);
  const isByHeads = [...keys.values()].some((key) => strategyOf(key) === "headcount");
  const ids = units.map(({ id }) => id);
  return shareCharges(lines, {
    ...{ period, units, lettings, keys },
    occupants: isByHeads ? await chargeSource.occupants(ids, period) : [],
    provisions: await chargeSource.provisions(leaseUnits, period),
    settled: others.map(({ periodFrom: from, periodTo: to }) => ({ from, to })),
  });
}
