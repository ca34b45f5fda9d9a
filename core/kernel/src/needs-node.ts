/** Every library of ours loads this first, with the kernel. An older Node.js gets one line. */
import { requireRuntime } from "./runtime.ts";

requireRuntime({ node: [22, 0, 0] });
