import type { Subaccount } from "@cartulary/ledger";
import { type LedgerModel, rentAuxiliaries, seriesName, subaccountName } from "@cartulary/ledger/testkit";
import type { StoredBook } from "./book.ts";

/** All that a database has of a book, in the form of the model; last letters of the subaccounts that are named. */
export async function booked({ transact }: StoredBook, subaccounts: readonly Subaccount[] = []): Promise<LedgerModel> {
  return transact.write(async (stores) => {
    const query = { page: 1, perPage: 10_000, sort: "id", direction: "asc", conditions: [] } as const;
    const { items } = await stores.entries.list(query);
    const views = await Promise.all(items.map(({ id }) => stores.entries.find(id)));
    const drafts = await Promise.all(items.map(({ id }) => stores.drafts.lock(id)));
    const lettered = views.flatMap((view) => view?.lines ?? []).map(({ id, lettering }) => [id, lettering] as const);
    const lines = await stores.letterings.lines(lettered.map(([id]) => id));
    const auxiliaries = await stores.accounts.auxiliaries(rentAuxiliaries.map(({ code }) => code));
    const series = await stores.ledgerInspection.series();
    return {
      book: await stores.books.find(),
      accounts: [...(await stores.accounts.list())],
      auxiliaries: new Map(auxiliaries.map((each) => [each.code, each])),
      drafts: new Map(drafts.flatMap((draft) => (draft ? [[draft.id, draft]] : []))),
      sealed: (await stores.entries.findSealed(items.map(({ id }) => id))).toSorted(
        (one, other) => one.number - other.number,
      ),
      series: new Map(series.map((each) => [seriesName(each), each])),
      letters: new Map((await stores.letterings.lock(subaccounts)).map((each) => [subaccountName(each), each])),
      letterings: new Map(lettered),
      filed: new Map(lines.flatMap(({ id, fecLettering: filed }) => (filed ? [[id as string, filed]] : []))),
      closed: [...(await stores.periods.list())],
      heads: [...(await stores.ledgerInspection.heads())],
    };
  });
}
