import {
  type Caller,
  type Clock,
  type Digests,
  type ListQuery,
  type NewId,
  orNotFound,
  type Page,
  type TransactFor,
  throwIfInvalid,
} from "@cartulary/kernel";
import { type Cents, dayInParis, ledgerUseCases, sum } from "@cartulary/ledger";
import { rentalPlan } from "../../accounting/chart-of-accounts.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import { type PrintDependencies, type PrintedDocument, printLetter } from "../../agency/printing/print-letter.ts";
import { depositOn, type SecurityDepositView } from "../../billing/deposits/deposit-view.ts";
import type { LeaseOfDeposit } from "../../billing/deposits/return-due.ts";
import type {
  SecurityDeposit,
  SecurityDepositField,
  SecurityDepositId,
} from "../../billing/deposits/security-deposit.ts";
import { lockRuns } from "../../billing/runs/run-settlement.ts";
import { createIngestionContext, lockNumbers } from "../money-in/ingestion-context.ts";
import type { MoneyStores } from "../ports.ts";
import { depositStatementLetter } from "./deposit-statement.ts";
import { returnDeposit } from "./return-deposit.ts";
import { type DepositReturn, type DepositReturnInput, returnErrors } from "./return-input.ts";

/** The deposits of tenants of one mandataire, whose membership the caller has checked. */
export interface SecurityDeposits {
  list(caller: Caller, query: ListQuery<SecurityDepositField>): Promise<Page<SecurityDepositView>>;
  /** Throws 404 if the mandataire has no such deposit. */
  get(caller: Caller, id: SecurityDepositId): Promise<SecurityDepositView>;
  /**
   * Returns a deposit after the end of its lease, once (effects.md 6). Throws 422 `invalid_transition` before the end or
   * a second time, `insufficient_funds` if an owner who keeps it has too little, and field errors.
   */
  return(caller: Caller, id: SecurityDepositId, input: DepositReturnInput): Promise<SecurityDepositView>;
  /** Returns the statement of the deposit as a PDF, created on each request. */
  document(caller: Caller, id: SecurityDepositId): Promise<PrintedDocument>;
}

interface Dependencies<Stores> extends PrintDependencies {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

export function createSecurityDeposits<Stores extends MoneyStores>({
  transactFor,
  typesetLetter,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => SecurityDeposits {
  const { clock, digests } = settings;
  const dependencies = { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) };
  const today = () => dayInParis(clock.now());
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const viewIn = async (stores: MoneyStores, id: SecurityDepositId) => {
      const deposit = orNotFound(await stores.securityDeposits.find(id));
      return orNotFound((await depositViews(stores, [deposit], today()))[0]);
    };
    return {
      list: (_caller, query) => transact.read((stores) => listDeposits(stores, query, today())),
      get: (_caller, id) => transact.read((stores) => viewIn(stores, id)),

      return: (caller, id, input) =>
        transact.write(async (stores) => {
          throwIfInvalid(returnErrors(input));
          const before = orNotFound(await stores.securityDeposits.find(id));
          const open = await stores.moneyInSource.openCallsOfLeases([before.leaseId]);
          const runs = [...open.map(({ billingRunId }) => billingRunId), before.billingRunId];
          await lockRuns(stores, runs);
          const context = { caller, mandataireId, heartbeat: () => {} };
          const intake = await createIngestionContext(stores, dependencies, context);
          await lockNumbers(intake, []);
          const deposit = orNotFound(await stores.securityDeposits.lock(id));
          const lease = orNotFound((await leasesOf(stores, [deposit]))[0]);
          const { deductions = [], keysReturnedOn = null, ...rest } = input;
          const valid = { ...rest, deductions, keysReturnedOn } as DepositReturn;
          await returnDeposit(intake, { deposit, lease, input: valid });
          return viewIn(stores, id);
        }),

      async document(_caller, id) {
        const letter = await transact.read(async (stores) => {
          const deposit = await viewIn(stores, id);
          const agency = orNotFound(await stores.mandataires.find(mandataireId));
          const tenant = deposit.tenantId === null ? null : await stores.tenants.find(deposit.tenantId);
          const lease = orNotFound(await stores.leases.find(deposit.leaseId));
          const parties = await stores.letterSource.tenantNames([lease.id], lease.startDate);
          const { arrearsCents } = orNotFound(await stores.securityDeposits.find(id));
          const first = deposit.tenantName ?? "Locataire inconnu";
          return depositStatementLetter(mandataireId, {
            ...{ deposit, agency, arrearsCents, tenantAddress: tenant?.billingAddress ?? null },
            returnedCents: deposit.returnedOn === null ? null : await returnedCents(stores, id),
            owners: await stores.letterSource.ownerNames([lease.id], lease.endDate ?? today()),
            tenants: [first, ...parties.filter((name) => name !== first)],
            premises: await stores.letterSource.premises([lease.id]),
          });
        });
        return printLetter({ typesetLetter, digests }, letter);
      },
    };
  };
}

/** Returns what the payouts of a deposit come to. */
async function returnedCents({ ownerPayouts }: MoneyStores, id: SecurityDepositId): Promise<Cents> {
  const { items } = await ownerPayouts.list({
    ...{ page: 1, perPage: 1, sort: "createdAt", direction: "asc" },
    conditions: [{ fields: ["securityDepositId"], join: "or", predicate: "eq", values: [id] }],
  });
  return sum(items.map(({ amountCents }) => amountCents));
}

/** Returns a page of deposits as clients see them on a day. */
export async function listDeposits(
  stores: MoneyStores,
  query: ListQuery<SecurityDepositField>,
  today: ReturnType<typeof dayInParis>,
): Promise<Page<SecurityDepositView>> {
  const page = await stores.securityDeposits.list(query);
  return { ...page, items: await depositViews(stores, page.items, today) };
}

async function depositViews(
  stores: MoneyStores,
  deposits: readonly SecurityDeposit[],
  today: ReturnType<typeof dayInParis>,
): Promise<readonly SecurityDepositView[]> {
  const leases = new Map((await leasesOf(stores, deposits)).map((each) => [each.lease.id, each]));
  return deposits.map((deposit) => depositOn(deposit, leases.get(deposit.leaseId), today));
}

async function leasesOf(
  { billingSource }: MoneyStores,
  deposits: readonly SecurityDeposit[],
): Promise<readonly LeaseOfDeposit[]> {
  const ids = [...new Set(deposits.map(({ leaseId }) => leaseId))];
  return ids.length === 0 ? [] : billingSource.leases(ids);
}
