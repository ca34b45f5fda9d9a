import type { Engine } from "./scene.ts";

/** Engine-specific expressions of statements that fill tables. */
export interface BulkSql {
  /** The id of a number. */
  id(count: string): string;
  /** A table `series` with a column `n` from 0. */
  series(length: number): string;
  /** That many milliseconds after 1970. */
  instant(milliseconds: string): string;
  readonly now: string;
  readonly no: string;
  readonly yes: string;
}

export const BULK_SQL: Readonly<Record<Engine, BulkSql>> = {
  SQLite: {
    id: (count) => `('00000000-0000-7000-8000-' || printf('%012x', ${count}))`,
    series: (length) =>
      `with recursive series (n) as (select 0 union all select n + 1 from series where n < ${length - 1})`,
    instant: (milliseconds) => milliseconds,
    now: "0",
    no: "0",
    yes: "1",
  },
  Postgres: {
    id: (count) => `('00000000-0000-7000-8000-' || lpad(to_hex(${count}), 12, '0'))::uuid`,
    series: (length) => `with series (n) as (select generate_series(0, ${length - 1}))`,
    instant: (milliseconds) => `to_timestamp((${milliseconds}) / 1000.0)`,
    now: "now()",
    no: "false",
    yes: "true",
  },
};
