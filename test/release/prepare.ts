/**
 * Puts right what every published package has by a rule: the fields of its package.json that follow from one, its licence,
 * and a changelog to begin with; the script of the API reference; the operations of the client; and the build of Tesseract that is used. Run it after adding a package, or taking another
 * version of one of those; a test holds all packages against the same rules.
 */
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientOperations } from "./client-operations.ts";
import { ruledManifest } from "./manifest.ts";
import { manifestOf, publishedPackages, ROOT } from "./packages.ts";
import { publishedReferenceScript } from "./reference-script.ts";
import { TESSERACT } from "./tesseract-files.ts";

const { version } = manifestOf("core/kernel");
for (const each of publishedPackages()) {
  const at = (name: string) => join(ROOT, each.folder, name);
  const manifest = ruledManifest(each, version);
  writeFileSync(at("package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(ROOT, "LICENSE"), at("LICENSE"));
  if (!existsSync(at("CHANGELOG.md"))) writeFileSync(at("CHANGELOG.md"), firstChangelog(manifest.name, version));
}
writeFileSync(join(ROOT, "hosts/server/reference/scalar.js.txt"), await publishedReferenceScript());
for (const [name, text] of Object.entries(clientOperations())) {
  writeFileSync(join(ROOT, "contracts/client/src/generated", name), text);
}
for (const [from, to] of TESSERACT) copyFileSync(from, to);

function firstChangelog(name: string, first: string): string {
  return `# ${name}\n\n## ${first}\n\nThe first release.\n`;
}
