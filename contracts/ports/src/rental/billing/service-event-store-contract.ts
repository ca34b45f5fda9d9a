import type { Day, Transact, TransactFor } from "@cartulary/kernel";
import type { RentalStores } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import type { ServiceEvent } from "@cartulary/rental/billing";
import { EPOCH, idOf, later } from "../../harness/document-records.ts";
import { describe, expect, it } from "../../runner/runner.ts";
import { A_MANDATAIRE, A_RUN } from "./call-stores-contract.ts";

/** The store of events of services, and of the runs that bill them. */
export type ServiceEventStoresUnderTest = Pick<RentalStores, "serviceEvents" | "billingRuns">;

interface ServiceEventStoresHarness {
  /** One with nothing in it that stays until the last test. */
  openSharedDatabase(): Promise<{
    readonly transact: Transact<Pick<RentalStores, "mandataires">>;
    readonly transactFor: TransactFor<MandataireId, ServiceEventStoresUnderTest>;
  }>;
}

const [RUN, MANDATE, OTHER] = [idOf<"BillingRun">(0x9b01), idOf<"Mandate">(0x9b02), idOf<"Mandate">(0x9b03)];
const QUERY = { page: 1, perPage: 100, sort: "createdAt", direction: "asc", conditions: [] } as const;

/** Contract of the store of events of services. */
export function serviceEventStoreContract(name: string, { openSharedDatabase }: ServiceEventStoresHarness): void {
  let mandataires = 0;
  let place: ReturnType<typeof openSharedDatabase> | null = null;
  /** A mandataire of its own with a run and these events. */
  const openDatabase = async (...events: readonly Partial<ServiceEvent>[]) => {
    place ??= openSharedDatabase();
    const { transact, transactFor } = await place;
    mandataires += 1;
    const mandataireId = idOf<"Mandataire">(0x9_b000 + mandataires);
    await transact.write((stores) => stores.mandataires.insert({ ...A_MANDATAIRE, id: mandataireId }));
    const own = transactFor(mandataireId);
    const made = events.map(
      (event, index): ServiceEvent => ({
        ...{ mandataireId, id: idOf<"ServiceEvent">(index + 1), mandateId: MANDATE, mandateServiceId: idOf(0x9b04) },
        ...{ occurredOn: "2026-03-10" as Day, quantity: 1, leaseId: null, label: null, billedAt: null },
        ...{ billingRunId: null, createdAt: EPOCH, updatedAt: EPOCH, ...event },
      }),
    );
    await own.write(async ({ billingRuns, serviceEvents }) => {
      await billingRuns.insert({ ...A_RUN, mandataireId, id: RUN, reference: "QT-2026-0001" });
      for (const event of made) await serviceEvents.insert(event);
    });
    return { events: made, read: own.read, write: own.write };
  };
  const idsOf = (events: readonly ServiceEvent[]) => events.map(({ id }) => id);

  describe(`${name} is a store of events of services`, () => {
    it("gives back whole events, of one mandate or of all, and none of another mandate", async () => {
      const full = { quantity: 1_000, leaseId: idOf<"Lease">(7), label: "L'été 🏡", createdAt: later(1) };
      const { events, read, write } = await openDatabase(full, { mandateId: OTHER, createdAt: later(2) });
      const [first, second] = events as [ServiceEvent, ServiceEvent];
      expect(await read(({ serviceEvents }) => serviceEvents.find(first.id))).toEqual(first);
      expect(await write(({ serviceEvents }) => serviceEvents.lock(MANDATE, first.id))).toEqual(first);
      expect(await write(({ serviceEvents }) => serviceEvents.lock(OTHER, first.id))).toBeNull();
      const listed = async (mandate: typeof MANDATE | null) =>
        (await read(({ serviceEvents }) => serviceEvents.list(mandate, QUERY))).items;
      expect(await listed(MANDATE)).toEqual([first]);
      expect(await listed(OTHER)).toEqual([second]);
      expect(await listed(null)).toEqual([first, second]);
      await write(({ serviceEvents }) => serviceEvents.remove(first.id));
      expect(await read(({ serviceEvents }) => serviceEvents.find(first.id))).toBeNull();
    });

    it("returns the events due until a day, in the order of the days, until a run has billed them", async () => {
      const days = ["2026-03-31", "2026-03-01", "2026-04-01"] as readonly string[] as readonly Day[];
      const others = { mandateId: OTHER, occurredOn: "2026-03-01" as Day };
      const { events, read, write } = await openDatabase(...days.map((occurredOn) => ({ occurredOn })), others);
      const ids = idsOf(events);
      const due = async (...mandates: readonly (typeof MANDATE)[]) =>
        idsOf(await read(({ serviceEvents }) => serviceEvents.due(mandates, "2026-03-31" as Day)));
      expect(await due(MANDATE)).toEqual([ids[1], ids[0]]);
      expect(await due(MANDATE, OTHER)).toEqual([ids[1], ids[3], ids[0]]);
      expect(await due()).toEqual([]);
      // Prices without events are billed for other ids, which are no events.
      await write(({ serviceEvents }) => serviceEvents.bill(RUN, [ids[0] ?? "", idOf<"Lease">(9)], later(3)));
      expect(await due(MANDATE)).toEqual([ids[1]]);
      const billed = await read(({ serviceEvents }) => serviceEvents.find(ids[0] as ServiceEvent["id"]));
      expect(billed).toEqual({ ...events[0], billingRunId: RUN, billedAt: later(3), updatedAt: later(3) });
      await write(({ serviceEvents }) => serviceEvents.unbill(RUN, later(4)));
      expect(await due(MANDATE)).toEqual([ids[1], ids[0]]);
      const again = await read(({ serviceEvents }) => serviceEvents.find(ids[0] as ServiceEvent["id"]));
      expect(again).toEqual({ ...events[0], updatedAt: later(4) });
    });
  });
}
