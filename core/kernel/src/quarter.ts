import { addMonths, type Day, monthNumberOf } from "./day.ts";

/** A civil quarter, `YYYY-Qn`, as the periods of indices are written; text order is time order. */
export type Quarter = string & { readonly unit: "quarter" };

/** The quarter that `text` spells; `null` when there is none. */
export function parseQuarter(text: string): Quarter | null {
  return /^\d{4}-Q[1-4]$/.test(text) ? (text as Quarter) : null;
}

/** The quarter that a day lies in. */
export function quarterOf(day: Day): Quarter {
  return `${day.slice(0, 4)}-Q${Math.ceil(monthNumberOf(day) / 3)}` as Quarter;
}

/** The first day of a quarter. */
export function firstDayOfQuarter(quarter: Quarter): Day {
  return `${quarter.slice(0, 4)}-${FIRST_MONTHS[Number(quarter.slice(6)) - 1]}-01` as Day;
}

/** The quarter so many quarters later; earlier when negative. */
export function addQuarters(quarter: Quarter, count: number): Quarter {
  return quarterOf(addMonths(firstDayOfQuarter(quarter), 3 * count));
}

/** The same quarter so many years later; earlier when negative. */
export function addYears(quarter: Quarter, years: number): Quarter {
  return addQuarters(quarter, 4 * years);
}

const FIRST_MONTHS = ["01", "04", "07", "10"];
