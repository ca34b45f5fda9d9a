import type { Html } from "@cartulary/http/pages";
import { html } from "hono/html";
import { table } from "./table.ts";

/** A series of a plot: one value per label. */
interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** Bars by label, with a table of the same values. */
export interface PlotContent {
  readonly caption: string;
  /** The head of the column of labels. */
  readonly head: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Writes a value for people. */
  readonly text: (value: number) => string;
  readonly empty: string;
}

const WIDTH = 720;
const HEIGHT = 220;
const FOOT = 34;
const TOP = 24;
/** The share of a label's width that its bars take. */
const FILLED = 0.8;
/** Of a label below its bar; the table has it whole. */
const LABEL_LENGTH_MAX = 14;

/**
 * Renders bars as SVG and the same values as a table. The first series is filled and the others are outlined, so that no
 * colour carries information.
 */
export function plot(content: PlotContent): Html {
  const { caption, head, labels, series, text, empty } = content;
  if (labels.length === 0) return html`<section><h2>${caption}</h2><p>${empty}</p></section>`;
  return html`<section><h2>${caption}</h2><div class="columns">
<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${caption}">${legend(series)}${bars(content)}</svg>
${table({
  ...{ caption, empty, rows: labels.map((label, index) => ({ label, index })) },
  columns: [
    { head, cell: ({ label }) => label },
    ...series.map(({ name, values }) => ({
      ...{ head: name, isNumber: true },
      cell: ({ index }: { readonly index: number }) => text(values[index] ?? 0),
    })),
  ],
})}
</div></section>`;
}

function bars({ labels, series }: PlotContent): Html {
  const most = series.flatMap(({ values }) => values).reduce((one, other) => Math.max(one, other), 1);
  const space = HEIGHT - FOOT - TOP;
  const step = WIDTH / labels.length;
  const width = (step * FILLED) / series.length;
  const shapes = series.flatMap(({ values }, place) =>
    labels.map((_, index) => {
      const height = (Math.max(0, values[index] ?? 0) / most) * space;
      const x = index * step + (step * (1 - FILLED)) / 2 + place * width;
      return html`<rect x="${x.toFixed(1)}" y="${(HEIGHT - FOOT - height).toFixed(1)}" width="${(width * 0.9).toFixed(1)}" height="${height.toFixed(1)}" stroke="currentColor" fill="${place === 0 ? "currentColor" : "none"}"/>`;
    }),
  );
  const names = labels.map(
    (label, index) =>
      html`<text x="${((index + 0.5) * step).toFixed(1)}" y="${HEIGHT - 12}" font-size="12" text-anchor="middle" fill="currentColor">${shortened(label)}</text>`,
  );
  return html`<g aria-hidden="true">${shapes}<path d="M0 ${HEIGHT - FOOT}H${WIDTH}" stroke="currentColor"/>${names}</g>`;
}

function shortened(label: string): string {
  const letters = [...label];
  return letters.length > LABEL_LENGTH_MAX ? `${letters.slice(0, LABEL_LENGTH_MAX - 1).join("")}…` : label;
}

function legend(series: readonly Series[]): Html {
  return html`<g aria-hidden="true">${series.map(
    ({ name }, place) =>
      html`<rect x="${place * 200 + 1}" y="2" width="12" height="12" stroke="currentColor" fill="${place === 0 ? "currentColor" : "none"}"/><text x="${place * 200 + 20}" y="13" font-size="13" fill="currentColor">${name}</text>`,
  )}</g>`;
}
