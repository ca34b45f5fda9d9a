import {
  type Caller,
  type Clock,
  type Day,
  type ListQuery,
  orNotFound,
  type Page,
  type TransactFor,
  throwIfInvalid,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { Letter } from "../../agency/printing/letter.ts";
import { type PrintDependencies, type PrintedDocument, printLetter } from "../../agency/printing/print-letter.ts";
import type { BillingStores } from "../ports.ts";
import { accountBeforeCall, callDocument, type RentCallDocument } from "./call-letter.ts";
import { markSentCalls, type SentCallsInput, sentCallsErrors } from "./mark-sent.ts";
import { noticeLetter } from "./notice.ts";
import { type Receipt, receiptLetter } from "./receipt.ts";
import type { RentCallField, RentCallId, RentCallView } from "./rent-call.ts";

/** The rent calls of one mandataire, whose membership the caller has checked. */
export interface RentCalls {
  list(caller: Caller, query: ListQuery<RentCallField>): Promise<Page<RentCallView>>;
  get(caller: Caller, id: RentCallId): Promise<RentCallView>;
  /** Returns the due notice as a PDF, created on each request with the names at the issue of the call. */
  document(caller: Caller, id: RentCallId): Promise<PrintedDocument>;
  /**
   * Returns the receipt as a PDF: a quittance if the call is fully paid, otherwise a reçu (loi n° 89-462 du 6 juillet
   * 1989, art. 21). Throws 422 `nothing_paid` if nothing is paid.
   */
  receipt(caller: Caller, id: RentCallId): Promise<PrintedDocument>;
  /**
   * Records that calls were sent, in one transaction, and returns their number. Issued calls become `sent`; others keep
   * their status. Throws field errors, `ids[i]` for a named call that is unknown or cancelled; the cancelled calls of a
   * run are left out.
   */
  markSent(caller: Caller, input: SentCallsInput): Promise<{ readonly count: number }>;
}

interface Dependencies<Stores> extends PrintDependencies {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly receiptsOf: ReceiptsOf<Stores>;
}

/** Returns the payments on a call that are not reversed, one entry per payment, by day. */
type ReceiptsOf<Stores> = (stores: Stores, id: RentCallId) => Promise<readonly Receipt[]>;

/** The mandataire of a letter, and the day on which it is printed. */
interface LetterContext {
  readonly mandataireId: MandataireId;
  readonly today: Day;
}

export function createRentCalls<Stores extends BillingStores>({
  transactFor,
  clock,
  receiptsOf,
  ...printing
}: Dependencies<Stores>): (mandataireId: MandataireId) => RentCalls {
  const today = () => dayInParis(clock.now());
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ rentCalls }) => rentCalls.list(query, today())),
      get: (_caller, id) =>
        transact.read(async ({ rentCalls }) => rentCalls.view(orNotFound(await rentCalls.find(id)), today())),

      async document(_caller, id) {
        const letter = await transact.read((stores) => noticeOf(stores, id, { mandataireId, today: today() }));
        return printLetter(printing, letter);
      },

      async receipt(_caller, id) {
        const letter = await transact.read((stores) =>
          receiptOf(stores, id, { mandataireId, today: today() }, receiptsOf),
        );
        return printLetter(printing, letter);
      },

      async markSent(_caller, input) {
        const now = clock.now();
        throwIfInvalid(sentCallsErrors(input, now));
        return { count: await transact.write((stores) => markSentCalls(stores, input, now)) };
      },
    };
  };
}

/** Returns the due notice of a call. Throws 404 for an unknown one. */
export async function noticeOf(
  stores: BillingStores,
  id: RentCallId,
  { mandataireId, today }: LetterContext,
): Promise<Letter> {
  const document = await documentOf(stores, id, today);
  return noticeLetter(mandataireId, document, await accountBeforeCall(stores, document.call));
}

/** Returns the receipt of a call. Throws 404 for an unknown one and 422 `nothing_paid` if nothing is paid. */
export async function receiptOf<Stores extends BillingStores>(
  stores: Stores,
  id: RentCallId,
  { mandataireId, today }: LetterContext,
  receiptsOf: ReceiptsOf<Stores>,
): Promise<Letter> {
  return receiptLetter(mandataireId, await documentOf(stores, id, today), await receiptsOf(stores, id));
}

async function documentOf(stores: BillingStores, id: RentCallId, today: Day): Promise<RentCallDocument> {
  const call = orNotFound(await stores.rentCalls.find(id));
  return callDocument(stores, call, await stores.rentCalls.view(call, today));
}
