import { hostGrounds } from "../../support/host-fixtures.ts";
import { longStory } from "../../support/runtime-story.ts";
import { describeRuntimes } from "./runtimes.ts";

describeRuntimes(longStory, hostGrounds);
