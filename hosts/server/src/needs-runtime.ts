/** Exits with a one-line message on runtimes older than the tested ones. Imported before everything else. */
import { requireRuntime, type Version } from "@cartulary/kernel/runtime";

/** The Node.js that npm installs with the project on these platforms. */
const PINNED: Version = [24, 21, 0];
const PINNED_PLATFORMS = ["linux-arm64", "linux-x64", "win32-x64"];
/** The first version that runs TypeScript sources. */
const NOT_PINNED: Version = [22, 18, 0];

const isPinned = PINNED_PLATFORMS.includes(`${process.platform}-${process.arch}`);
requireRuntime({ node: isPinned ? PINNED : NOT_PINNED, bun: [1, 4, 5], deno: [2, 9, 6] });
