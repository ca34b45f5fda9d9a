import type { AuditStores } from "@cartulary/audit";
import type { AuthStores, ExistingMandataires } from "@cartulary/auth";
import { createBlobs } from "@cartulary/blobs";
import type { Typesetter } from "@cartulary/composition";
import { createKnownPeople, type KnownPeople } from "@cartulary/directory";
import { type ContentTypes, type FileUpload, isDeceptiveFileName, stage } from "@cartulary/documents";
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
  accountingChecks,
  CONVERGENCE_QUEUES,
  type Convergence,
  convergenceJobs,
  createConvergence,
  createImports,
  DAY_QUEUES,
  dayJobs,
  hasRentalRecords,
  type Imports,
  type RegistryStores,
  type RentalStores,
} from "@cartulary/rental";
import {
  type Accounting,
  bookOpener,
  createAccounting,
  createFecExports,
  createOwnerStatements,
  type FecExportId,
  type FecExports,
  fecBlobHolders,
  type OwnerStatements,
} from "@cartulary/rental/accounting";
import {
  createLongWrites,
  createMandataires,
  createMemberships,
  type LongWrites,
  type MandataireDependents,
  type MandataireId,
  type MandataireListener,
  type Mandataires,
  type MembershipFinder,
  type Memberships,
  withWriteTimeout,
} from "@cartulary/rental/agency";
import {
  APPLICATION_QUEUES,
  amountKindOf,
  applicationJobs,
  type BillingRuns,
  createBillingRuns,
  createOwnerPayouts,
  createReminders,
  createRentCalls,
  createRunApplication,
  createServiceEvents,
  depositRedirection,
  type OwnerPayouts,
  payoutRedirection,
  type Reminders,
  type RentCalls,
  RUN_QUEUES,
  type RunApplication,
  runJobs,
  type ServiceEvents,
} from "@cartulary/rental/billing";
import { createIncidents, type Incidents, incidentBlobHolders } from "@cartulary/rental/incidents";
import {
  createLetterBatches,
  LETTER_QUEUES,
  type LetterBatches,
  letterBatchJobs,
  letterBlobHolders,
} from "@cartulary/rental/letters";
import {
  applyCreditsToRun,
  type BankFileImport,
  type BankFileReader,
  type BankStatements,
  type BankTransactions,
  type ChargeStatements,
  callInitialBalances,
  createBankFileImport,
  createBankStatements,
  createBankTransactions,
  createChargeStatements,
  createFeeWithdrawals,
  createPaymentIngestion,
  createPayments,
  createPayoutExports,
  createPayoutMatching,
  createSecurityDeposits,
  createSupplierInvoices,
  type FeeWithdrawals,
  type PaymentIngestion,
  type Payments,
  type PayoutExports,
  receiptsOfCall,
  type SecurityDeposits,
  type SupplierInvoices,
  takeOverDeposits,
} from "@cartulary/rental/money";
import {
  createEstate,
  createIndexValues,
  createRevisionLetters,
  type Estate,
  type IndexValues,
  type RevisionLetters,
} from "@cartulary/rental/property";
import type { PdfMerger } from "@cartulary/uploads";
import { agencyAudit } from "./audit/agency-audit.ts";
import { letterMerger } from "./letter-merger.ts";
import { type LetterTemplateFinder, letterTypesetter } from "./letter-typesetter.ts";
import { documentCheck, type LogoDocuments, logoCheck } from "./logo-documents.ts";
import type { IdentityLinks, MaintenancePart } from "./maintenance-part.ts";

/** Stores of an agency's transaction. */
export type AgencyStores = RegistryStores & ReplayStores & JobStores & AuditStores & Pick<AuthStores, "connectors">;

/** Stores of a mandataire's transaction. */
export type MandataireStores = AgencyStores & RentalStores;

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
  /** Path of an accounting file's download, relative to the server's base URL. */
  readonly fecDownloadPath: (id: FecExportId) => string;
  /** Typesets printed documents, on demand. */
  readonly typesetter: Pick<Typesetter, "typeset">;
  /** Returns the stored template of a letter that is in use; by default there is none, and the seeded ones print. */
  readonly letterTemplate?: LetterTemplateFinder;
  /** The documents of logos and of suppliers' invoices; by default there are none, and no record can name one. */
  readonly logos?: LogoDocuments;
  /** Merges letters that are printed as many; by default there is none, and such letters fail. */
  readonly pdfMerger?: Pick<PdfMerger, "merge">;
  /** Reads the files of banks that members upload. */
  readonly bankFileReader: BankFileReader;
  /** Listeners of the embedder, in the same transactions. */
  readonly mandataireListeners?: readonly MandataireListener<Stores>[];
}

/**
 * Managing agents and their books. The services of a mandataire do not check membership; the caller must have done so.
 */
export interface Agency<Stores, OneStores> extends MaintenancePart<Stores> {
  readonly mandataires: Mandataires;
  readonly memberships: Memberships;
  /** Users that an embedder's own sign-in may name as callers. */
  readonly knownPeople: KnownPeople;
  readonly accounting: Accounting;
  readonly fecExports: (mandataireId: MandataireId) => FecExports;
  readonly rentCalls: (mandataireId: MandataireId) => RentCalls;
  readonly reminders: (mandataireId: MandataireId) => Reminders;
  readonly revisionLetters: (mandataireId: MandataireId) => RevisionLetters;
  readonly ownerPayouts: (mandataireId: MandataireId) => OwnerPayouts;
  readonly payoutExports: (mandataireId: MandataireId) => PayoutExports;
  readonly securityDeposits: (mandataireId: MandataireId) => SecurityDeposits;
  readonly chargeStatements: (mandataireId: MandataireId) => ChargeStatements;
  readonly supplierInvoices: (mandataireId: MandataireId) => SupplierInvoices;
  readonly serviceEvents: (mandataireId: MandataireId) => ServiceEvents;
  readonly ownerStatements: (mandataireId: MandataireId) => OwnerStatements;
  /** Letters that are printed as many. */
  readonly letterBatches: (mandataireId: MandataireId) => LetterBatches;
  readonly feeWithdrawals: (mandataireId: MandataireId) => FeeWithdrawals;
  readonly payments: (mandataireId: MandataireId) => Payments;
  readonly bankStatements: (mandataireId: MandataireId) => BankStatements;
  readonly bankTransactions: (mandataireId: MandataireId) => BankTransactions;
  readonly bankFileImport: (mandataireId: MandataireId) => BankFileImport;
  /** Connectors bound to the mandataire and local commands may call it too. */
  readonly paymentIngestion: (mandataireId: MandataireId) => PaymentIngestion;
  readonly runApplication: (mandataireId: MandataireId) => RunApplication;
  readonly estate: (mandataireId: MandataireId) => Estate;
  readonly billingRuns: (mandataireId: MandataireId) => BillingRuns;
  /** Connectors bound to the mandataire may call it too. */
  readonly incidents: (mandataireId: MandataireId) => Incidents;
  /** Rent indices, shared by all mandataires. */
  readonly indexValues: IndexValues;
  /** Takes the mandataire as an argument. */
  readonly convergence: Convergence;
  /** Writes that may take longer than ordinary ones, which are rolled back with 503. */
  readonly longWrites: LongWrites<OneStores>;
  /** Imports of files, for local commands. */
  readonly imports: Imports;
  readonly identityLinks: IdentityLinks<Stores>;
}

export { archivedLogos, type LogoContent, type LogoDocuments } from "./logo-documents.ts";

export const AGENCY_QUEUES: readonly string[] = [
  ...CONVERGENCE_QUEUES,
  ...DAY_QUEUES,
  ...RUN_QUEUES,
  ...APPLICATION_QUEUES,
  ...LETTER_QUEUES,
];

/** Creates the agency from its ports: services, listeners between packages, and the audit trail. */
export function createAgency<Stores extends AgencyStores, OneStores extends Stores & RentalStores>(
  ports: AgencyPorts<Stores, OneStores>,
): Agency<Stores, OneStores> {
  const { digests, clock, contentTypes, mandataireListeners = [] } = ports;
  const blobs = createBlobs(ports);
  const files = {
    isDeceptive: isDeceptiveFileName,
    stage: (file: FileUpload) => stage(file, { blobs, contentTypes }),
  };
  const transact = withWriteTimeout(ports.transact, clock);
  const transactFor: TransactFor<Id<string>, OneStores> = (tenant) =>
    withWriteTimeout(ports.transactFor(tenant), clock);
  const ordinary = { ...ports, transact, transactFor };
  const longWrite = createLongWrites(ports);
  const audit = agencyAudit<OneStores>(ports);
  const typesetLetter = letterTypesetter(ports);
  const ownerStatements = createOwnerStatements({ ...ordinary, typesetLetter, amountKind: amountKindOf });
  const mergeLetters = letterMerger(ports.pdfMerger);
  const runApplication = createRunApplication({
    ...ports,
    longWrite,
    listeners: [applyCreditsToRun(ports), audit.applications],
  });
  const paymentIngestion = createPaymentIngestion({ ...ordinary, longWrite, outbound: createPayoutMatching(ports) });
  const leaseListeners = [callInitialBalances<OneStores>(ports), takeOverDeposits<OneStores>()];
  const listeners = [agencyAudit<Stores>(ports).mandataires, ...mandataireListeners];
  return {
    mandataires: createMandataires({
      ...ordinary,
      listeners,
      logoProblem: logoCheck({ logos: ports.logos, typesetter: ports.typesetter, now: () => clock.now() }),
      openBook: bookOpener(ports),
      dependents: [boundConnectors, hasRentalRecords],
    }),
    memberships: createMemberships({ ...ordinary, listeners }),
    knownPeople: createKnownPeople(ordinary),
    accounting: createAccounting({ ...ordinary, longWrite, listeners: [audit.accounting] }),
    fecExports: createFecExports({
      ...ordinary,
      blobs,
      downloadPath: ports.fecDownloadPath,
      listeners: [audit.accounting],
    }),
    rentCalls: createRentCalls({ ...ordinary, typesetLetter, receiptsOf: receiptsOfCall }),
    reminders: createReminders({ ...ordinary, typesetLetter }),
    revisionLetters: createRevisionLetters({ ...ordinary, typesetLetter }),
    ownerPayouts: createOwnerPayouts(ordinary),
    payoutExports: createPayoutExports({ ...ordinary, listeners: [audit.payoutExports] }),
    securityDeposits: createSecurityDeposits({ ...ordinary, typesetLetter }),
    ownerStatements,
    letterBatches: createLetterBatches({ ...ordinary, blobs, listeners: [audit.letterBatches] }),
    chargeStatements: createChargeStatements({ ...ordinary, typesetLetter }),
    supplierInvoices: createSupplierInvoices({ ...ordinary, isDocumentReadable: documentCheck(ports.logos) }),
    serviceEvents: createServiceEvents(ordinary),
    feeWithdrawals: createFeeWithdrawals(ordinary),
    runApplication,
    payments: createPayments(ordinary),
    bankStatements: createBankStatements(ordinary),
    bankTransactions: createBankTransactions(ordinary),
    bankFileImport: createBankFileImport({ reader: ports.bankFileReader, paymentIngestion }),
    paymentIngestion,
    estate: createEstate<OneStores>({
      ...ordinary,
      mandateListeners: [audit.mandates],
      ownerListeners: [payoutRedirection],
      leaseListeners,
      tenantListeners: [depositRedirection],
    }),
    billingRuns: createBillingRuns({ ...ordinary, runListeners: [audit.runs] }),
    incidents: createIncidents({ ...ordinary, blobs, files }),
    indexValues: createIndexValues(ordinary),
    convergence: createConvergence(ordinary),
    longWrites: longWrite,
    imports: createImports({ ...ports, longWrite, listeners: [audit.imports], leaseListeners }),
    jobs: [
      ...convergenceJobs(ordinary),
      ...dayJobs({ ...ordinary, longWrite }),
      ...runJobs(ordinary),
      ...applicationJobs({ ...ordinary, runApplication }),
      ...letterBatchJobs({ ...ordinary, blobs, typesetLetter, mergeLetters, ownerStatements }),
    ],
    checks: accountingChecks({ transact, transactFor, digests }),
    blobHolders: [fecBlobHolders, incidentBlobHolders, letterBlobHolders],
    prepare: async () => {},
    identityLinks: {
      userListeners: [{ removed: removeMemberships }],
      groupListeners: [],
      existingMandataires,
    },
  };
}

/** Removes the memberships and tombstones of a removed user. */
async function removeMemberships(
  { mandataireMembers, membershipTombstones }: RegistryStores,
  _caller: Caller,
  userId: UserId,
): Promise<void> {
  await mandataireMembers.removeOf(userId);
  await membershipTombstones.removeOf(userId);
}

/** A mandataire with a bound connector cannot be removed; otherwise the connector's key would lose its scope. */
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
