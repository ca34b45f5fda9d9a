import type { BlobKey, Transact, TransactFor } from "@cartulary/kernel";
import type { RentalStores } from "@cartulary/rental";
import { type Mandataire, type MandataireId, UNSTATED_IDENTITY } from "@cartulary/rental/agency";
import {
  type Incident,
  type IncidentAttachment,
  type IncidentField,
  incidentListing,
  type ListedIncident,
  listedIncident,
} from "@cartulary/rental/incidents";
import type { Property } from "@cartulary/rental/property";
import { digestOf, EPOCH, idOf, later } from "../../harness/document-records.ts";
import { HARD_TEXTS, listingContract } from "../../kernel/listing-contract.ts";
import { SAMPLED_TYPES } from "../../kernel/samples.ts";
import { describe, expect, it } from "../../runner/runner.ts";

/** The stores of incidents and their scopes. */
export type IncidentStoresUnderTest = Pick<
  RentalStores,
  "properties" | "incidents" | "incidentAttachments" | "incidentFiles"
>;

/** Databases for them. */
interface IncidentStoresHarness {
  /** One with nothing in it that stays until the last test. */
  openSharedDatabase(): Promise<{
    readonly transact: Transact<Pick<RentalStores, "mandataires" | "incidentFiles">>;
    readonly transactFor: TransactFor<MandataireId, IncidentStoresUnderTest>;
  }>;
}

const [MINE, THEIRS] = [0x9911, 0x9912].map((number) => idOf<"Mandataire">(number)) as [MandataireId, MandataireId];
const PLACE = idOf<"Property">(0x9913);

/** Contract of incident stores. */
export function incidentStoresContract(name: string, { openSharedDatabase }: IncidentStoresHarness): void {
  const filled = async () => {
    const { transact, transactFor } = await openSharedDatabase();
    await transact.write(async ({ mandataires }) => {
      for (const id of [MINE, THEIRS]) await mandataires.insert({ ...A_MANDATAIRE, id });
    });
    for (const mandataireId of [MINE, THEIRS])
      await transactFor(mandataireId).write(({ properties }) => properties.insert({ ...A_PROPERTY, mandataireId }));
    await transactFor(MINE).write(async ({ incidents }) => {
      for (const incident of INCIDENTS) await incidents.insert(incident);
    });
    return { transact, mine: transactFor(MINE), theirs: transactFor(THEIRS) };
  };
  let place: ReturnType<typeof filled> | null = null;
  const stores = () => {
    place ??= filled();
    return place;
  };

  describe(`${name} is a store of incidents`, () => {
    it("gives back whole incidents to the mandataire whose they are, changed ones too", async () => {
      const { mine, theirs } = await stores();
      const [bare, full] = INCIDENTS as [Incident, Incident];
      for (const incident of [bare, full]) {
        expect(await mine.read(({ incidents }) => incidents.find(incident.id))).toEqual(incident);
        expect(await theirs.read(({ incidents }) => incidents.find(incident.id))).toBeNull();
      }
      const changed = { ...bare, status: "resolved", resolvedAt: later(9.876), outcomeMessage: "a\nb" } as const;
      await mine.write(async ({ incidents }) => {
        await incidents.update(changed);
        expect(await incidents.lock(bare.id)).toEqual(changed);
        await incidents.update(bare);
      });
      const nowhere = idOf<never>(0x9999);
      expect(await mine.read(({ incidents }) => incidents.propertyOf(nowhere))).toBeNull();
      expect(await mine.read(({ incidents }) => incidents.firstUnitOf(nowhere))).toBeNull();
      expect(await theirs.read(({ incidents }) => incidents.any())).toBe(false);
    });

    it("finds one by its external reference, and refuses a second one with it", async () => {
      const { mine, theirs } = await stores();
      const known = INCIDENTS.find(({ legacyReference }) => legacyReference !== null) as Incident;
      const named = known.legacyReference ?? "";
      expect(await mine.read(({ incidents }) => incidents.findLegacy(named))).toEqual(known);
      expect(await theirs.read(({ incidents }) => incidents.findLegacy(named))).toBeNull();
      const second = { ...known, id: idOf<"Incident">(0xb999), number: 999 };
      expect(await mine.write(({ incidents }) => incidents.insert(second))).toBe(false);
      expect(await mine.read(({ incidents }) => incidents.find(second.id))).toBeNull();
    });

    it("keeps attachments in their order, and counts the references to each blob", async () => {
      const { transact, mine } = await stores();
      const [first, second] = [attachmentOf(1), attachmentOf(2)];
      await mine.write(async ({ incidentAttachments, incidentFiles }) => {
        for (const attachment of [second, first]) {
          await incidentAttachments.insert(attachment);
          await incidentFiles.insert(MINE, attachment.id, "b2" as BlobKey);
        }
      });
      const { incidentId } = first;
      const found = await mine.read(async ({ incidentAttachments }) => [
        await incidentAttachments.of(incidentId),
        await incidentAttachments.find(incidentId, second.id),
        await incidentAttachments.find(INCIDENTS[1]?.id ?? incidentId, second.id),
      ]);
      expect(found).toEqual([[first, second], second, null]);
      const files = await transact.read(async ({ incidentFiles }) => [
        await incidentFiles.find(MINE, first.id),
        await incidentFiles.find(THEIRS, first.id),
        [...(await incidentFiles.holders("b1" as BlobKey, "b3" as BlobKey))],
        [...(await incidentFiles.holders("b3" as BlobKey, "b4" as BlobKey))],
      ]);
      expect(files).toEqual(["b2", null, [["b2", 2]], []]);
    });
  });

  listingContract<IncidentField, ListedIncident>(`${name}, of incidents,`, {
    listing: incidentListing,
    records: INCIDENTS.map(listedIncident),
    values: 3,
    sampled: SAMPLED_TYPES,
    async create(records) {
      const { mine } = await stores();
      const values = records.map(({ id }) => id);
      const among = { fields: ["id"], join: "or", predicate: "in", values } as const;
      return (query) =>
        mine.read(({ incidents }) => incidents.list({ ...query, conditions: [...query.conditions, among] }));
    },
  });
}

const A_MANDATAIRE: Omit<Mandataire, "id"> = {
  ...{ name: "M", accountingCode: null, siren: null, billingCycleMonth: 1 },
  billingCalendar: "civil",
  accountingMode: "cash",
  iban: null,
  bic: null,
  address: null,
  ...UNSTATED_IDENTITY,
  ...{ createdAt: EPOCH, updatedAt: EPOCH },
};

const A_PROPERTY: Omit<Property, "mandataireId"> = {
  ...{ id: PLACE, name: "Le Moulin", propertyType: "mixed", address: "1 rue du Port", city: null, postalCode: null },
  ...{ hasElevator: false, floorCount: null, active: true, externalId: null, businessCode: null },
  ...{ patrimonyCode: null, navigationOnly: false, createdAt: EPOCH, updatedAt: EPOCH },
};

const BLANK = {
  priority: "normal",
  status: "reported",
  ...{ description: null, outcomeMessage: null },
  ...{ propertyId: PLACE, unitId: null, scopeLeaseId: null, entranceId: null, leaseId: null, room: null },
  ...{ legacyReference: null, categoryId: null, categoryName: null, categoryPath: null },
  ...{ assignedToId: null, assignedToName: null, reporterId: null, reporterName: null, reporterType: null },
  ...{ contactEmail: null, contactPhone: null, legacyType: null, legacyNature: null, legacyMotif: null },
  ...{ routedMaintenanceContractId: null, routedMaintenanceContractName: null },
  ...{ acknowledgedAt: null, resolvedAt: null, closedAt: null, escalatedAt: null, dueAt: null },
} as const;

/** Every second one has all optional fields. */
const INCIDENTS: readonly Incident[] = HARD_TEXTS.map((text, index) => {
  const number = index + 1;
  const other = idOf<never>(0xc000 + (index % 3));
  const at = later(index % 5);
  const optionalFields = {
    priority: "urgent",
    status: "closed",
    ...{ description: text, outcomeMessage: text, room: text },
    ...{ legacyReference: `${number} ${text}`, categoryId: other, categoryName: text, categoryPath: text },
    ...{ assignedToId: other, assignedToName: text, reporterId: other, reporterName: text, reporterType: text },
    ...{ contactEmail: text, contactPhone: text, legacyType: text, legacyNature: text, legacyMotif: text },
    ...{ routedMaintenanceContractId: other, routedMaintenanceContractName: text },
    ...{ acknowledgedAt: at, resolvedAt: at, closedAt: at, escalatedAt: at, dueAt: at },
  } as const;
  return {
    ...BLANK,
    ...(index % 2 === 1 && optionalFields),
    ...{ mandataireId: MINE, id: idOf<"Incident">(0xb000 + number), year: "2026", number },
    ...{ reference: `IN-2026-${number}`, title: `I${text}`, createdAt: later(index % 4), updatedAt: later(index % 7) },
  };
});

function attachmentOf(count: number): IncidentAttachment {
  return {
    id: idOf<"IncidentAttachment">(0xd000 + count),
    incidentId: (INCIDENTS[0] as Incident).id,
    filename: `leak ${count}.png`,
    contentType: "image/png",
    byteSize: 1000 * count,
    sha256: digestOf(count),
    createdAt: later(count),
  };
}
