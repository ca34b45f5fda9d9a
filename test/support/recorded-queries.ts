import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { vi } from "vitest";

/**
 * Records the statements that both drivers get from now on, as verb and table, until `vi.restoreAllMocks`. Empty the
 * list before counting.
 */
export function listenToDrivers(): string[] {
  const statementsSeen: string[] = [];
  const note = (text: string) => {
    // Jobs look for work whenever it is time, and connections are made as they are needed.
    if (!/pgboss|\bjobs\b|^set /.test(text)) statementsSeen.push(summaryOf(text));
  };
  const query = Client.prototype.query as (...of: unknown[]) => unknown;
  vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...of: unknown[]) {
    const [statement] = of as [string | { readonly text: string }];
    note(typeof statement === "string" ? statement : statement.text);
    return query.apply(this, of);
  } as never);
  const file = new Sqlite(":memory:");
  const statements: Sqlite.Statement = Object.getPrototypeOf(file.prepare("select 1"));
  for (const way of ["all", "run"] as const) {
    const execute = statements[way] as (...of: unknown[]) => unknown;
    vi.spyOn(statements, way).mockImplementation(function (this: Sqlite.Statement, ...of: unknown[]) {
      note(this.source);
      return execute.apply(this, of);
    } as never);
  }
  file.close();
  return statementsSeen;
}

function summaryOf(text: string): string {
  if (/^(begin|start transaction)/.test(text)) return "begin";
  if (text.endsWith("commit")) return "commit";
  const [, table] = /\b(?:from|into|update) "(\w+)"/.exec(text) ?? /\bfrom (\w+)/.exec(text) ?? [];
  return `${/^\w+/.exec(text)?.[0]} ${table}`;
}
