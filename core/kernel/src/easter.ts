import type { Day } from "./day.ts";

/** Easter Sunday of the year of a day, in the Gregorian calendar (the method of Meeus, Jones and Butcher). */
export function easterSundayOf(day: Day): Day {
  const year = Number(day.slice(0, 4));
  const [golden, century, ofCentury] = [year % 19, Math.floor(year / 100), year % 100];
  const moonLag = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonLag + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const sinceMarch = epact + toSunday - 7 * late + 114;
  const [month, ofMonth] = [Math.floor(sinceMarch / 31), (sinceMarch % 31) + 1];
  return `${day.slice(0, 4)}-0${month}-${String(ofMonth).padStart(2, "0")}` as Day;
}
