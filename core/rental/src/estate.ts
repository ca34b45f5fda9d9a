import { service, type TransactFor } from "@cartulary/kernel";
import { type EstateSettings, estateUseCases } from "./estate/family.ts";
import { leaseDoorUseCases } from "./leases/lease-doors.ts";
import { type LeaseParties, leaseParties } from "./leases/lease-parties.ts";
import { type LeaseTerms, leaseTerms } from "./leases/lease-terms.ts";
import { type Leases, leases } from "./leases/leases.ts";
import { type LeaseRevisions, leaseRevisionUseCases, type RevisionStores } from "./leases/revisions.ts";
import type { MandataireId } from "./mandataire.ts";
import type { MandateListener } from "./mandates/mandate-listener.ts";
import { type Mandates, mandateDoors, mandates } from "./mandates/mandates.ts";
import { type Ownerships, ownerships } from "./ownerships/ownerships.ts";
import { type PaidOwnerStores, paidOwners } from "./payouts/owner-accounts.ts";
import { contacts, type RentalContacts, serviceProviders } from "./people/contacts.ts";
import type { Owners } from "./people/owners.ts";
import { type Tenants, tenants } from "./people/tenants.ts";
import { type Properties, properties } from "./properties/properties.ts";
import { type Units, units } from "./units/units.ts";

/** The estate of one mandataire: everything that a managing agent records. */
export interface Estate {
  readonly properties: Properties;
  readonly units: Units;
  readonly ownerships: Ownerships;
  readonly owners: Owners;
  readonly tenants: Tenants;
  readonly contacts: RentalContacts;
  readonly serviceProviders: RentalContacts;
  readonly mandates: Mandates;
  readonly leases: Leases;
  readonly leaseTerms: LeaseTerms;
  readonly leaseParties: LeaseParties;
  readonly leaseRevisions: LeaseRevisions;
}

interface Dependencies<Stores> extends EstateSettings {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly mandateListeners: readonly MandateListener<Stores>[];
}

/** Estates over a database. Whoever asks has found out before that the caller is a member of the mandataire. */
export function createEstate<Stores extends RevisionStores & PaidOwnerStores>({
  transactFor,
  mandateListeners,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => Estate {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const one = { ...settings, mandataireId };
    return {
      properties: service(transact, estateUseCases(properties, one)),
      units: service(transact, estateUseCases(units, one)),
      ownerships: service(transact, estateUseCases(ownerships, one)),
      owners: service(transact, estateUseCases(paidOwners, one)),
      tenants: service(transact, estateUseCases(tenants, one)),
      contacts: service(transact, estateUseCases(contacts, one)),
      serviceProviders: service(transact, estateUseCases(serviceProviders, one)),
      mandates: service<Mandates, Stores>(transact, {
        ...estateUseCases(mandates, one),
        ...mandateDoors(settings, mandateListeners),
      }),
      leaseTerms: service(transact, estateUseCases(leaseTerms, one)),
      leaseParties: service(transact, estateUseCases(leaseParties, one)),
      leaseRevisions: service<LeaseRevisions, Stores>(transact, leaseRevisionUseCases(one)),
      leases: service<Leases, Stores>(transact, { ...estateUseCases(leases, one), ...leaseDoorUseCases(settings) }),
    };
  };
}
