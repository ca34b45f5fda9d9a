/** A rule that the database itself keeps: its name comes out with what it refuses, and says what is so. */
export interface Rule {
  readonly name: string;
  readonly message: string;
}

/** A statement of a trigger's function on Postgres: what is refused has the SQLSTATE of a check that failed. */
export function raised({ name, message }: Rule): string {
  return `raise exception '${name}: ${message}' using errcode = '23514', constraint = '${name}';`;
}

/** A statement of a trigger on SQLite. */
export function aborted({ name, message }: Rule): string {
  return `select raise(abort, '${name}: ${message}');`;
}

/**
 * A trigger's function that refuses what `wrong` finds. It is planned each time that it runs: a plan that was made while
 * the tables were empty would be kept, and read all of them when they are large. Tables are named with the schema of the
 * one that was written, `%1$I`: a temporary one of the same name would come before them otherwise.
 */
export function planned(name: string, rule: Rule, wrong: string): string {
  return `create or replace function ${name}() returns trigger language plpgsql as $$
    declare refused boolean;
    begin
      execute format('select exists (${wrong})', tg_table_schema) into refused;
      if refused then ${raised(rule)} end if;
      return null;
    end $$`;
}

/** A trigger's function that refuses whatever it is called for. */
export function refusing(name: string, rule: Rule): string {
  return `create function ${name}() returns trigger language plpgsql as $$ begin ${raised(rule)} end $$`;
}
