import { hostGrounds } from "../../support/host-fixtures.ts";
import { shortStory } from "../../support/runtime-story.ts";
import { describeRuntimes } from "./runtimes.ts";

describeRuntimes(shortStory, hostGrounds.slice(0, 1));
