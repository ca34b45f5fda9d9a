/**
 * Refuses an older Node.js in one line. The first import of every entry: without it the SQLite driver, built for a
 * newer one, ends the process with a segmentation fault and not a word.
 */
const LEAST = { major: 24, minor: 21 } as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < LEAST.major || (major === LEAST.major && minor < LEAST.minor)) {
  process.stderr.write(
    `Cartulary needs Node.js ${LEAST.major}.${LEAST.minor} or newer; this is ${process.versions.node}\n`,
  );
  process.exit(1);
}

export {};
