import type { Scenes } from "./scene.ts";

/** Something that `npm run bench` measures. One file each. */
export interface Measurement {
  /** How it is chosen on the command line. */
  readonly name: string;
  /** `progress` prints at once, while the report comes at the end. */
  run(scenes: Scenes, progress: Progress): Promise<Report>;
}

/** Receives a line about the progress of the measurement. */
export type Progress = (line: string) => void;

/** A result: a table, and the promises on its figures. */
export interface Report {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly verdicts: readonly Verdict[];
}

/** The rows of a report, each of which is printed when it is added. */
export function tableOf(progress: Progress) {
  const rows: (readonly string[])[] = [];
  const add = (...more: readonly (readonly string[])[]): void => {
    rows.push(...more);
    for (const row of more) progress(row.join("  "));
  };
  return { rows, add };
}

/** A promise and whether it holds. */
export interface Verdict {
  readonly promise: string;
  readonly holds: boolean;
}

/** The report as people read it. */
export function printed({ title, columns, rows, verdicts }: Report): string {
  const widths = columns.map((column, index) =>
    Math.max(...[column, ...rows.map((row) => row[index] ?? "")].map(({ length }) => length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join("  ");
  const judged = verdicts.map(({ promise, holds }) => `${holds ? "holds" : "FAILS"}  ${promise}`);
  return [
    title,
    "",
    line(columns),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map(line),
    "",
    ...judged,
    "",
  ].join("\n");
}
