import { createHash } from "node:crypto";
import {
  type Caller,
  type Clock,
  type Digests,
  type Id,
  type Instant,
  instantOf,
  type NewId,
  type UserId,
} from "@cartulary/kernel";
import {
  type BookId,
  checkFec,
  createLedger,
  type FecEncoding,
  type FecForm,
  type FecTotals,
  type Ledger,
  writeFec,
} from "@cartulary/ledger";
import {
  emptyModel,
  type LedgerModel,
  modelTransact,
  postWorkedExample,
  rentAuxiliaries,
  rentPlan,
} from "@cartulary/ledger/testkit";
import fc from "fast-check";

export const caller: Caller = {
  userId: "00000000-0000-7000-8000-00000000000a" as UserId,
  role: "user",
  scopes: ["write"],
  groupIds: [],
};

/** An open book on the model, with a clock that the caller sets. */
export interface RentBook {
  readonly ledger: Ledger;
  readonly model: LedgerModel;
  readonly bookId: BookId;
  readonly clock: Clock & { set(instant: string): void };
}

export async function rentBook(): Promise<RentBook> {
  const model = emptyModel();
  let now = instantOf(Date.parse("2026-03-05T09:00:00Z"));
  const clock = {
    now: () => now,
    set(instant: string) {
      now = instant as Instant;
    },
  };
  const ledger = createLedger({
    ...rentPlan,
    transact: modelTransact(model),
    clock,
    newId: countedIds(),
    digests: sha256,
  });
  const bookId = "00000000-0000-7000-8000-0000000000b0" as BookId;
  await ledger.open(caller, bookId);
  for (const auxiliary of rentAuxiliaries) await ledger.saveAuxiliary(caller, auxiliary);
  return { ledger, model, bookId, clock };
}

/** Ids in a row, so that a failure reads the same twice. */
function countedIds(): NewId {
  let count = 0;
  return <Noun extends string>() => {
    count += 1;
    return `00000000-0000-7000-9000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
  };
}

function streamed(): never {
  throw new Error("Entries are hashed whole");
}

export const sha256: Digests = {
  sha256: (content) => createHash("sha256").update(content).digest("hex"),
  startSha256: streamed,
  startMd5: streamed,
  crc32: streamed,
  timingSafeEqual: (left, right) => left === right,
};

/** The worked example of rental.md §3.6, posted. */
export async function workedExample(): Promise<RentBook> {
  const book = await rentBook();
  await postWorkedExample(book, caller);
  return book;
}

/** The accounting file of 2026 as its bytes. */
export async function fileOf({ model }: RentBook, form: FecForm = {}, totals?: FecTotals): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await modelTransact(model).read(async ({ accountingFiles }) => {
    const query = { societyCode: "1", year: 2026, journals: rentPlan.journals.map(({ code }) => code) };
    for await (const chunk of writeFec(accountingFiles.lines(query), rentPlan.journals, form, totals))
      chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

/** Findings on a file, one a line as the command prints them. */
export async function findings(
  file: Buffer | string,
  name = "123456782FEC20261231.txt",
  chunkSize = 65_536,
  encoding?: FecEncoding,
): Promise<readonly string[]> {
  const found: string[] = [];
  const bytes = Buffer.from(file);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  for await (const { line, rule, message } of checkFec(chunks(), name, encoding))
    found.push(`line ${line}: ${rule}: ${message}`);
  return found;
}

/** Any text at all, halves of surrogate pairs included; the library's own takes seconds to prepare. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat({ max: 0x10ffff }), { maxLength }).map((points) => String.fromCodePoint(...points));
