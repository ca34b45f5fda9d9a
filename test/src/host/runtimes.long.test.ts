import { hostGrounds } from "../../support/host-grounds.ts";
import { longStory } from "../../support/runtime-story.ts";
import { describeRuntimes } from "./runtimes.ts";

describeRuntimes(longStory, hostGrounds);
