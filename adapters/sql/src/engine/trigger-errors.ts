/** A rule that the database enforces. Errors contain its name and its message. */
export interface Rule {
  readonly name: string;
  readonly message: string;
}

/** A statement that raises the rule's error in a Postgres trigger function, with the SQLSTATE of a check violation. */
export function raiseStatement({ name, message }: Rule): string {
  return `raise exception '${name}: ${message}' using errcode = '23514', constraint = '${name}';`;
}

/** The statement that raises the rule's error in a SQLite trigger. */
export function abortStatement({ name, message }: Rule): string {
  return `select raise(abort, '${name}: ${message}');`;
}

/**
 * A trigger function that raises the rule's error if `wrong` selects a row. It is planned at each execution: a cached
 * plan made while the tables were empty would read whole tables later. Tables are qualified with the schema of the
 * written table, `%1$I`; otherwise a temporary table of the same name would take precedence.
 */
export function checkTrigger(name: string, rule: Rule, wrong: string): string {
  return `create or replace function ${name}() returns trigger language plpgsql as $$
    declare refused boolean;
    begin
      execute format('select exists (${wrong})', tg_table_schema) into refused;
      if refused then ${raiseStatement(rule)} end if;
      return null;
    end $$`;
}

/** A trigger function that always raises the rule's error. */
export function refuseTrigger(name: string, rule: Rule): string {
  return `create function ${name}() returns trigger language plpgsql as $$ begin ${raiseStatement(rule)} end $$`;
}
