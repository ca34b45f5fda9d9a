import type { AuditStores } from "@cartulary/audit";
import type { AuthStores, ExistingMandataires } from "@cartulary/auth";
import { createBlobs } from "@cartulary/blobs";
import type { Typesetter } from "@cartulary/composition";
import { createKnownPeople, type KnownPeople } from "@cartulary/directory";
import { type ContentTypes, type IncomingFile, isDeceptiveFileName, stage } from "@cartulary/documents";
import type {
  BlobStore,
  Caller,
  Clock,
  Digests,
  Id,
  JobStores,
  NewId,
  ReplayStores,
  Secrets,
  Transact,
  TransactFor,
  UserId,
} from "@cartulary/kernel";
import {
  type Accounting,
  APPLICATION_QUEUES,
  accountingChecks,
  applicationJobs,
  type BankStatements,
  type BankTransactions,
  type BillingRuns,
  bounded,
  CONVERGENCE_QUEUES,
  type Convergence,
  convergenceJobs,
  createAccounting,
  createBankStatements,
  createBankTransactions,
  createBillingRuns,
  createConvergence,
  createEstate,
  createFecExports,
  createFeeWithdrawals,
  createImports,
  createIncidents,
  createIndexValues,
  createMandataires,
  createMemberships,
  createOwnerPayouts,
  createOwnerStatements,
  createPaymentIngestion,
  createPayments,
  createPayoutExports,
  createPayoutMatching,
  createRentCalls,
  createRunApplication,
  creditsOnApplication,
  DAY_QUEUES,
  type DocumentTypesetter,
  dayJobs,
  type Estate,
  type FecExportId,
  type FecExports,
  type FeeWithdrawals,
  fecBlobHolders,
  type Imports,
  type Incidents,
  type IndexValues,
  incidentBlobHolders,
  type LastingWrites,
  lastingWrites,
  type MandataireDependents,
  type MandataireId,
  type MandataireListener,
  type Mandataires,
  type MembershipFinder,
  type Memberships,
  type OwnerPayouts,
  type OwnerStatements,
  type PaymentIngestion,
  type Payments,
  type PayoutExports,
  type RegistryStores,
  type RentalStores,
  type RentCalls,
  RUN_QUEUES,
  type RunApplication,
  runJobs,
} from "@cartulary/rental";
import { agencyAudit } from "./audit/agency-audit.ts";
import type { IdentityLinks, Part } from "./part.ts";

/** What a transaction of the agency touches. */
export type AgencyStores = RegistryStores & ReplayStores & JobStores & AuditStores & Pick<AuthStores, "connectors">;

/** What a transaction of one mandataire touches. */
export type MandataireStores = AgencyStores & RentalStores;

/** What the agency is made from. */
export interface AgencyPorts<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  /** The tenants are the mandataires. */
  readonly transactFor: TransactFor<Id<string>, OneStores>;
  readonly membershipFinder: MembershipFinder;
  readonly blobStore: BlobStore;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly secrets: Secrets;
  readonly contentTypes: ContentTypes;
  /** Where an accounting file is downloaded, under the address that the server is reached at. */
  readonly fecDownloadPath: (id: FecExportId) => string;
  /** What makes the documents that are printed; nothing runs until one is asked for. */
  readonly typesetter: Pick<Typesetter, "typeset">;
  /** What an embedder wants to do in the same transactions. */
  readonly mandataireListeners?: readonly MandataireListener<Stores>[];
}

/** Managing agents and their books. */
export interface Agency<Stores, OneStores> extends Part<Stores> {
  readonly mandataires: Mandataires;
  readonly memberships: Memberships;
  /** Whom an embedder's own sign-in may name as writers. */
  readonly knownPeople: KnownPeople;
  /** Of each mandataire, for whoever found out that the caller is a member of it. */
  readonly accounting: Accounting;
  /** Likewise. */
  readonly fecExports: (mandataireId: MandataireId) => FecExports;
  /** Likewise. */
  readonly rentCalls: (mandataireId: MandataireId) => RentCalls;
  /** Likewise. */
  readonly ownerPayouts: (mandataireId: MandataireId) => OwnerPayouts;
  /** Likewise. */
  readonly payoutExports: (mandataireId: MandataireId) => PayoutExports;
  /** Likewise. */
  readonly ownerStatements: (mandataireId: MandataireId) => OwnerStatements;
  /** Likewise. */
  readonly feeWithdrawals: (mandataireId: MandataireId) => FeeWithdrawals;
  readonly payments: (mandataireId: MandataireId) => Payments;
  readonly bankStatements: (mandataireId: MandataireId) => BankStatements;
  readonly bankTransactions: (mandataireId: MandataireId) => BankTransactions;
  /** Likewise; a program that is bound to the mandataire may ask too, and whoever sits at the machine. */
  readonly paymentIngestion: (mandataireId: MandataireId) => PaymentIngestion;
  /** Likewise. */
  readonly runApplication: (mandataireId: MandataireId) => RunApplication;
  /** Likewise. */
  readonly estate: (mandataireId: MandataireId) => Estate;
  /** Likewise. */
  readonly billingRuns: (mandataireId: MandataireId) => BillingRuns;
  /** Likewise; a program that is bound to the mandataire may ask too. */
  readonly incidents: (mandataireId: MandataireId) => Incidents;
  /** What rents follow, whoever's they are. */
  readonly indexValues: IndexValues;
  /** Likewise, where a mandataire is named. */
  readonly convergence: Convergence;
  /** Writes of a mandataire that may take longer than an ordinary one, which is undone with 503. */
  readonly lasting: LastingWrites<OneStores>;
  /** Takes files over, for whoever sits at the machine. */
  readonly imports: Imports;
  readonly identityLinks: IdentityLinks<Stores>;
}

/** The queues of the agency's jobs. */
export const AGENCY_QUEUES: readonly string[] = [
  ...CONVERGENCE_QUEUES,
  ...DAY_QUEUES,
  ...RUN_QUEUES,
  ...APPLICATION_QUEUES,
];

/** The whole agency from its ports: its services, what follows from what, and what is recorded in the trail. */
export function createAgency<Stores extends AgencyStores, OneStores extends Stores & RentalStores>(
  ports: AgencyPorts<Stores, OneStores>,
): Agency<Stores, OneStores> {
  const { digests, clock, contentTypes, mandataireListeners = [] } = ports;
  const blobs = createBlobs(ports);
  const files = {
    isDeceptive: isDeceptiveFileName,
    stage: (file: IncomingFile) => stage(file, { blobs, contentTypes }),
  };
  const transact = bounded(ports.transact, clock);
  const transactFor: TransactFor<Id<string>, OneStores> = (tenant) => bounded(ports.transactFor(tenant), clock);
  const ordinary = { ...ports, transact, transactFor };
  const lasting = lastingWrites(ports);
  const audit = agencyAudit<OneStores>(ports);
  const typesetDocument = documentsBy(ports.typesetter);
  const runApplication = createRunApplication({
    ...ports,
    lasting,
    listeners: [creditsOnApplication(ports), audit.applications],
  });
  const listeners = [agencyAudit<Stores>(ports).mandataires, ...mandataireListeners];
  return {
    mandataires: createMandataires({ ...ordinary, listeners, dependents: [boundConnectors] }),
    memberships: createMemberships({ ...ordinary, listeners }),
    knownPeople: createKnownPeople(ordinary),
    accounting: createAccounting({ ...ordinary, lasting, listeners: [audit.accounting] }),
    fecExports: createFecExports({
      ...ordinary,
      blobs,
      downloadPath: ports.fecDownloadPath,
      listeners: [audit.accounting],
    }),
    rentCalls: createRentCalls({ ...ordinary, typesetDocument }),
    ownerPayouts: createOwnerPayouts(ordinary),
    payoutExports: createPayoutExports({ ...ordinary, listeners: [audit.accounting] }),
    ownerStatements: createOwnerStatements({ ...ordinary, typesetDocument }),
    feeWithdrawals: createFeeWithdrawals(ordinary),
    runApplication,
    payments: createPayments(ordinary),
    bankStatements: createBankStatements(ordinary),
    bankTransactions: createBankTransactions(ordinary),
    paymentIngestion: createPaymentIngestion({ ...ordinary, lasting, outbound: createPayoutMatching(ports) }),
    estate: createEstate({ ...ordinary, mandateListeners: [audit.mandates] }),
    billingRuns: createBillingRuns({ ...ordinary, runListeners: [audit.runs] }),
    incidents: createIncidents({ ...ordinary, blobs, files }),
    indexValues: createIndexValues(ordinary),
    convergence: createConvergence(ordinary),
    lasting,
    imports: createImports({ ...ports, lasting, listeners: [audit.imports] }),
    jobs: [
      ...convergenceJobs(ordinary),
      ...dayJobs({ ...ordinary, lasting }),
      ...runJobs(ordinary),
      ...applicationJobs({ ...ordinary, runApplication }),
    ],
    checks: accountingChecks({ transact, transactFor, digests }),
    blobHolders: [fecBlobHolders, incidentBlobHolders],
    prepare: async () => {},
    identityLinks: {
      userListeners: [{ removed: withMemberships }],
      groupListeners: [],
      existingMandataires,
    },
  };
}

/** The path of a document's one file. */
const DOCUMENT = "/document.typ";

/** What an agency prints, by the compiler of composed documents: in a child, like whatever strangers write. */
function documentsBy(typesetter: Pick<Typesetter, "typeset">): DocumentTypesetter {
  return async ({ source, createdAt, mandataireId: onBehalfOf }) => {
    const files = [{ path: DOCUMENT, source }];
    const made = await typesetter.typeset({ main: DOCUMENT, files, createdAt, onBehalfOf });
    return made.outcome === "typeset" ? made : { failure: JSON.stringify(made) };
  };
}

/** Whoever is gone follows nothing. */
async function withMemberships(
  { mandataireMembers, membershipTombstones }: RegistryStores,
  _caller: Caller,
  userId: UserId,
): Promise<void> {
  await mandataireMembers.removeOf(userId);
  await membershipTombstones.removeOf(userId);
}

/** A mandataire that a connector is bound to stays: its key would open another's books, or nobody's. */
const boundConnectors: MandataireDependents<AgencyStores> = async ({ connectors }, _caller, id) => {
  const bound = { fields: ["mandataireId"], join: "or", predicate: "eq", values: [id] } as const;
  const query = { page: 1, perPage: 1, sort: "name", direction: "asc", conditions: [bound] } as const;
  return (await connectors.list(query)).total > 0;
};

const existingMandataires: ExistingMandataires<AgencyStores> = async ({ mandataires }, _caller, ids) => {
  const existing: (typeof ids)[number][] = [];
  for (const id of ids) if (await mandataires.lockShared(id)) existing.push(id);
  return existing;
};
