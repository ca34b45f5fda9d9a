import { createHash } from "node:crypto";
import { createDigests } from "@cartulary/crypto";
import type { Caller, Id, Instant, Transact, TransactFor } from "@cartulary/kernel";
import {
  type BookId,
  checkFec,
  createLedger,
  exportFec,
  type FecEncoding,
  type FecForm,
  type Ledger,
  type LedgerStores,
} from "@cartulary/ledger";
import { rentAuxiliaries, rentPlan } from "@cartulary/ledger/testkit";
import { rewoundIds } from "./fixed-clock.ts";

export const digests = createDigests();

/** The user who does all the accounting. */
export const ACCOUNTANT: Caller = {
  userId: "00000000-0000-7000-8000-00000000000a" as Caller["userId"],
  role: "user",
  scopes: ["write"],
  groupIds: [],
};

/** An open book of the worked example's plan, on a database. */
export interface StoredBook {
  readonly bookId: BookId;
  readonly transact: Transact<LedgerStores>;
  readonly ledger: Ledger;
  readonly clock: { now(): Instant; set(instant: string): void };
  /** The accounting file of 2026, and its digest. */
  file(form?: FecForm): Promise<{ readonly text: string; readonly sha256: string }>;
  /** The findings of our checker on that file, one per line. */
  findings(form?: FecForm): Promise<readonly string[]>;
}

/** The store of the books: a database, or the model. */
export interface BookPlace {
  readonly transactFor: TransactFor<Id<string>, LedgerStores>;
}

/**
 * Opens the `count`th book of a place. In another place, the same calls give it the same ids: where one is made after the
 * other even if the database tries some of them again.
 */
export async function openBook(
  { transactFor }: BookPlace,
  count = 1,
  { seed = "book", calls = "in turn" as "in turn" | "at once" } = {},
): Promise<StoredBook> {
  const bookId = `00000000-0000-7000-8000-${String(count).padStart(12, "0")}` as Id<"Book">;
  const ids = rewoundIds(`${seed} ${count}`);
  const transact = calls === "in turn" ? drawnOnce(transactFor(bookId), ids) : transactFor(bookId);
  let now = "2026-03-05T09:00:00.000Z" as Instant;
  const clock = {
    now: () => now,
    set(instant: string) {
      now = instant as Instant;
    },
  };
  const ledger = createLedger({ ...rentPlan, transact, clock, digests, newId: ids.newId });
  await ledger.open(ACCOUNTANT, bookId);
  for (const auxiliary of rentAuxiliaries) await ledger.saveAuxiliary(ACCOUNTANT, auxiliary);

  const bytes = async (form: FecForm = {}) => {
    const { result } = await exportFec(
      { transact, plan: rentPlan },
      { societyCode: "1", year: 2026, ...form },
      collected,
    );
    return result;
  };
  return {
    bookId,
    transact,
    ledger,
    clock,
    async file(form) {
      const whole = await bytes(form);
      return { text: whole.toString("utf8"), sha256: createHash("sha256").update(whole).digest("hex") };
    },
    findings: async (form) => findingsIn(await bytes(form), "123456782FEC20261231.txt", form?.encoding),
  };
}

/** Works done one after the other, of which one that its database tries again draws the ids that it drew before. */
function drawnOnce(
  { read, single, write, claim }: Transact<LedgerStores>,
  { stand, rewind }: Pick<ReturnType<typeof rewoundIds>, "stand" | "rewind">,
): Transact<LedgerStores> {
  const once =
    (run: Transact<LedgerStores>["write"]): Transact<LedgerStores>["write"] =>
    (work) => {
      const before = stand();
      let attempts = 0;
      return run((stores) => {
        attempts += 1;
        if (attempts > 1) rewind(before);
        return work(stores);
      });
    };
  return { read, single, write: once(write), claim: once(claim) };
}

/** The findings of our checker on a file, one per line. */
export async function findingsIn(file: Uint8Array, name: string, encoding?: FecEncoding): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { line, rule, message } of checkFec(inOne(file), name, encoding))
    found.push(`line ${line}: ${rule}: ${message}`);
  return found;
}

async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
