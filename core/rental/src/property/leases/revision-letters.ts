import { type Caller, orNotFound, type TransactFor } from "@cartulary/kernel";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { AgencyStores } from "../../agency/ports.ts";
import type { Letter } from "../../agency/printing/letter.ts";
import { type PrintDependencies, type PrintedDocument, printLetter } from "../../agency/printing/print-letter.ts";
import type { OwnEstateStores } from "../ports.ts";
import type { LeaseId } from "./lease.ts";
import type { LeaseLetterSource } from "./let-premises.ts";
import { partyView, tenantOn } from "./party.ts";
import type { RevisionId } from "./revision.ts";
import { revisionLetter } from "./revision-letter.ts";

/** The letters of revisions of one mandataire, whose membership the caller has checked. */
export interface RevisionLetters {
  /** Returns the letter of a revision as a PDF, created on each request, with the tenant of its first day. */
  document(
    caller: Caller,
    key: { readonly leaseId: LeaseId; readonly revisionId: RevisionId },
  ): Promise<PrintedDocument>;
}

interface LetterStores extends OwnEstateStores, AgencyStores {
  readonly letterSource: LeaseLetterSource;
}

interface Dependencies<Stores> extends PrintDependencies {
  readonly transactFor: TransactFor<MandataireId, Stores>;
}

export function createRevisionLetters<Stores extends LetterStores>({
  transactFor,
  ...printing
}: Dependencies<Stores>): (mandataireId: MandataireId) => RevisionLetters {
  return (mandataireId) => ({
    async document(_caller, { leaseId, revisionId }) {
      const letter = await transactFor(mandataireId).read((stores) =>
        revisionLetterOf(stores, { mandataireId, leaseId, revisionId }),
      );
      return printLetter(printing, letter);
    },
  });
}

/** Returns the letter of a revision. Throws 404 for an unknown lease or revision. */
export async function revisionLetterOf(
  stores: LetterStores,
  key: { readonly mandataireId: MandataireId; readonly leaseId: LeaseId; readonly revisionId: RevisionId },
): Promise<Letter> {
  const lease = orNotFound(await stores.leases.find(key.leaseId));
  const revisions = await stores.leaseRevisions.of(key.leaseId);
  const revision = orNotFound(revisions.find(({ id }) => id === key.revisionId) ?? null);
  const agency = orNotFound(await stores.mandataires.find(key.mandataireId));
  const parties = await stores.leaseParties.of(key.leaseId);
  const views = parties.map((party) => ({ ...partyView(party, null), tenantId: party.tenantId }));
  const day = revision.effectiveFrom ?? revision.revisionDate;
  const tenantId = tenantOn(views, day)?.tenantId ?? null;
  const tenant = tenantId === null ? null : await stores.tenants.find(tenantId);
  const first = tenant?.displayName ?? "Locataire inconnu";
  const names = await stores.letterSource.tenantNames([lease.id], day);
  return revisionLetter({
    ...{ revision, lease, agency, tenantAddress: tenant?.billingAddress ?? null },
    owners: await stores.letterSource.ownerNames([lease.id], day),
    tenants: [first, ...names.filter((name) => name !== first)],
    premises: await stores.letterSource.premises([lease.id]),
  });
}
