import {
  type Caller,
  type Clock,
  createIdempotently,
  type Digests,
  type Id,
  type ListQuery,
  type NewId,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  type TransactFor,
  throwIfInvalid,
  unprocessable,
} from "@cartulary/kernel";
import { ledgerUseCases } from "@cartulary/ledger";
import { rentalPlan } from "../../accounting/chart-of-accounts.ts";
import { unknownError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import {
  type SupplierInvoice,
  type SupplierInvoiceField,
  type SupplierInvoiceId,
  type SupplierInvoiceInput,
  supplierInvoiceErrors,
  type ValidSupplierInvoice,
} from "../../billing/charges/supplier-invoice.ts";
import { createIngestionContext, lockNumbers } from "../money-in/ingestion-context.ts";
import type { MoneyStores } from "../ports.ts";
import { createInvoice } from "./create-invoice.ts";

/** The suppliers' invoices of one mandataire, whose membership the caller has checked. */
export interface SupplierInvoices {
  list(caller: Caller, query: ListQuery<SupplierInvoiceField>): Promise<Page<SupplierInvoice>>;
  /** Throws 404 if the mandataire has no such invoice. */
  get(caller: Caller, id: SupplierInvoiceId): Promise<SupplierInvoice>;
  /**
   * Creates an invoice and charges the owners of its day in the book (effects.md 3.1). Throws field errors: `taken` for
   * a reference that the provider has used, `not_found` for a document that the caller may not read, `shares_incomplete`
   * for a key whose shares do not come to its total.
   */
  create(caller: Caller, input: SupplierInvoiceInput): Promise<SupplierInvoice>;
  /** Removes an unpaid invoice and reverses its entry. Throws 422 `has_dependents` once it is paid or in a statement. */
  remove(caller: Caller, id: SupplierInvoiceId): Promise<void>;
}

/** Port: true if the caller may read the document. */
export type DocumentReadable = (caller: Caller, documentId: Id<"Document">) => Promise<boolean>;

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly isDocumentReadable: DocumentReadable;
}

export function createSupplierInvoices<Stores extends MoneyStores & ReplayStores>({
  transactFor,
  isDocumentReadable,
  ...settings
}: Dependencies<Stores>): (mandataireId: MandataireId) => SupplierInvoices {
  const dependencies = { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) };
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const begin = (stores: Stores, caller: Caller) =>
      createIngestionContext(stores, dependencies, { caller, mandataireId, heartbeat: () => {} });
    return {
      list: (_caller, query) => transact.read(({ supplierInvoices }) => supplierInvoices.list(query)),
      get: (_caller, id) => transact.read(async ({ supplierInvoices }) => orNotFound(await supplierInvoices.find(id))),

      async create(caller, input) {
        const { documentId } = input;
        const isKnown = !documentId || (await isDocumentReadable(caller, documentId));
        const work = async (stores: Stores) => {
          throwIfInvalid([...supplierInvoiceErrors(input), ...(isKnown ? [] : [unknownError("documentId")])]);
          return createInvoice(await begin(stores, caller), input as ValidSupplierInvoice);
        };
        return (await createIdempotently(transact, caller, work, replayIfFound)).reply;
      },

      remove: (caller, id) =>
        transact.write(async (stores) => {
          const intake = await begin(stores, caller);
          const { invoiceDate } = orNotFound(await stores.supplierInvoices.find(id));
          await lockNumbers(intake, [invoiceDate]);
          const { status, entryId, reference } = orNotFound(await stores.supplierInvoices.lock(id));
          if (status === "paid" || (await stores.supplierInvoices.isInStatement(id)))
            throw unprocessable("has_dependents", `The invoice ${reference} is paid or in a statement of charges`);
          await intake.bookkeeping.reverseAll.run(stores, caller, [{ id: entryId }]);
          await stores.supplierInvoices.remove(id);
          await stores.tombstones.insert("supplier_invoices", [id], intake.now);
        }),
    };
  };
}

const replayIfFound = replayWhileVisible<MoneyStores, SupplierInvoice>(async ({ supplierInvoices }, _caller, { id }) =>
  orNotFound(await supplierInvoices.find(id)),
);
