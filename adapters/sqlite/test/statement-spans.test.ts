import { withoutValues } from "@cartulary/sql";
import { expect, it } from "vitest";

it.each([
  ["select * from users where name = 'O''Brien' and age > 41.5", "select * from users where name = ? and age > ?"],
  ['select "a1" from t2 where x = $1 and y = ?', 'select "a1" from t2 where x = $1 and y = ?'],
  ["select 'cut", "select ?"],
  ["do $$ begin secret; end $$", "do ?"],
  ["select $tag$ secret $tag$, 7", "select ?, ?"],
  ["select e'a\\' secret'", "select …"],
  ["/* planned anew */ select\n  1", "select ?"],
])("%s is recorded as %s", (text, shown) => {
  expect(withoutValues(text)).toBe(shown);
});
