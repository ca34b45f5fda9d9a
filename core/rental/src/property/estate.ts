import { service, type TransactFor } from "@cartulary/kernel";
import type { MandataireId } from "../agency/mandataire.ts";
import { type EstateSettings, estateUseCases } from "./estate/estate-use-cases.ts";
import { leaseCommandUseCases } from "./leases/lease-commands.ts";
import type { LeaseListener } from "./leases/lease-listener.ts";
import { type LeaseParties, leaseParties } from "./leases/lease-parties.ts";
import { type LeaseTerms, leaseTerms } from "./leases/lease-terms.ts";
import { type Leases, notifyingLeases } from "./leases/leases.ts";
import { type LeaseRevisions, leaseRevisionUseCases, type RevisionStores } from "./leases/revisions.ts";
import type { MandateListener } from "./mandates/mandate-listener.ts";
import { type Mandates, mandateCommandUseCases, mandates } from "./mandates/mandates.ts";
import { type Ownerships, ownerships } from "./ownerships/ownerships.ts";
import { contacts, type RentalContacts, type ServiceProviders, serviceProviders } from "./people/contacts.ts";
import type { OwnerListener } from "./people/owner-listener.ts";
import { notifyingOwners, type Owners } from "./people/owners.ts";
import type { TenantListener } from "./people/tenant-listener.ts";
import { notifyingTenants, type Tenants } from "./people/tenants.ts";
import { type Properties, properties } from "./properties/properties.ts";
import { type Units, units } from "./units/units.ts";

/** All records that a managing agent keeps for one mandataire. */
export interface Estate {
  readonly properties: Properties;
  readonly units: Units;
  readonly ownerships: Ownerships;
  readonly owners: Owners;
  readonly tenants: Tenants;
  readonly contacts: RentalContacts;
  readonly serviceProviders: ServiceProviders;
  readonly mandates: Mandates;
  readonly leases: Leases;
  readonly leaseTerms: LeaseTerms;
  readonly leaseParties: LeaseParties;
  readonly leaseRevisions: LeaseRevisions;
}

interface Dependencies<Stores> extends EstateSettings {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly mandateListeners: readonly MandateListener<Stores>[];
  readonly ownerListeners: readonly OwnerListener<Stores>[];
  readonly leaseListeners: readonly LeaseListener<Stores>[];
  readonly tenantListeners: readonly TenantListener<Stores>[];
}

/**
 * Creates the estate of each mandataire over a database. The caller of its services has checked that the user is a
 * member.
 */
export function createEstate<Stores extends RevisionStores>({
  transactFor,
  mandateListeners,
  ownerListeners,
  leaseListeners,
  tenantListeners,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => Estate {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const scoped = { ...settings, mandataireId };
    return {
      properties: service(transact, estateUseCases(properties, scoped)),
      units: service(transact, estateUseCases(units, scoped)),
      ownerships: service(transact, estateUseCases(ownerships, scoped)),
      owners: service(transact, estateUseCases(notifyingOwners(ownerListeners), scoped)),
      tenants: service(transact, estateUseCases(notifyingTenants(tenantListeners), scoped)),
      contacts: service(transact, estateUseCases(contacts, scoped)),
      serviceProviders: service(transact, estateUseCases(serviceProviders, scoped)),
      mandates: service<Mandates, Stores>(transact, {
        ...estateUseCases(mandates, scoped),
        ...mandateCommandUseCases(settings, mandateListeners),
      }),
      leaseTerms: service(transact, estateUseCases(leaseTerms, scoped)),
      leaseParties: service(transact, estateUseCases(leaseParties, scoped)),
      leaseRevisions: service<LeaseRevisions, Stores>(transact, leaseRevisionUseCases(scoped)),
      leases: service<Leases, Stores>(transact, {
        ...estateUseCases(notifyingLeases(leaseListeners), scoped),
        ...leaseCommandUseCases(scoped, leaseListeners),
      }),
    };
  };
}
