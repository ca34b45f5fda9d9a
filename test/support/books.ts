import type { Caller, Day, UserId } from "@cartulary/kernel";
import { cents, type Ledger, type NewEntry, type SealedEntry } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type { House, Person } from "./application-fixture.ts";
import type { MandataireBody } from "./records.ts";
import { expectStatus } from "./refusals.ts";
import type { Asking } from "./send-request.ts";

const RENTAL = "/rental/api/v1";
export const MANDATAIRES = `${RENTAL}/mandataires`;
export const ENTRIES = `${RENTAL}/accounting_entries`;
export const PERIODS = `${RENTAL}/accounting/periods`;
export const LEDGER = `${RENTAL}/accounting/ledger`;
export const TRIAL_BALANCE = `${RENTAL}/accounting/trial_balance`;
export const FEC_EXPORTS = `${RENTAL}/fec_exports`;

export const mandataireAt = (id: string): string => `${MANDATAIRES}/${id}`;
export const membersAt = (id: string): string => `${mandataireAt(id)}/members`;

/** Nine digits whose checksum is right. */
export const SIREN = "732829320";

/** Adds the header of a mandataire to a request. */
export function actingOn(mandataireId: string, asking: Asking = {}): Asking {
  return { ...asking, headers: { "x-mandataire-id": mandataireId, ...asking.headers } };
}

/** A tenant, whom rent is called from, and an owner, whom it is called for. */
const TENANT = {
  kind: "LOC",
  code: "LOC0001",
  name: "SARL Café Élan",
  entityType: "TenantActor",
  entityId: "00000000-0000-7000-8000-00000000000a",
};
const OWNER = {
  kind: "PRO",
  code: "PRO0001",
  name: "Indivision Noël",
  entityType: "OwnerActor",
  entityId: "00000000-0000-7000-8000-00000000000b",
};

/** The fields of an entry that differ from the defaults. */
type EntryOverrides = Partial<Omit<NewEntry, "lines" | "accountingDate">>;

/** Rent called on a day, from the one tenant for the one owner. */
export function rentCall(day: string, amount: number, overrides: EntryOverrides = {}): NewEntry {
  return entry(day, "LOYERS", overrides, [
    { accountCode: "411000", auxiliaryCode: TENANT.code, label: "Loyer", debitCents: cents(amount) },
    { accountCode: "467000", auxiliaryCode: OWNER.code, label: "Loyer", creditCents: cents(amount) },
  ]);
}

/** Money of the tenant that came in on a day. */
export function receipt(day: string, amount: number, overrides: EntryOverrides = {}): NewEntry {
  return entry(day, "BANQUE", overrides, [
    { accountCode: "512000", label: "Virement", debitCents: cents(amount) },
    { accountCode: "411000", auxiliaryCode: TENANT.code, label: "Virement", creditCents: cents(amount) },
  ]);
}

/** Fees taken from the owner, which make the year's profit. */
export function fees(day: string, amount: number, overrides: EntryOverrides = {}): NewEntry {
  return entry(day, "PROPRIO", overrides, [
    { accountCode: "467000", auxiliaryCode: OWNER.code, label: "Honoraires", debitCents: cents(amount) },
    { accountCode: "706100", label: "Honoraires", creditCents: cents(amount) },
  ]);
}

function entry(day: string, journal: string, overrides: EntryOverrides, lines: NewEntry["lines"]): NewEntry {
  return {
    societyCode: "1",
    journal,
    accountingDate: day as Day,
    documentDate: day as Day,
    documentReference: `piece of ${day}`,
    sourceType: "Manual",
    ...overrides,
    lines,
  };
}

/** Makes mandataires over HTTP, as the administrator, and writes their books as an embedder does. */
export interface BookMakers {
  /** With these members besides the administrator. */
  mandataire(fields?: Readonly<Record<string, unknown>>, members?: readonly Person[]): Promise<MandataireBody>;
  /** Makes a user a member. */
  admit(mandataireId: string, ...members: readonly Person[]): Promise<void>;
  ledger(mandataireId: string): Ledger;
  /** Writes entries about the one tenant and the one owner. */
  post(mandataireId: string, ...entries: readonly NewEntry[]): Promise<readonly SealedEntry[]>;
  /** The bookkeeper. */
  readonly clerk: Caller;
}

export function bookMakersFor({ admin, accounting }: House): BookMakers {
  const clerk: Caller = { userId: admin.id as UserId, role: "super_admin", scopes: ["write"], groupIds: [] };
  const ledger = (mandataireId: string) => accounting(mandataireId as MandataireId);

  async function admit(mandataireId: string, ...members: readonly Person[]): Promise<void> {
    for (const { id } of members) {
      expectStatus(await admin.ask<unknown>("POST", membersAt(mandataireId), { json: { user_id: id } }), 201);
    }
  }

  return {
    clerk,
    ledger,
    admit,
    async mandataire(fields = {}, members = []) {
      const json = { mandataire: { name: "an agency", siren: SIREN, ...fields } };
      const made = expectStatus(await admin.ask<MandataireBody>("POST", MANDATAIRES, { json }), 201);
      await admit(made.id, ...members);
      return made;
    },
    async post(mandataireId, ...entries) {
      const book = ledger(mandataireId);
      for (const auxiliary of [TENANT, OWNER]) await book.saveAuxiliary(clerk, auxiliary);
      return book.post(clerk, entries);
    },
  };
}
