import { type Day, dayAfter, type Instant, instantOf } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";

/** When a day is decided: five minutes after it began in Paris. */
const DECIDED_AT = "00:05:00";

/** When the day after this one is decided. */
export function nextDecision(now: Instant): Instant {
  return decisionOf(dayAfter(dayInParis(now)));
}

/** In Paris it is one hour later than in Greenwich, or two in summer; never does that change before two in the morning. */
function decisionOf(day: Day): Instant {
  const [summer, winter] = ["+02:00", "+01:00"].map((zone) => instantOf(Date.parse(`${day}T${DECIDED_AT}${zone}`)));
  return (summer !== undefined && dayInParis(summer) === day ? summer : winter) as Instant;
}
