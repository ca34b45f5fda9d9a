import { macroAverage, type Score } from "./measure.ts";

/** The scores that the search must reach, on average over all queries. */
const RECALL_MIN = 0.95;
const PRECISION_MIN = 0.95;

/** A line for each query, its faults below it, and the averages at the end. */
export function linesOf(scores: readonly Score[]): readonly string[] {
  const { recall, precision } = macroAverage(scores);
  return [
    "recall  precision  query",
    ...scores.flatMap(queryLines),
    `${figure(recall)}    ${figure(precision)}       average over ${scores.length} queries`,
  ];
}

/** Why the search does not pass, in sentences; none when it passes. */
export function failuresOf(scores: readonly Score[]): readonly string[] {
  const { recall, precision } = macroAverage(scores);
  return [
    ...(recall < RECALL_MIN ? [`The average recall is ${figure(recall)}, below ${RECALL_MIN}`] : []),
    ...(precision < PRECISION_MIN ? [`The average precision is ${figure(precision)}, below ${PRECISION_MIN}`] : []),
    ...scores.flatMap(({ query, faults }) => faults.map((fault) => `The query ${query} ${fault}`)),
  ];
}

function queryLines({ query, recall, precision, missing, wrong, faults }: Score): readonly string[] {
  return [
    `${figure(recall)}    ${figure(precision)}       ${query}`,
    ...(missing.length > 0 ? [`  missing: ${missing.join(" ")}`] : []),
    ...(wrong.length > 0 ? [`  wrong: ${wrong.join(" ")}`] : []),
    ...faults.map((fault) => `  ${fault}`),
  ];
}

const figure = (share: number) => share.toFixed(2);
