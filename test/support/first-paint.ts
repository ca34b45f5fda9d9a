import type { Browser, BrowserContextOptions } from "playwright-core";

/** Limits of console.md 1: requests begun before the first contentful paint, and raw bytes of all files of a page. */
export const FIRST_PAINT_MAX = { requests: 4, script: 60_000, style: 40_000 } as const;

/** What a page costs a browser that has nothing of it. */
export interface FirstPaintCost {
  /** Requests that began before the first contentful paint, with that of the page. */
  readonly requests: number;
  /** Bytes of all scripts. */
  readonly script: number;
  /** Bytes of all stylesheets. */
  readonly style: number;
}

/** Opens a page in a new context, whose cache is empty, and measures it. */
export async function costOfFirstPaint(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<FirstPaintCost> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const bytes = { script: 0, stylesheet: 0 };
    const reading: Promise<void>[] = [];
    page.on("response", (response) => {
      const kind = response.request().resourceType();
      if (kind !== "script" && kind !== "stylesheet") return;
      reading.push(
        response.body().then((body) => {
          bytes[kind] += body.byteLength;
        }),
      );
    });
    await page.goto(url);
    const requests: number = await page.evaluate(REQUESTS_BEFORE_PAINT);
    await Promise.all(reading);
    return { requests, script: bytes.script, style: bytes.stylesheet };
  } finally {
    await context.close();
  }
}

/** Waits for the paint, which may come after the page has loaded. */
const REQUESTS_BEFORE_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName("first-contentful-paint");
    if (!paint) return;
    const begun = performance.getEntriesByType("resource").filter(({ startTime }) => startTime < paint.startTime);
    resolve(1 + begun.length);
  }).observe({ type: "paint", buffered: true });
})`;
