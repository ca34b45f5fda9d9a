import type { AccountStore, Auxiliary } from "@cartulary/ledger";
import type { CodeStore } from "../agency/ports.ts";
import { codesBehind } from "../property/people/accounting-codes.ts";

/** The number of codes to load ahead when the counter allots new ones. */
const CODES_AHEAD = 1_000;

/** Caches the counters and codes of the book in bulk, and buffers their changes. */
export interface CodeCache {
  readonly accounts: Pick<AccountStore, "auxiliaries" | "saveAuxiliary">;
  readonly codes: Pick<CodeStore, "lock" | "set" | "findRetired">;
  /** Loads the codes of rows ahead, in one query. */
  preload(codes: readonly string[]): Promise<void>;
  /** Saves the buffered accounts. */
  save(): Promise<void>;
  /** Saves the counters. */
  keep(): Promise<void>;
}

export function createCodeCache({
  accounts,
  codes,
}: {
  readonly accounts: AccountStore;
  readonly codes: CodeStore;
}): CodeCache {
  const known = new Map<string, Auxiliary | null>();
  const retired = new Map<string, boolean>();
  const counters = new Map<string, number>();
  const saved = new Map<string, Auxiliary>();

  async function load(requested: readonly string[]): Promise<void> {
    const missing = requested.filter((code) => !known.has(code));
    if (missing.length === 0) return;
    const found = new Map((await accounts.auxiliaries(missing)).map((auxiliary) => [auxiliary.code, auxiliary]));
    const retiredCodes = new Set(await codes.findRetired(missing));
    for (const code of missing) {
      known.set(code, found.get(code) ?? null);
      retired.set(code, retiredCodes.has(code));
    }
  }

  const loadAhead = async (requested: readonly string[]) => {
    if (requested.every((code) => known.has(code))) return;
    await load([...requested, ...codesBehind(requested.at(-1) ?? "", CODES_AHEAD)]);
  };

  return {
    preload: load,
    accounts: {
      async auxiliaries(requested: readonly string[]) {
        await loadAhead(requested);
        return requested.flatMap((code) => known.get(code) ?? []);
      },
      async saveAuxiliary(auxiliary: Auxiliary) {
        known.set(auxiliary.code, auxiliary);
        saved.set(auxiliary.code, auxiliary);
      },
    },
    codes: {
      async lock(kind: string) {
        const last = counters.get(kind) ?? (await codes.lock(kind));
        counters.set(kind, last);
        return last;
      },
      set: async (kind: string, last: number) => void counters.set(kind, last),
      async findRetired(requested: readonly string[]) {
        await loadAhead(requested);
        return requested.filter((code) => retired.get(code));
      },
    },
    async save() {
      if (saved.size > 0) await accounts.saveAuxiliaries([...saved.values()]);
      saved.clear();
    },
    async keep() {
      for (const [kind, last] of counters) await codes.set(kind, last);
    },
  };
}
