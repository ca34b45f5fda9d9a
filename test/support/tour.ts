import type { Page } from "playwright-core";
import { ledOn } from "./browser.ts";

/** The words of the tour's controls in a language (console.md 6). */
export const TOUR_WORDS = {
  "en-GB": {
    ...{ upload: "Upload", publish: "Publish", exclude: "Exclude", compile: "Compile", openPdf: "Open the PDF" },
    ...{ acknowledge: "Acknowledge anomalies", validate: "Validate", apply: "Apply", download: "Download" },
  },
  "fr-FR": {
    ...{ upload: "Déposer", publish: "Publier", exclude: "Exclure", compile: "Compiler", openPdf: "Ouvrir le PDF" },
    ...{ acknowledge: "Acquitter les anomalies", validate: "Valider", apply: "Appliquer", download: "Télécharger" },
  },
} as const;

/** More than any page of the tour has places to stop at. */
const STOPS_MAX = 300;

/** A user who takes the tour of a demonstration by the keyboard alone. */
export interface TourWalker {
  /** Opens the tour and follows the link of a step, from 1. */
  open(step: number): Promise<void>;
  /** Moves the focus to the next control in the content whose name begins with a text; throws when there is none. */
  reach(name: string): Promise<void>;
  /** Moves the focus to the next field in the content, and types. */
  write(text: string): Promise<void>;
  /** Reaches a control and presses Enter, which leads to a page. */
  press(name: string): Promise<void>;
  /** Returns the numbers of the steps that the tour shows as done. */
  done(): Promise<readonly number[]>;
}

/** Returns a walker at a page of a demonstration. */
export function walkerAt(page: Page, origin: string): TourWalker {
  /** Presses Tab until the focus is where an expression of the element in focus, `e`, is true. */
  const focusWhere = async (expression: string, what: string) => {
    for (let stop = 0; stop < STOPS_MAX; stop += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(`((e) => e && ${expression})(document.activeElement)`)) return;
    }
    throw new Error(`The keyboard does not reach ${what} at ${page.url()}`);
  };
  const enter = () => ledOn(page, () => page.keyboard.press("Enter"));
  const reach = (name: string) =>
    focusWhere(
      `!!e.closest("main") && (e.getAttribute("aria-label") ?? e.textContent).trim().startsWith(${JSON.stringify(name)})`,
      name,
    );
  return {
    async open(step) {
      await page.goto(`${origin}/tour`);
      await focusWhere(`e.matches('li[data-step="${step}"] a')`, `step ${step}`);
      await enter();
    },
    reach,
    async write(text) {
      await focusWhere(`e.matches("main input")`, "a field");
      await page.keyboard.type(text);
    },
    async press(name) {
      await reach(name);
      await enter();
    },
    async done() {
      await page.goto(`${origin}/tour`);
      return page
        .locator('main ol > li[data-done="true"]')
        .evaluateAll((items) => items.map((item) => Number(item.getAttribute("data-step"))));
    },
  };
}
