import { addDays, type Day, dayAfter, weekdayOf } from "@cartulary/kernel";

/** The days of the year on which no bank of the SEPA moves money, beside Good Friday and Easter Monday (TARGET). */
const CLOSED: ReadonlySet<string> = new Set(["01-01", "05-01", "12-25", "12-26"]);

const SATURDAY = 6;

/** Whether the bank executes transfers on a day: no week-end, and no holiday of TARGET. */
export function isBankOpen(day: Day): boolean {
  if (weekdayOf(day) >= SATURDAY || CLOSED.has(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** The day, or the next one on which the bank executes transfers. */
export function bankDayFrom(day: Day): Day {
  let open = day;
  while (!isBankOpen(open) && open !== dayAfter(open)) open = dayAfter(open);
  return open;
}

/** Easter Sunday of a year of the Gregorian calendar (the method of Meeus, Jones and Butcher). */
export function easterSunday(year: number): Day {
  const [golden, century, ofCentury] = [year % 19, Math.floor(year / 100), year % 100];
  const moonLag = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonLag + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const sinceMarch = epact + toSunday - 7 * late + 114;
  const [month, day] = [Math.floor(sinceMarch / 31), (sinceMarch % 31) + 1];
  return `${String(year).padStart(4, "0")}-0${month}-${String(day).padStart(2, "0")}` as Day;
}
