export {
  type Chain,
  type Explanation,
  excluded,
  explain,
  type Link,
  lifted,
  type Marks,
  moved,
  REASONS,
  type Reason,
  UNMARKED,
} from "./rule.ts";
