/**
 * `npm run bench`: measures the real host and prints the results. Words select measurements by name; `duel WORK…` is
 * the duel of some works alone, `profile WORK` profiles one. Exit code 1 when a promise is broken.
 */

import { accessChecks } from "./access.ts";
import { authentication } from "./authentication.ts";
import { billing } from "./billing.ts";
import { chunked } from "./chunked/chunked.ts";
import { compile } from "./compile.ts";
import { consolePage } from "./console.ts";
import { creation } from "./creation.ts";
import { description } from "./description.ts";
import { duel, duelOf, isWork } from "./duel/duel.ts";
import { profileOf } from "./duel/profile.ts";
import { scale } from "./duel/scale.ts";
import { exportsAsBags } from "./exports.ts";
import { fec, fecCheck } from "./fec.ts";
import { files } from "./files.ts";
import { flatness } from "./flatness.ts";
import { hashing } from "./hashing.ts";
import { hostile } from "./hostile/hostile.ts";
import { hotAccount } from "./hot-account.ts";
import { imports } from "./imports.ts";
import { indexing } from "./indexing.ts";
import { intake } from "./intake.ts";
import { knowledgeGraph } from "./knowledge-graph.ts";
import { layers } from "./layers.ts";
import { leases } from "./leases.ts";
import { letters } from "./letters.ts";
import { list } from "./list.ts";
import { type Measurement, printed } from "./measurement.ts";
import { memoryOnFiles, memoryOnS3 } from "./memory.ts";
import { money } from "./money.ts";
import { monitoring } from "./monitoring.ts";
import { payments } from "./payments.ts";
import { posting } from "./posting.ts";
import { propagation } from "./propagation.ts";
import { publicChecks } from "./public-check.ts";
import { publicReading } from "./public-reading.ts";
import { reading } from "./reading.ts";
import { rival } from "./rival/rival.ts";
import { benchScenes } from "./scene.ts";
import { search } from "./search.ts";
import { snapshots } from "./snapshots.ts";
import { version } from "./version.ts";

const MEASUREMENTS: readonly Measurement[] = [
  duel,
  scale,
  list,
  consolePage,
  flatness,
  search,
  indexing,
  reading,
  layers,
  creation,
  version,
  accessChecks,
  authentication,
  monitoring,
  description,
  hashing,
  publicChecks,
  propagation,
  publicReading,
  snapshots,
  imports,
  leases,
  money,
  payments,
  intake,
  knowledgeGraph,
  billing,
  posting,
  hotAccount,
  fec,
  fecCheck,
  memoryOnFiles,
  memoryOnS3,
  exportsAsBags,
  chunked,
  compile,
  letters,
  hostile,
  files,
  rival,
];

const wanted = process.argv.slice(2);
const chosen = chosenBy(wanted);
if (chosen.length === 0) {
  process.stderr.write(`There is ${MEASUREMENTS.map(({ name }) => name).join(", ")}\n`);
  process.exit(2);
}

await using scenes = benchScenes();
for (const measurement of chosen) {
  const report = await measurement.run(scenes, (line) => process.stderr.write(`${measurement.name}: ${line}\n`));
  process.stdout.write(`${printed(report)}\n`);
  if (!report.verdicts.every(({ holds }) => holds)) process.exitCode = 1;
}

function chosenBy([first, ...more]: readonly string[]): readonly Measurement[] {
  if (first === undefined) return MEASUREMENTS;
  if (first === "profile") return more.map(profileOf);
  if (first === "duel" && more.length > 0 && more.every(isWork)) return [duelOf(more)];
  return MEASUREMENTS.filter(({ name }) => name === first || more.includes(name));
}
