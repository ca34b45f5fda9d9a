/** `npm run licences`: lists the shipped packages and files with their licences; exit code 1 for a forbidden one. */
import { mayBeShipped, shipped } from "./licences.ts";

const all = shipped();
for (const { name, licence } of all) console.log(`${licence ?? "no licence"}\t${name}`);
const refused = all.filter((each) => !mayBeShipped(each));
for (const { name, licence } of refused) console.error(`may not be shipped: ${name} (${licence ?? "no licence"})`);
process.exitCode = refused.length === 0 ? 0 : 1;
