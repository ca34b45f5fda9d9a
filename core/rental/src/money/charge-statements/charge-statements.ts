import {
  type Caller,
  type Clock,
  createIdempotently,
  type Day,
  dayInParis,
  invalid,
  type ListQuery,
  type NewId,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  type TransactFor,
  throwIfInvalid,
  unprocessable,
} from "@cartulary/kernel";
import { refuseRetained, retainUntilOf } from "../../agency/accounting-retention.ts";
import { fieldError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { Letter } from "../../agency/printing/letter.ts";
import { type PrintDependencies, type PrintedDocument, printLetter } from "../../agency/printing/print-letter.ts";
import {
  type ChargeStatement,
  type ChargeStatementField,
  type ChargeStatementId,
  type ChargeStatementInput,
  chargeStatementErrors,
} from "../../billing/charges/charge-statement.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { MoneyStores } from "../ports.ts";
import { createStatement, type ValidStatement } from "./create-statement.ts";
import { statementLetter } from "./statement-letter.ts";

/** The statements of charges of one mandataire, whose membership the caller has checked. */
export interface ChargeStatements {
  list(caller: Caller, query: ListQuery<ChargeStatementField>): Promise<Page<ChargeStatement>>;
  /** Throws 404 if the mandataire has no such statement. */
  get(caller: Caller, id: ChargeStatementId): Promise<ChargeStatement>;
  /** Creates a draft; see {@link createStatement}. */
  create(caller: Caller, input: ChargeStatementInput): Promise<ChargeStatement>;
  /** Approves a draft: the next run of each lease bills its balance. Throws 422 `invalid_transition` otherwise. */
  approve(caller: Caller, id: ChargeStatementId): Promise<ChargeStatement>;
  /**
   * Removes a draft. Throws 422 `retained` once it is approved, until the last day of its retention, and `has_dependents`
   * while a later statement leaves the provisions of common days to it.
   */
  remove(caller: Caller, id: ChargeStatementId): Promise<void>;
  /** Returns a lease's account as a PDF. Throws a field error without a lease, 404 for one that is not in the statement. */
  document(caller: Caller, key: StatementOfLease): Promise<PrintedDocument>;
}

/** The account of one lease. */
interface StatementOfLease {
  readonly id: ChargeStatementId;
  readonly leaseId?: LeaseId | undefined;
}

interface Dependencies<Stores> extends PrintDependencies {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createChargeStatements<Stores extends MoneyStores & ReplayStores>({
  transactFor,
  clock,
  newId,
  ...printing
}: Dependencies<Stores>): (mandataireId: MandataireId) => ChargeStatements {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ chargeStatements }) => chargeStatements.list(query)),
      get: (_caller, id) => transact.read(async ({ chargeStatements }) => orNotFound(await chargeStatements.find(id))),

      async create(caller, input) {
        const work = async (stores: Stores) => {
          throwIfInvalid(chargeStatementErrors(input));
          return createStatement(stores, input as ValidStatement, { mandataireId, newId, now: clock.now() });
        };
        return (await createIdempotently(transact, caller, work, replayIfFound)).reply;
      },

      approve: (_caller, id) =>
        transact.write(async (stores) => {
          const draft = requireDraft(await stores.chargeStatements.lock(id));
          const now = clock.now();
          const due = draft.tenants.filter(({ balanceCents }) => balanceCents !== 0);
          const { periodFrom, periodTo } = draft;
          await stores.chargeStatements.insertAdjustments(
            due.map(({ leaseUnitId, leaseId, lastDay, balanceCents }) => ({
              ...{ statementId: id, leaseUnitId, leaseId, periodFrom, periodTo, lastDay, balanceCents },
            })),
          );
          const status = due.length === 0 ? "billed" : "approved";
          const approved: ChargeStatement = { ...draft, status, approvedAt: now, updatedAt: now };
          await stores.chargeStatements.update(approved);
          return approved;
        }),

      remove: (_caller, id) =>
        transact.write(async (stores) => {
          const now = clock.now();
          const { propertyId } = orNotFound(await stores.chargeStatements.find(id));
          // As a creation does, which counts the days of this statement.
          await stores.properties.lock(propertyId);
          const draft = requireRemovable(await stores.chargeStatements.lock(id), dayInParis(now));
          await requireLast(stores, draft);
          await stores.chargeStatements.remove(id);
          await stores.tombstones.insert("charge_statements", [id], now);
        }),

      async document(_caller, { id, leaseId }) {
        const letter = await transact.read((stores) => chargeLetterOf(stores, { mandataireId, id, leaseId }));
        return printLetter(printing, letter);
      },
    };
  };
}

/** An approved statement is an accounting document; it is retained, and not removed afterwards either. */
function requireRemovable(statement: ChargeStatement | null, today: Day): ChargeStatement {
  const { id, status, periodFrom, periodTo, createdAt } = orNotFound(statement);
  const until = retainUntilOf({ createdAt });
  if (status !== "draft" && until >= today)
    refuseRetained({ type: "charge_statement", id, name: `${periodFrom}/${periodTo}` }, until);
  return requireDraft(statement);
}

/** Provisions of common days are deducted by the earliest statement: without it they would be deducted by none. */
async function requireLast({ chargeStatements }: MoneyStores, draft: ChargeStatement): Promise<void> {
  const { propertyId, periodFrom: from, periodTo: to } = draft;
  const others = await chargeStatements.overlapping(propertyId, { from, to });
  if (others.some((other) => isLater(other, draft)))
    throw unprocessable("has_dependents", "A later statement leaves the provisions of common days to this one");
}

function isLater(one: ChargeStatement, other: ChargeStatement): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one.id > other.id;
}

function requireDraft(statement: ChargeStatement | null): ChargeStatement {
  const { status } = orNotFound(statement);
  if (status === "draft") return orNotFound(statement);
  throw unprocessable("invalid_transition", `The statement is ${status}; only a draft can be approved or deleted`);
}

/** Returns the account of a lease. Throws a field error without a lease, 404 for one that is not in the statement. */
export async function chargeLetterOf(
  stores: MoneyStores,
  { mandataireId, id, leaseId }: StatementOfLease & { readonly mandataireId: MandataireId },
): Promise<Letter> {
  const statement = orNotFound(await stores.chargeStatements.find(id));
  if (leaseId === undefined) throw invalid(fieldError("leaseId", "blank", "can't be blank"));
  const accounts = statement.tenants.filter((each) => each.leaseId === leaseId);
  const { lastDay } = orNotFound(accounts[0] ?? null);
  const tenants = await stores.letterSource.tenantNames([leaseId], lastDay);
  const parties = await stores.moneyInSource.tenantsOfLeases([leaseId]);
  const first = parties.find(({ tenantName }) => tenantName === tenants[0]);
  const tenant = first ? await stores.tenants.find(first.tenantId) : null;
  const keys = await stores.shareKeys.of(statement.propertyId);
  return statementLetter({
    ...{ statement, accounts, tenants: tenants.length > 0 ? tenants : ["Locataire inconnu"] },
    agency: orNotFound(await stores.mandataires.find(mandataireId)),
    owners: await stores.letterSource.ownerNames([leaseId], lastDay),
    tenantAddress: tenant?.billingAddress ?? null,
    premises: await stores.letterSource.premises([leaseId]),
    keyNames: new Map(keys.map((key) => [key.id as string, key.name])),
  });
}

const replayIfFound = replayWhileVisible<MoneyStores, ChargeStatement>(async ({ chargeStatements }, _caller, { id }) =>
  orNotFound(await chargeStatements.find(id)),
);
