import type { Field } from "../components/form.ts";
import type { Typed } from "../frame/form-input.ts";
import type { AnyRecord } from "./values.ts";

/** The number of rows that a form offers for a list in a body. */
const ROWS = 3;

/** Returns the fields of the rows of a list in a body: `lines[0][label]`, numbered from 1 for people. */
export function rowFields(list: string, cells: readonly Field[]): readonly Field[] {
  return Array.from({ length: ROWS }, (_, index) =>
    cells.map((cell) => ({ ...cell, name: `${list}[${index}][${cell.name}]`, label: `${cell.label} ${index + 1}` })),
  ).flat();
}

/** Reads the rows of a list in which something is typed; whole numbers of the named cells become numbers. */
export function rowsIn(
  typed: Typed,
  list: string,
  { texts, numbers }: { readonly texts: readonly string[]; readonly numbers: readonly string[] },
): readonly AnyRecord[] {
  return Array.from({ length: ROWS }, (_, index) => {
    const cell = (name: string) => {
      const value = typed.value(`${list}[${index}][${name}]`) ?? "";
      if (value === "") return [];
      const number = /^-?\d{1,12}(?:[.,]\d{1,4})?$/.test(value) && numbers.includes(name);
      return [[name, number ? Number(value.replace(",", ".")) : value] as const];
    };
    return Object.fromEntries([...texts, ...numbers].flatMap(cell));
  }).filter((row) => Object.keys(row).length > 0);
}
