import { fecDownloadPath } from "@cartulary/http";
import {
  createAccounting,
  createFecExports,
  createMandataires,
  createMemberships,
  type MandataireDependents,
} from "@cartulary/rental";
import { ContainerModule } from "inversify";
import { type HostStores, type MandataireHostStores, tokens } from "../tokens.ts";

/** The rental product's services, over the same database and blob store. */
export function rentalModule(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.mandataireListeners).toConstantValue([]);
    bind(tokens.mandataires).toResolvedValue(
      ({ transact, transactFor }, { clock, newId, digests }, audit, listeners) =>
        createMandataires<HostStores, MandataireHostStores>({
          transact,
          transactFor,
          clock,
          newId,
          digests,
          listeners: [audit.mandataires, ...listeners],
          dependents: [boundConnectors],
        }),
      [tokens.database, tokens.minting, tokens.auditListeners, tokens.mandataireListeners],
    );
    bind(tokens.memberships).toResolvedValue(
      ({ transact, membershipFinder }, clock, audit, listeners) =>
        createMemberships<HostStores>({
          transact,
          membershipFinder,
          clock,
          listeners: [audit.mandataires, ...listeners],
        }),
      [tokens.database, tokens.clock, tokens.auditListeners, tokens.mandataireListeners],
    );
    bind(tokens.accounting).toResolvedValue(
      ({ transactFor }, { clock, newId, digests }, audit) =>
        createAccounting<MandataireHostStores>({ transactFor, clock, newId, digests, listeners: [audit.accounting] }),
      [tokens.database, tokens.minting, tokens.auditListeners],
    );
    bind(tokens.fecExports).toResolvedValue(
      ({ transactFor }, blobs, { clock, newId, digests }, audit) =>
        createFecExports<MandataireHostStores>({
          transactFor,
          blobs,
          clock,
          newId,
          digests,
          downloadPath: fecDownloadPath,
          listeners: [audit.accounting],
        }),
      [tokens.database, tokens.blobs, tokens.minting, tokens.auditListeners],
    );
  });
}

/** core/rental knows no connectors, which are bound to mandataires. */
const boundConnectors: MandataireDependents<HostStores> = async ({ connectors }, _caller, id) => {
  const bound = { fields: ["mandataireId"], join: "or", predicate: "eq", values: [id] } as const;
  const query = { page: 1, perPage: 1, sort: "name", direction: "asc", conditions: [bound] } as const;
  return (await connectors.list(query)).total > 0;
};
