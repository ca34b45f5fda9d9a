import {
  defaultsOf,
  type HasId,
  type Instant,
  inputErrors,
  patchOf,
  type RecordDeclaration,
  throwIfInvalid,
  withoutNulls,
} from "@cartulary/kernel";
import { mergeElements } from "../estate/array-elements.ts";
import type { EstateFamily } from "../estate/estate-use-cases.ts";
import type { ElementStore, EstateStore } from "../estate/store.ts";
import type { EstateStores } from "../ports.ts";
import { type AccountKind, assignCode, codeError, removeAccount, saveAccount } from "./accounting-codes.ts";
import { type BankAccount, type BankAccountInput, bankAccountErrors, bankAccountRecord } from "./bank-account.ts";

/** A person with an account in the book. */
interface AccountHolder extends HasId {
  readonly displayName: string;
  readonly accountingCode: string;
  readonly updatedAt: Instant;
}

interface HolderInput {
  readonly bankAccounts?: readonly BankAccountInput[];
}

/** Variable parts of owners and tenants. */
interface AccountHolders<Stored extends AccountHolder, Field extends string, Listed, Detail> {
  readonly collection: "owners" | "tenants";
  readonly kind: AccountKind;
  readonly storeOf: (stores: EstateStores) => EstateStore<Stored, Field, Listed, Detail> & {
    /** Returns true if a record outside the book refers to the person. */
    hasDependents(id: Stored["id"]): Promise<boolean>;
  };
  readonly bankAccountsOf: (stores: EstateStores) => ElementStore<Stored["id"], BankAccount>;
  readonly declared: RecordDeclaration;
  /** Returns the record with its display name. */
  readonly named: (unnamed: Omit<Stored, "displayName">) => Stored;
}

/**
 * Creates the collection of people with accounts in the book. Accounts are created, renamed and removed with the
 * people. A person who is referenced, also by lines of the book, cannot be removed.
 */
export function accountHolders<
  Stored extends AccountHolder,
  Field extends string,
  Listed,
  Detail,
  Input extends HolderInput,
  NewInput extends HolderInput & { readonly accountingCode?: string },
>({
  collection,
  kind,
  storeOf,
  bankAccountsOf,
  declared,
  named,
}: AccountHolders<Stored, Field, Listed, Detail>): EstateFamily<
  EstateStores,
  Stored,
  Field,
  Listed,
  Detail,
  Input,
  NewInput
> {
  return {
    collection,
    storeOf,

    async make(stores, input, id, { mandataireId, now, newId }) {
      const { accountingCode: requestedCode, bankAccounts = [] } = input;
      throwIfInvalid([
        ...inputErrors(declared, input),
        ...withoutNulls(codeError(kind, requestedCode)),
        ...bankAccountErrors(bankAccounts, []),
      ]);
      const accountingCode = await assignCode(stores, kind, requestedCode);
      const identity = { mandataireId, id, profileId: newId(), accountingCode, createdAt: now, updatedAt: now };
      const own = { ...defaultsOf(declared), ...patchOf(declared, input) };
      return named({ ...own, ...identity } as unknown as Omit<Stored, "displayName">);
    },

    async change(stores, record, input, { now }) {
      const { bankAccounts } = input;
      const present = bankAccounts ? await bankAccountsOf(stores).of(record.id) : [];
      throwIfInvalid([...inputErrors(declared, input), ...bankAccountErrors(bankAccounts ?? [], present)]);
      return named({ ...record, ...patchOf(declared, input), updatedAt: now });
    },

    async writeRelated(stores, { record, before, input: { bankAccounts } }, { newId }) {
      if (record.displayName !== before?.displayName) await saveAccount(stores, kind, record);
      if (!bankAccounts) return [];
      const present = before ? await bankAccountsOf(stores).of(record.id) : [];
      const replaced = mergeElements(bankAccounts, present, bankAccountRecord, { newId });
      await bankAccountsOf(stores).replace(record.id, replaced);
      return [];
    },

    isUndeletable: (stores, { id }) => storeOf(stores).hasDependents(id),

    async removeRelated(stores, record) {
      await removeAccount(stores, record);
      await bankAccountsOf(stores).replace(record.id, []);
    },
  };
}
