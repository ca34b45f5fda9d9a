/**
 * Refuses a runtime that is older than those that hosts are tried on, in one line. It stands before everything else that a
 * host or the command loads.
 */
import { requireRuntime, type Version } from "@cartulary/kernel/runtime";

/** The Node.js that npm installs with the project, for these platforms. */
const PINNED: Version = [24, 21, 0];
const PINNED_PLATFORMS = ["linux-arm64", "linux-x64", "win32-x64"];
/** The first that runs our sources as they are. */
const NOT_PINNED: Version = [22, 18, 0];

const isPinned = PINNED_PLATFORMS.includes(`${process.platform}-${process.arch}`);
requireRuntime({ node: isPinned ? PINNED : NOT_PINNED, bun: [1, 4, 5], deno: [2, 9, 6] });
