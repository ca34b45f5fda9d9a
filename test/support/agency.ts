import { type Blobs, createBlobs } from "@cartulary/blobs";
import { createDigests } from "@cartulary/crypto";
import type { User } from "@cartulary/directory";
import { type BlobStore, type Caller, type Day, fold, type Role } from "@cartulary/kernel";
import { cents, type NewEntry } from "@cartulary/ledger";
import { hasRentalRecords } from "@cartulary/rental";
import {
  type Accounting,
  bookOpener,
  createAccounting,
  createFecExports,
  type FecExports,
} from "@cartulary/rental/accounting";
import type { AgencyStores } from "@cartulary/rental/agency";
import {
  createLongWrites,
  createMandataires,
  createMemberships,
  type Mandataire,
  type MandataireDependents,
  type MandataireId,
  type MandataireInput,
  type MandataireListener,
  type Mandataires,
  type Memberships,
  UNSTATED_IDENTITY,
} from "@cartulary/rental/agency";
import type { TestDatabase } from "./databases.ts";
import { ADMINISTRATOR, newWorld, type World } from "./document-fixture.ts";

/** A SIREN that is right. */
export const SIREN = "552100554";

/** Replacements for the defaults. */
export interface AgencyOptions {
  readonly blobStore: BlobStore;
  readonly dependents?: readonly MandataireDependents<AgencyStores>[];
}

/** Each agency has ids and people of its own, so that several may share a database. */
let agencies = 0;

/** Everything about mandataires on one database, at a time that only a test moves. */
export interface Agency {
  readonly world: World;
  readonly blobs: Blobs;
  readonly mandataires: Mandataires;
  readonly memberships: Memberships;
  readonly accounting: Accounting;
  readonly fecExports: (mandataireId: MandataireId) => FecExports;
  /** The calls of listeners, as texts. */
  readonly reports: readonly string[];
  /** An administrator whose user exists. */
  readonly boss: Caller;
  /** Creates a person. */
  person(name: string, role?: Role): Promise<Caller>;
  /** A mandataire of the boss. */
  mandataire(input?: MandataireInput): Promise<Mandataire>;
}

export async function agencyOf(database: TestDatabase, { blobStore, dependents = [] }: AgencyOptions): Promise<Agency> {
  const { transact, transactFor, membershipFinder } = database;
  agencies += 1;
  const world = newWorld(`agency ${agencies}`);
  const { clock, newId, secrets } = world;
  const digests = createDigests();
  const reports: string[] = [];
  const blobs = createBlobs({ transact, blobStore, digests, secrets, clock });
  const listeners = [listenerTo(reports)];

  async function person(name: string, role: Role = "user"): Promise<Caller> {
    const user = userOf(name, role, world);
    await transact.write(({ users }) => users.insert(user));
    return { ...ADMINISTRATOR, userId: user.id, role };
  }

  const mandataires = createMandataires({
    ...{ transact, transactFor, clock, newId, listeners },
    logoProblem: async () => "not_found",
    openBook: bookOpener({ clock, newId, digests }),
    dependents: [...dependents, hasRentalRecords],
  });
  const longWrite = createLongWrites({ transact, transactFor, clock, newId });
  const boss = await person("boss", "admin");
  return {
    world,
    blobs,
    mandataires,
    memberships: createMemberships({ transact, membershipFinder, clock, listeners }),
    accounting: createAccounting({ transactFor, longWrite, clock, newId, digests, listeners: [] }),
    fecExports: createFecExports({
      transactFor,
      blobs,
      clock,
      newId,
      digests,
      downloadPath: (id) => `/fec/${id}`,
      listeners: [],
    }),
    reports,
    boss,
    person,
    mandataire: (input = {}) => mandataires.create(boss, { name: "Agence du Port", siren: SIREN, ...input }),
  };
}

function listenerTo(reports: string[]): MandataireListener<AgencyStores> {
  const report = (what: string) => async () => void reports.push(what);
  return {
    created: (_stores, _caller, { name }) => report(`created ${name}`)(),
    changed: (_stores, _caller, { name }) => report(`changed ${name}`)(),
    removed: (_stores, _caller, { name }) => report(`removed ${name}`)(),
    memberAdded: report("member added"),
    memberRemoved: report("member removed"),
  };
}

function userOf(name: string, role: Role, { clock, newId }: World): User {
  return {
    id: newId<"User">(),
    emailAddress: `${fold(name)}-${agencies}@example.org`,
    firstName: null,
    lastName: null,
    displayName: name,
    initials: "",
    role,
    active: true,
    externalId: null,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
}

/** A receipt of some euros in suspense: two lines, no auxiliary. */
export function receipt(euros: number, more: Partial<NewEntry> = {}): NewEntry {
  const amount = cents(euros * 100);
  return {
    societyCode: "1",
    journal: "BANQUE",
    accountingDate: "2026-02-03" as Day,
    documentDate: "2026-02-03" as Day,
    documentReference: "VIR-1",
    lines: [
      { accountCode: "512000", label: "Virement", debitCents: amount },
      { accountCode: "471000", label: "Virement", creditCents: amount },
    ],
    ...more,
  };
}

/** The record of a mandataire, for who needs nothing but that it is there. */
export function newMandataire(): Mandataire {
  const { newId, clock } = newWorld("mandataire");
  return {
    id: newId<"Mandataire">(),
    name: "Agence du Port",
    accountingCode: null,
    siren: SIREN,
    billingCalendar: "civil",
    billingCycleMonth: 1,
    accountingMode: "cash",
    iban: null,
    bic: null,
    address: null,
    ...UNSTATED_IDENTITY,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
}
