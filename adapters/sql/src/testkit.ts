import type { Id, Listing, ListQuery, Page } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, type Entry, folded, id, instant, integer, json, text } from "./engine/columns.ts";
import { type SqlModule, type SqlTransaction, sqlModule } from "./engine/module.ts";
import { rowsOf } from "./engine/rows.ts";
import type { Source } from "./engine/statement.ts";
import { tenantWall } from "./engine/tenant-wall.ts";
import { columnsOf } from "./records/listing.ts";
import { pages } from "./records/pages.ts";

const sampleRows = defineEntity({
  name: "Sample",
  tableName: "samples",
  properties: {
    id: id<Id<"Sample">>().primary(),
    title: text(),
    titleFold: folded(),
    subtitle: text().nullable(),
    subtitleFold: folded().nullable(),
    code: text().nullable(),
    size: integer().nullable(),
    done: boolean().nullable(),
    at: instant().nullable(),
    owner: id<Id<"Owner">>().nullable(),
    labels: json<readonly string[]>().nullable(),
  },
});

type Sample = Entry<typeof sampleRows>;

/** A table with a column of every kind, to try out lists with `listingContract` of `@cartulary/ports/kernel`. */
export interface SampleStores {
  readonly samples: {
    insert(samples: readonly Sample[]): Promise<void>;
    list(listing: Listing<keyof Sample>, query: ListQuery<keyof Sample>): Promise<Page<Sample>>;
  };
}

const lists = new Map<Listing<keyof Sample>, ReturnType<typeof listOf>>();

/** The list of a listing, made once, as those of the stores are. */
function samplesOf(listing: Listing<keyof Sample>): ReturnType<typeof listOf> {
  const list = lists.get(listing) ?? listOf(listing);
  lists.set(listing, list);
  return list;
}

const listOf = (listing: Listing<keyof Sample>) =>
  pages(
    { listing, columns: columnsOf(listing, sampleRows) },
    ({ db, dialect }: Source<Database<typeof sampleRows>>) => ({
      from: db.selectFrom("samples"),
      select: (matching) => matching.select(rowsOf(sampleRows, dialect).columns("samples")),
    }),
  );

/** Samples in SQL, for tests. */
export const sampleModule: SqlModule<SampleStores, object> = sqlModule({
  name: "samples",
  entities: [sampleRows],
  migrations: [
    {
      name: "2026-11-21 samples",
      up: ({ types, tableOptions }) => [
        `create table samples (
          id ${types.id} not null primary key,
          title ${types.text} not null,
          title_fold ${types.text} not null,
          subtitle ${types.text},
          subtitle_fold ${types.text},
          code ${types.text},
          size ${types.integer},
          done ${types.boolean},
          at ${types.instant},
          owner ${types.id},
          labels ${types.json}
        ) ${tableOptions}`,
      ],
    },
  ],
  stores: {
    samples: ({ db, dialect }: SqlTransaction<Database<typeof sampleRows>>): SampleStores["samples"] => {
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

/** What a tenant owns: texts, each with a mark. `text` stays as it was written. */
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

/** Notes of tenants in SQL, for tests: a table behind the tenants' wall, sealed but for its marks. */
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
        ...tenantWall(dialect, "sample_notes", "mandataire_id"),
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
