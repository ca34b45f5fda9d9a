import type { Id, Listing, ListQuery, Page } from "@cartulary/kernel";
import type { SearchFinder } from "@cartulary/search";
import { defineEntity } from "@mikro-orm/core";
import { type QueryCreator, type RawBuilder, type SqlBool, sql } from "kysely";
import { boolean, type Database, type Entry, foldedText, id, instant, integer, json, text } from "./engine/columns.ts";
import type { Dialect } from "./engine/dialect.ts";
import { type SqlModule, type SqlStatements, type SqlTransaction, sqlModule } from "./engine/module.ts";
import { rowsOf } from "./engine/row-codec.ts";
import { rowLevelSecurity } from "./engine/row-level-security.ts";
import type { Send, Source } from "./engine/statement.ts";
import { substringIndexOf } from "./engine/substring-index.ts";
import { columnsOf } from "./records/listing.ts";
import { pages } from "./records/pages.ts";
import { searchModule } from "./search/index.ts";

const sampleRows = defineEntity({
  name: "Sample",
  tableName: "samples",
  properties: {
    id: id<Id<"Sample">>().primary(),
    title: text(),
    titleFold: foldedText(),
    subtitle: text().nullable(),
    subtitleFold: foldedText().nullable(),
    code: text().nullable(),
    size: integer().nullable(),
    done: boolean().nullable(),
    at: instant().nullable(),
    owner: id<Id<"Owner">>().nullable(),
    labels: json<readonly string[]>().nullable(),
  },
});

type Sample = Entry<typeof sampleRows>;
type Tables = Database<typeof sampleRows>;

/** A table with a column of every kind, to try out lists with `listingContract` of `@cartulary/ports/kernel`. */
export interface SampleStores {
  readonly samples: {
    insert(samples: readonly Sample[]): Promise<void>;
    list(listing: Listing<keyof Sample>, query: ListQuery<keyof Sample>): Promise<Page<Sample>>;
  };
}

const lists = new Map<Listing<keyof Sample>, ReturnType<typeof listOf>>();

/** Returns the list of a listing, cached as in the stores. */
function samplesOf(listing: Listing<keyof Sample>): ReturnType<typeof listOf> {
  const list = lists.get(listing) ?? listOf(listing);
  lists.set(listing, list);
  return list;
}

const listOf = (listing: Listing<keyof Sample>) => {
  const own = columnsOf(listing, sampleRows);
  const columns = { ...own, title: { ...own.title, index: substringIndexOf("samples", "title") } };
  return pages({ listing, columns }, ({ db, dialect }: Source<Tables>) => listed(db, dialect));
};

function listed(db: QueryCreator<Tables>, dialect: Dialect) {
  const samples = db.selectFrom("samples");
  const rows = (begin: QueryCreator<Tables>, ids: RawBuilder<unknown>) =>
    begin.selectFrom("samples").where(sql<SqlBool>`${sql.ref("samples.id")} in (${ids})`);
  return {
    from: samples,
    indexed: { begin: db, rows, isWhole: true },
    select: (matching: typeof samples) => matching.select(rowsOf(sampleRows, dialect).columns("samples")),
  };
}

/** Samples in SQL, for tests. */
export const sampleModule: SqlModule<SampleStores, object> = sqlModule({
  name: "samples",
  entities: [sampleRows],
  migrations: [
    {
      name: "2026-11-21 samples",
      up: (dialect) => [
        `create table samples (
          id ${dialect.types.id} not null primary key,
          title ${dialect.types.text} not null,
          title_fold ${dialect.types.text} not null,
          subtitle ${dialect.types.text},
          subtitle_fold ${dialect.types.text},
          code ${dialect.types.text},
          size ${dialect.types.integer},
          done ${dialect.types.boolean},
          at ${dialect.types.instant},
          owner ${dialect.types.id},
          labels ${dialect.types.json}
        ) ${dialect.tableOptions}`,
        ...dialect.substringIndex.create(substringIndexOf("samples", "title")),
      ],
    },
  ],
  stores: {
    samples: ({ db, dialect }: SqlTransaction<Tables>): SampleStores["samples"] => {
      const rows = rowsOf(sampleRows, dialect);
      return {
        async insert(samples) {
          if (samples.length > 0) await db.insertInto("samples").values(samples.map(rows.encode)).execute();
        },
        list: (listing, query) => samplesOf(listing)({ db, dialect }, { query, values: {}, shape: null }, rows.decode),
      };
    },
  },
});

/** Notes of a tenant, each with a mark. `text` is immutable. */
export const noteRows = defineEntity({
  name: "Note",
  tableName: "sample_notes",
  properties: { mandataireId: id<Id<string>>().primary(), text: text().primary(), mark: text().nullable() },
});

/** One tenant's notes. */
export interface NoteStores {
  readonly notes: {
    add(text: string): Promise<void>;
    texts(): Promise<readonly string[]>;
  };
}

/** Notes of tenants in SQL, for tests: a table with row-level security, immutable except its marks. */
export const noteModule: SqlModule<object, object, NoteStores> = sqlModule({
  name: "notes",
  entities: [noteRows],
  sealed: [{ table: noteRows, columns: ["mark"] }],
  migrations: [
    {
      name: "2026-11-21 notes",
      up: (dialect) => [
        `create table sample_notes (
          mandataire_id ${dialect.types.id} not null,
          text ${dialect.types.text} not null,
          mark ${dialect.types.text},
          primary key (mandataire_id, text)
        ) ${dialect.tableOptions}`,
        ...rowLevelSecurity(dialect, "sample_notes", "mandataire_id"),
      ],
    },
  ],
  tenantStores: {
    notes: ({ db }: SqlTransaction<Database<typeof noteRows>>, tenant): NoteStores["notes"] => ({
      async add(text) {
        await db.insertInto("sample_notes").values({ mandataire_id: tenant, text, mark: null }).execute();
      },
      async texts() {
        const own = db.selectFrom("sample_notes").select("text").where("mandataire_id", "=", tenant);
        return (await own.orderBy("text").execute()).map(({ text }) => text);
      },
    }),
  },
});

/** Behaves like the search, but runs an action before the statement that reads the results. */
export const searchModuleWithInterruption: SqlModule<
  object,
  { interrupted(act: () => Promise<unknown>): SearchFinder }
> = sqlModule({
  ...{ name: "interrupted search", entities: [], migrations: [] },
  direct: ({ dialect, ask }: SqlStatements<Database<never>>) => ({
    interrupted: (act: () => Promise<unknown>) =>
      searchModule.direct({
        dialect,
        ask: (statement) =>
          ask((source) => statement({ ...source, send: actingOnce(source.send, act) } as unknown as Source<never>)),
      }).searchFinder,
  }),
});

/** The statement after which the action runs: it finds the hits. */
const ACTING_AFTER = 2;

function actingOnce(send: Send | undefined, act: () => Promise<unknown>): Send {
  let sent = 0;
  return async <Row>(text: string, parameters: readonly unknown[]) => {
    if (!send) throw new Error("Statements outside transactions must use the driver directly");
    const result = await send<Row>(text, parameters);
    sent += 1;
    if (sent === ACTING_AFTER) await act();
    return result;
  };
}
