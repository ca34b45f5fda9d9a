import { html } from "hono/html";
import { notice } from "../components/notice.ts";
import type { Area, PageDefinition } from "../frame/definitions.ts";
import type { Demonstration } from "./demonstration.ts";
import { TOUR_TEXTS } from "./texts.ts";
import { TOUR, TOUR_OPERATIONS } from "./tour.ts";

/** Returns the area of a demonstration: `/tour`, the steps with those that the person has done. */
export function tourArea(demonstration: Demonstration): Area {
  return { pages: [tourPage(demonstration)], actions: [] };
}

const tourPage = (demonstration: Demonstration): PageDefinition => ({
  path: "/tour",
  operations: TOUR_OPERATIONS,
  async show(visit) {
    const { base, language, caller } = visit;
    const own = TOUR_TEXTS[language];
    const done = caller === null ? new Set<number>() : demonstration.doneBy(caller.userId);
    const places = await Promise.all(TOUR.map(({ place }) => place(visit)));
    const next = TOUR.findIndex((_step, index) => !done.has(index + 1));
    const steps = TOUR.map(({ name }, index) => {
      const { name: text, what } = own.steps[name];
      const isDone = done.has(index + 1);
      return html`<li data-step="${index + 1}" data-done="${String(isDone)}"><a href="${base}${places[index]}"${index === next ? html` aria-current="step" autofocus` : ""}>${text}</a>${isDone ? html` <strong>✓ ${own.done}</strong>` : index === next ? html` <strong>← ${own.next}</strong>` : ""}<p>${what}</p></li>`;
    });
    const main = html`<p>${own.what}</p>
<div id="tour" data-live="5"><p>${own.count(done.size, TOUR.length)}</p><ol>${steps}</ol>${next === -1 ? notice(own.end, "good") : ""}</div>`;
    return { title: visit.texts.sections.tour, main };
  },
});
