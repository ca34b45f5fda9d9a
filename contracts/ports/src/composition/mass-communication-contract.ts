import type { MassCommunication, MassCommunicationId, Recipient } from "@cartulary/composition";
import type { ListQuery } from "@cartulary/kernel";
import { EPOCH, idOf, later, records } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { type CompositionHarness, template } from "./composition-harness.ts";

const ID = idOf<"MassCommunication">(600);

const communication = (overrides: Partial<MassCommunication> = {}): MassCommunication => ({
  id: ID,
  userId: idOf(1),
  templateKey: "letter",
  name: "Rents of 2027",
  variables: { b: 1, a: { Z: "é" } },
  recipients: { contactIds: [idOf(3)], userIds: [], groupIds: [idOf(4), idOf(2)] },
  folderId: null,
  workspaceId: null,
  status: "pending",
  totalFiles: 3,
  successfulFiles: 0,
  failedFiles: 0,
  failures: [],
  createdAt: EPOCH,
  updatedAt: EPOCH,
  ...overrides,
});

const recipient = (position: number, massCommunicationId: MassCommunicationId = ID): Recipient => ({
  massCommunicationId,
  position,
  emailAddress: `r${position}@example.org`,
  firstName: "Zoë",
  lastName: null,
  displayName: "Zoë",
  composedDocumentId: idOf(500 + position),
});

const NEWEST = { page: 1, perPage: 10, sort: "updatedAt", direction: "desc", conditions: [] } as const;

/** Contract of the stores of mass communications. */
export function massCommunicationContract(name: string, { openDatabase }: CompositionHarness): void {
  describe(`${name} keeps mass communications`, () => {
    it("whole, each with its template until that is forgotten", async () => {
      const { transact } = await openDatabase();
      const record = communication();
      const stored = <Read>(read: (stores: Parameters<Parameters<typeof transact.read>[0]>[0]) => Promise<Read>) =>
        transact.read(read);
      await transact.write(({ massCommunications }) => massCommunications.insert(record, template()));
      expect(await stored(({ massCommunications }) => massCommunications.find(record.id))).toEqual(record);
      expect(await stored(({ massCommunications }) => massCommunications.template(record.id))).toEqual(template());
      const failures = [{ emailAddress: "r1@example.org", message: "unknown variable: x" }];
      const changed = communication({ status: "failed", failedFiles: 3, failures, updatedAt: later(5) });
      await transact.write(async ({ massCommunications }) => {
        await massCommunications.update(changed);
        await massCommunications.forgetTemplate(record.id);
      });
      expect(await transact.write(({ massCommunications }) => massCommunications.lock(record.id))).toEqual(changed);
      expect(await stored(({ massCommunications }) => massCommunications.template(record.id))).toBeNull();
      expect(await stored(({ massCommunications }) => massCommunications.find(idOf(601)))).toBeNull();
    });

    it("and lists those of one user, or of all users, filtered by their counts", async () => {
      const { transact } = await openDatabase();
      await transact.write(async ({ massCommunications }) => {
        await massCommunications.insert(communication(), template());
        const other = { id: idOf<"MassCommunication">(601), userId: idOf<"User">(2), updatedAt: later(1) };
        await massCommunications.insert(communication({ ...other, successfulFiles: 1, failedFiles: 1 }), template());
      });
      const seen = async (userId: MassCommunication["userId"] | null, query: ListQuery<never> = NEWEST as never) =>
        (await transact.read(({ massCommunications }) => massCommunications.list(query, userId))).items.map(
          ({ id }) => id,
        );
      expect(await seen(null)).toEqual([idOf(601), ID]);
      expect(await seen(idOf(1))).toEqual([ID]);
      const two = { fields: ["processedFiles"], join: "or", predicate: "eq", values: [2] };
      expect(await seen(null, { ...NEWEST, conditions: [two] } as never)).toEqual([idOf(601)]);
    });
  });

  describe(`${name} keeps recipients`, () => {
    it("in their order; a recipient is removed once, or all of them together", async () => {
      const { transact } = await openDatabase();
      const other = idOf<"MassCommunication">(601);
      const all = Array.from({ length: 1_203 }, (_, index) => recipient(index + 1));
      await transact.write(({ recipients }) => recipients.insert([...all.toReversed(), recipient(1, other)]));
      const next = (limit: number) => transact.read(({ recipients }) => recipients.next(ID, limit));
      expect(await next(2)).toEqual(all.slice(0, 2));
      const remove = () => transact.write(({ recipients }) => recipients.remove(recipient(1)));
      expect([await remove(), await remove()]).toEqual([true, false]);
      expect(await next(2_000)).toEqual(all.slice(1));
      await transact.write(({ recipients }) => recipients.removeAll(ID));
      expect(await next(1)).toEqual([]);
      expect(await transact.read(({ recipients }) => recipients.next(other, 5))).toHaveLength(1);
    });
  });

  describe(`${name} is an address book`, () => {
    it("of contacts, users and the members of groups, users once", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const contacts = [make.contact({ lastName: "Byron", displayName: "Byron" }), make.contact()];
      const users = [make.user({ firstName: "Ada" }), make.user(), make.user()];
      const [first, second, third] = users;
      const [group, empty] = [make.group(), make.group()];
      if (!first || !second || !third) throw new Error("There are three");
      await transact.write(async (stores) => {
        for (const each of contacts) await stores.contacts.insert(each);
        for (const each of users) await stores.users.insert(each);
        for (const each of [group, empty]) await stores.groups.insert(each);
        const groupId = group.id;
        await stores.members.insert([first, second].map(({ id: userId }) => make.member({ groupId, userId })));
      });
      const find = (named: object, limit = 10) =>
        transact.read(({ addressBook }) =>
          addressBook.find({ contactIds: [], userIds: [], groupIds: [], ...named }, limit),
        );
      const addresses = async (named: object, limit?: number) =>
        (await find(named, limit))?.map(({ emailAddress }) => emailAddress);
      const contactIds = contacts.map(({ id }) => id);
      expect(await addresses({ contactIds, userIds: [third.id, first.id], groupIds: [group.id] })).toEqual(
        [...contacts, first, third, second].map(({ emailAddress }) => emailAddress),
      );
      expect(await find({ contactIds: contactIds.slice(0, 1) })).toEqual([
        { emailAddress: contacts[0]?.emailAddress, firstName: null, lastName: "Byron", displayName: "Byron" },
      ]);
      expect(await addresses({ groupIds: [group.id] }, 1)).toEqual([first.emailAddress]);
      expect(await addresses({ groupIds: [empty.id] })).toEqual([]);
      for (const named of [
        { contactIds: [first.id] },
        { userIds: [group.id] },
        { userIds: [first.id], groupIds: [idOf(77)] },
      ]) {
        expect(await find(named)).toBeNull();
      }
    });
  });
}
