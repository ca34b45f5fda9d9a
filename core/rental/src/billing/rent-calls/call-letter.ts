import { appendAll, type Id, orNotFound } from "@cartulary/kernel";
import { type Cents, dayInParis, minus, sum } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import type { LetterHead } from "../../agency/printing/letter.ts";
import type { Sender } from "../../agency/printing/sender.ts";
import { type Premises, tenantsAt } from "../../property/leases/let-premises.ts";
import type { LeaseParty } from "../../property/leases/party.ts";
import type { Owner } from "../../property/people/owner.ts";
import { inFillingOrder } from "../computation/filling-order.ts";
import type { BillingStores } from "../ports.ts";
import { type AccountBefore, accountBefore } from "./account-before.ts";
import { dayOfTenants } from "./day-of-tenants.ts";
import type { RentCall, RentCallView } from "./rent-call.ts";

/** The content of the letters of a rent call: notice, invoice, receipt, reminder. */
export interface RentCallDocument {
  readonly call: RentCallView;
  /** The part of the paid amount that is a deposit's which did not come in: its return reversed it. */
  readonly reversedCents: Cents;
  readonly lines: readonly LetterLine[];
  readonly agency: Sender;
  /** The owners of the let units, on whose behalf the agency writes. */
  readonly owners: readonly Pick<Owner, "displayName" | "address" | "vatNumber">[];
  /** All tenants who owe the call ({@link dayOfTenants}); the called one first. */
  readonly tenants: readonly string[];
  readonly tenantAddress: string | null;
  readonly tenantVatNumber: string | null;
  readonly premises: readonly Premises[];
}

/** One line of the letter. */
interface LetterLine {
  readonly label: string;
  readonly billingCategory: string;
  readonly unitIdentifier: string | null;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
  /** In ten-thousandths of a percent; `null` without VAT. */
  readonly vatRate: number | null;
}

/** Returns the content of a call's letters: lines with the names at the issue, and the agency's present name. */
export async function callDocument(
  stores: BillingStores,
  call: RentCall,
  view: RentCallView,
): Promise<RentCallDocument> {
  const run = orNotFound(await stores.billingRuns.find(call.billingRunId));
  const computation = { runId: run.id, computation: run.computation };
  const lines = await stores.applicationSource.linesOfCalls(computation, [call.callKey]);
  const parts = await stores.billingRunLines.partsOf(
    computation,
    lines.map(({ id }) => id),
  );
  const owners = [];
  for (const ownerId of new Set(parts.map((part) => part.ownerId).toSorted()))
    owners.push(orNotFound(await stores.owners.find(ownerId)));
  const returned = await stores.securityDeposits.returnedOf(call.id);
  const tenant = call.tenantId === null ? null : await stores.tenants.find(call.tenantId);
  const leases = [...new Set(lines.flatMap(({ leaseId }) => (leaseId === null ? [] : [leaseId])))];
  const parties: LeaseParty[] = [];
  for (const leaseId of leases) appendAll(parties, await stores.leaseParties.of(leaseId));
  const day = dayOfTenants(call, parties);
  const tenants = day === null ? tenantsAtIssue(call) : await stores.letterSource.tenantNames(leases, day);
  const called = call.tenantName ?? "Locataire inconnu";
  return {
    call: view,
    reversedCents: sum(returned.map(({ amountCents, receivedCents }) => minus(amountCents, receivedCents))),
    lines: inFillingOrder(lines),
    agency: orNotFound(await stores.mandataires.find(call.mandataireId)),
    owners,
    tenants: [called, ...tenants.filter((name) => name !== called && name !== tenant?.displayName)],
    tenantAddress: tenant?.billingAddress ?? null,
    tenantVatNumber: tenant?.vatNumber ?? null,
    premises: calledPremises(await stores.letterSource.premises(leases), lines),
  };
}

/** Returns the names of the tenants who contributed to the call when it was issued. */
const tenantsAtIssue = ({ contributions }: RentCall): readonly string[] =>
  (contributions ?? []).flatMap(({ tenantId, name }) => (tenantId === null ? [] : (name ?? [])));

/** Returns the units that the lines name; all of them if the lines name none of them. */
function calledPremises(
  premises: readonly Premises[],
  lines: readonly { readonly unitIdentifier: string | null }[],
): readonly Premises[] {
  const named = premises.filter(({ unitIdentifier }) => lines.some((line) => line.unitIdentifier === unitIdentifier));
  return named.length === 0 ? premises : named;
}

/** Returns the tenant's account before the call; nothing for an unknown tenant. */
export async function accountBeforeCall(
  { letterSource }: BillingStores,
  {
    tenantId,
    reference,
    createdAt,
  }: { readonly tenantId: Id<"TenantActor"> | null } & Pick<RentCallView, "reference" | "createdAt">,
): Promise<AccountBefore> {
  const movements = tenantId === null ? [] : await letterSource.accountMovements(ACCOUNTS.tenants, tenantId);
  return accountBefore(movements, { reference, issuedOn: dayInParis(createdAt) });
}

/** Returns the head of a letter about a call, without its title. */
export function callHead(letter: RentCallDocument): Omit<LetterHead, "title" | "issuedOn"> {
  const { call, owners, tenants, tenantAddress, premises } = letter;
  return {
    addressee: tenantsAt(tenants, tenantAddress, premises),
    reference: call.reference,
    principals: owners.map(({ displayName }) => displayName),
    cancelled: call.status === "cancelled",
  };
}

export const leaseName = ({ leaseReference }: Pick<RentCallView, "leaseReference">): string =>
  leaseReference ?? "plusieurs baux";
