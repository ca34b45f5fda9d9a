import { documentListing, folderListing, workspaceListing } from "@cartulary/documents";
import {
  COMPARISON_PREDICATES,
  type Condition,
  DEFAULT_LIST_DIALECT,
  type FieldType,
  type Instant,
  isStatePredicate,
  type Listing,
  type ListQuery,
  PATTERN_PREDICATES,
  PREDICATE_TYPES,
  type Predicate,
  STATE_PREDICATES,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasPageParameters, parseList, parsePages, printList } from "../src/listing.ts";
import { type Parameters, QueryError } from "../src/query.ts";

const ask = (query: string): Parameters => [...new URLSearchParams(query)];
const parse = (query: string) => parseList(folderListing, ask(query));
const conditions = (query: string) => parse(query).conditions;
const refusal = (query: string, listing: Listing = documentListing): string => {
  try {
    parseList(listing, ask(query));
  } catch (error) {
    if (error instanceof QueryError) return error.message;
    throw error;
  }
  return "accepted";
};

describe("pages and order", () => {
  it("have the defaults of the list", () => {
    const defaults = { page: 1, perPage: 20, sort: "updatedAt", direction: "desc", conditions: [] };
    expect(parse("")).toEqual(defaults);
    expect(parseList(workspaceListing, [])).toMatchObject({ sort: "label", direction: "asc" });
  });

  it("parse the page, its size and the sort, by the names of the wire", () => {
    const query = parse("page=3&per_page=100&sort=created_at&direction=asc");
    expect(query).toEqual({ page: 3, perPage: 100, sort: "createdAt", direction: "asc", conditions: [] });
    expect(parseList(workspaceListing, ask("sort=created_at")).direction).toBe("desc");
  });

  it.each(["0", "101", "-1", "abc", "1e3", "2.5", "", "%2B5", "999999999999999999999"])(
    "refuse per_page=%s",
    (value) => {
      expect(refusal(`per_page=${value}`)).toMatch(/^per_page /);
    },
  );

  it.each(["0", "-1", "x", "", "999999999999999999999", "9007199254740991"])("refuse page=%s", (value) => {
    expect(refusal(`page=${value}`)).toMatch(/^page /);
  });

  it.each(["sort=password_digest", "sort=name;drop", "sort=updatedAt", "sort=", "direction=up", "direction=ASC"])(
    "refuse %s",
    (query) => {
      expect(refusal(query)).toMatch(/^(sort|direction) /);
    },
  );

  it("refuse a repeated parameter", () => {
    expect(refusal("page=1&page=2")).toBe("page is repeated");
  });

  it("have a second name for the length, in lists with one; the first name wins", () => {
    const perPage = (query: string) => parseList(folderListing, ask(query), "limit").perPage;
    expect(["", "limit=3", "limit=3&per_page=4", "per_page=5"].map(perPage)).toEqual([20, 3, 4, 5]);
    expect(parse("limit=0").perPage).toBe(20);
    for (const query of ["limit=0", "limit=101", "limit=x", "limit=0&per_page=5", "limit=1&limit=1"]) {
      expect(() => perPage(query)).toThrow(/^limit /);
    }
  });

  it("are capped instead, in dialects that cap", () => {
    const perPage = (query: string) => parseList(leases, ask(query)).perPage;
    expect(["", "per_page=1", "per_page=100", "per_page=101", "per_page=999999999999999999999"].map(perPage)).toEqual([
      25, 1, 100, 100, 100,
    ]);
    for (const none of ["0", "-1", "-101", "abc", "2.5", "1e3", ""]) {
      expect(refusal(`per_page=${none}`, leases)).toMatch(/^per_page /);
    }
    for (const none of ["0", "-1", "x", "", "999999999999999999999"]) {
      expect(refusal(`page=${none}`, leases)).toMatch(/^page /);
    }
  });

  it("stand alone where a list has nothing else", () => {
    expect(parsePages(DEFAULT_LIST_DIALECT, ask("page=2&per_page=5"))).toEqual({ page: 2, perPage: 5 });
    for (const beyond of ["q[name_eq]=x", "sort=name", "direction=asc"]) {
      expect(() => parsePages(DEFAULT_LIST_DIALECT, ask(beyond))).toThrow(QueryError);
    }
    expect(() => parsePages(DEFAULT_LIST_DIALECT, ask("sort=name"))).toThrow(
      "sort is not a parameter of this list: it has pages only",
    );
  });

  it("refuse free text where lists have it, and ignore it where it is a parameter like any other", () => {
    expect(() => parsePages(LEDGER_LIST_DIALECT, ask("search=x"))).toThrow(
      "search is not a parameter of this list: it has pages only",
    );
    expect(() => parsePages(LEDGER_LIST_DIALECT, ask("q=x"))).toThrow(QueryError);
    expect(parsePages(DEFAULT_LIST_DIALECT, ask("search=x"))).toMatchObject({ page: 1 });
  });

  it("are recognised by the parameters of pages, and by no other", () => {
    expect(["page=1", "per_page=1", "q[name_eq]=x&page=2"].map((query) => hasPageParameters(ask(query)))).toEqual(
      Array(3).fill(true),
    );
    expect(
      ["", "sort=name", "direction=asc", "q[name_eq]=x", "q", "query=1"].map((query) => hasPageParameters(ask(query))),
    ).toEqual(Array(6).fill(false));
  });
});

describe("filters", () => {
  it("name a field and a predicate", () => {
    const [condition] = conditions("q[documents_folder_id_eq]=AAAAAAAA-bbbb-4ccc-8ddd-eeeeeeeeeeee");
    expect(condition).toEqual({
      fields: ["documentsFolderId"],
      join: "or",
      predicate: "eq",
      values: ["aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"],
    });
  });

  it("combine fields", () => {
    expect(conditions("q[name_or_description_cont]=a%25_")).toEqual([
      { fields: ["name", "description"], join: "or", predicate: "cont", values: ["a%_"] },
    ]);
    expect(conditions("q[name_and_color_start]=a")).toEqual([
      { fields: ["name", "color"], join: "and", predicate: "start", values: ["a"] },
    ]);
  });

  it("gather a list's values, without its blanks", () => {
    expect(conditions("q[name_in][]=a&q[name_eq]=x&q[name_in][]=&q[name_in][]=b").map(({ values }) => values)).toEqual([
      ["a", "b"],
      ["x"],
    ]);
    expect(conditions("q[name_in][]=").map(({ values }) => values)).toEqual([[]]);
  });

  it("are ANDed when repeated, and ignored when blank", () => {
    expect(conditions("q[name_cont]=a&q[name_cont]=b&q[name_cont]=")).toHaveLength(2);
  });

  it.each([
    ["created_at_eq", "2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["created_at_eq", "2024-02-29T10:00:00%2B02:00", "2024-02-29T08:00:00.000Z"],
    ["created_at_eq", "2024-02-29T10:00", "2024-02-29T10:00:00.000Z"],
    ["created_at_eq", "2024-02-29T10:00:00.123456Z", "2024-02-29T10:00:00.123Z"],
    ["byte_size_eq", "-10", -10],
  ])("cast %s=%s", (name, value, cast) => {
    const [condition] = parseList(documentListing, ask(`q[${name}]=${value}`)).conditions;
    expect(condition?.values).toEqual([cast]);
  });

  it("accept six words for booleans", () => {
    const listing: Listing = { ...documentListing, fields: { active: "boolean" }, sorts: [], sort: "active" };
    const values = ["1", "t", "true", "0", "f", "false"].map(
      (word) => parseList(listing, ask(`q[active_eq]=${word}`)).conditions[0]?.values,
    );
    expect(values).toEqual([[true], [true], [true], [false], [false], [false]]);
    expect(refusal("q[active_eq]=maybe", listing)).toMatch(/^q\[active_eq\] has a value that is not a valid boolean/);
  });

  it.each([
    ["q=string", "is not a filter"],
    ["q[]=1", "is not a filter"],
    ["q[name_cont][x]=1", "is not a filter"],
    ["q[g][0][m]=or", "is not a filter"],
    ["q[NAME_eq]=1", "is not a filter"],
    ["q[name_eq=1", "is not a filter"],
    ["q[s]=name", "names no predicate"],
    ["q[name_frob]=1", "names no predicate"],
    ["q[name]=1", "names no predicate"],
    ["q[eq]=1", "names no predicate"],
    ["q[password_start]=a", "names the unknown field password"],
    ["q[api_key_eq]=", "names the unknown field api_key"],
    ["q[workspace_users_email_eq]=", "names the unknown field workspace_users_email"],
    ["q[name_or_frob_eq]=1", "names the unknown field frob"],
    ["q[name_or_eq]=1", "names the unknown field"],
    ["q[__proto___eq]=1", "names the unknown field __proto__"],
    ["q[constructor_eq]=1", "names the unknown field constructor"],
    ["q[name_or_description_and_color_eq]=1", "mixes _or_ and _and_"],
    ["q[a_or_b_and_c_eq]=1", "mixes _or_ and _and_"],
    ["q[name_or_created_at_eq]=2020-01-01", "fields of different kinds"],
    ["q[name_or_name_or_name_or_name_or_name_or_name_eq]=1", "more than 5 fields"],
    ["q[description_present]=maybe", "is not a valid boolean"],
    ["q[created_at_null]=2020-01-01", "is not a valid boolean"],
    ["q[name_true]=1", "uses the predicate true, which is not for text fields"],
    ["q[name_null_any][]=1", "names no predicate"],
    ["q[name_not_null_all][]=1", "names no predicate"],
    ["q[name_cont_some][]=a", "names no predicate"],
    ["q[tags_eq]=a", "uses the predicate eq, which is not for list fields"],
    ["q[tags_null]=1", "uses the predicate null, which is not for list fields"],
    ["q[tags_or_name_cont]=a", "uses the predicate cont, which is not for list fields"],
    ["q[legal_hold_present]=1", "uses the predicate present, which is not for object fields"],
    ["q[legal_hold_gteq]=2026-03-01", "uses the predicate gteq, which is not for object fields"],
    ["q[name_or_byte_size_matches]=a", "is not for integer fields"],
    ["q[id_gt]=a", "is not for uuid fields"],
    ["q[byte_size_not_end_all][]=1", "uses the predicate not_end_all, which is not for integer fields"],
    ["q[name_cont_any]=a", "takes a list"],
    ["q[name_not_in]=a", "takes a list"],
    ["q[name_present][]=1", "takes one value"],
    ["q[name_not_eq][]=1", "takes one value"],
    ["q[created_at_gteq]=yesterday", "is not a valid instant"],
    [`q[name_matches]=${"%25".repeat(11)}`, "more than 10 % and _"],
    [`q[name_matches]=${"%25_".repeat(5)}_`, "more than 10 % and _"],
    [`q[name_does_not_match_all][]=${"%25".repeat(11)}`, "more than 10 % and _"],
    [Array.from({ length: 101 }, (_, at) => `q[name_cont_any][]=${at}`).join("&"), "more than 100 values"],
    ["q[created_at_cont]=2020", "is not for instant fields"],
    ["q[id_start]=a", "is not for uuid fields"],
    ["q[name_in]=a,b", "takes a list"],
    ["q[name_eq][]=a", "takes one value"],
    ["q[workspace_id_eq]=1", "is not a valid uuid"],
    ["q[byte_size_eq]=abc", "is not a valid integer"],
    ["q[byte_size_eq]=1.5", "is not a valid integer"],
    ["q[byte_size_eq]=99999999999999999", "is not a valid integer"],
    ["q[created_at_eq]=yesterday", "is not a valid instant"],
    ["q[created_at_eq]=2024-02-30", "is not a valid instant"],
    ["q[created_at_eq]=2024-13-01", "is not a valid instant"],
    ["q[created_at_eq]=0000-01-01", "is not a valid instant"],
    ["q[created_at_eq]=9999-12-31T23:59:59-10:00", "is not a valid instant"],
    ["q[created_at_eq]=2024-01-01%2B02:00", "is not a valid instant"],
    ["q[created_at_eq]=20240101", "is not a valid instant"],
    ["q[name_eq]=a%00b", "is not a valid text"],
    [`q[name_eq]=${"x".repeat(201)}`, "more than 200 characters"],
    [Array.from({ length: 101 }, (_, at) => `q[name_in][]=${at}`).join("&"), "more than 100 values"],
    [Array.from({ length: 21 }, () => "q[name_eq]=a").join("&"), "more than 20 conditions"],
  ])("refuse %s", (query, problem) => {
    expect(refusal(query)).toContain(problem);
    expect(refusal(query)).toMatch(/^q/);
  });

  it.each(PATTERN_PREDICATES)("search texts that are longer than a line by two conditions at most: %s", (predicate) => {
    const one = `q[description_${predicate}]=a`;
    const compound = `q[name_or_description_${predicate}]=a`;
    expect([refusal(`${one}&${one}`), refusal(`${compound}&${one}`)]).toEqual(Array(2).fill("accepted"));
    expect(refusal(`${one}&${one}&${compound}`)).toBe("q has more than 2 conditions that search long texts");
  });

  it.each(PATTERN_PREDICATES)("search texts that are longer than a line for ten values at most: %s", (predicate) => {
    const values = (count: number, fields = "description") =>
      Array.from({ length: count }, (_, at) => `q[${fields}_${predicate}_any][]=${at}`).join("&");
    const one = `q[description_${predicate}]=a`;
    expect([
      refusal(values(10)),
      refusal(`${values(9)}&${one}`),
      refusal(values(5, "description_or_description")),
    ]).toEqual(Array(3).fill("accepted"));
    const tooMany = "q searches long texts more than 10 times";
    expect([
      refusal(values(11)),
      refusal(`${values(10)}&${one}`),
      refusal(values(6, "description_or_description")),
    ]).toEqual(Array(3).fill(tooMany));
  });

  it("leave other questions about long texts alone", () => {
    const others = "q[description_eq]=a&q[description_present]=1&q[description_not_in][]=b&q[name_cont]=a";
    expect(refusal(`${others}&q[name_start]=a&q[description_cont]=a&q[description_not_end]=b`)).toBe("accepted");
  });

  it("have two wildcards of their own at most over long texts", () => {
    expect(refusal("q[description_matches]=%25a\\_b\\%25c_&q[description_cont]=%25%25%25")).toBe("accepted");
    expect(refusal("q[description_matches]=%25a%25b_")).toContain("over a long text with more than 2 % and _");
    expect(refusal("q[name_or_description_does_not_match_any][]=___")).toContain("more than 2 % and _");
    expect(refusal("q[description_matches]=\\\\%25%25%25")).toContain("more than 2 % and _");
  });

  it("read the longest predicate that there is", () => {
    const read = (query: string) => conditions(query).map(({ predicate, quantifier }) => [predicate, quantifier]);
    expect(
      read("q[name_not_i_cont]=a&q[name_i_cont]=a&q[name_not_cont]=a&q[name_not_null]=1&q[name_does_not_match]=a"),
    ).toEqual([
      ["not_i_cont", undefined],
      ["i_cont", undefined],
      ["not_cont", undefined],
      ["not_null", undefined],
      ["does_not_match", undefined],
    ]);
    expect(read("q[name_not_eq_all][]=a&q[name_in_any][]=a&q[created_at_lteq_any][]=2020-01-01")).toEqual([
      ["not_eq", "all"],
      ["in", "any"],
      ["lteq", "any"],
    ]);
  });

  it("filter by presence or absence, over fields of any kinds", () => {
    expect(conditions("q[name_or_created_at_or_tags_blank]=f")).toEqual([
      { fields: ["name", "createdAt", "tags"], join: "or", predicate: "blank", values: [false] },
    ]);
  });

  it("ignore a quantifier without values", () => {
    expect(conditions("q[name_eq_any][]=&q[name_not_eq_all][]=")).toEqual([]);
    expect(conditions("q[name_not_in][]=").map(({ values }) => values)).toEqual([[]]);
    expect(conditions("q[name_or_icon_cont_all][]=a&q[name_or_icon_cont_all][]=&q[name_or_icon_cont_all][]=b")).toEqual(
      [{ fields: ["name", "icon"], join: "or", predicate: "cont", quantifier: "all", values: ["a", "b"] }],
    );
  });

  it("accept the predicates of the dialect only", () => {
    const dialect = { ...DEFAULT_LIST_DIALECT, predicates: ["eq", "in"], quantifiers: [] } as const;
    const few: Listing = { ...documentListing, dialect };
    expect(refusal("q[name_eq]=a&q[name_in][]=a", few)).toBe("accepted");
    expect(refusal("q[name_cont]=a", few)).toContain("uses the predicate cont, which this list does not serve");
    expect(refusal("q[name_eq_any][]=a", few)).toContain("uses the predicate eq_any, which this list does not serve");
  });

  it("reach their limits", () => {
    expect(refusal(`q[name_matches]=${"%25".repeat(10)}&q[name_cont]=${"%25".repeat(11)}`)).toBe("accepted");
    expect(refusal(`q[name_eq]=${encodeURIComponent("é".repeat(100) + "😀".repeat(100))}`)).toBe("accepted");
    expect(refusal(Array.from({ length: 100 }, (_, at) => `q[name_in][]=${at}`).join("&"))).toBe("accepted");
    expect(refusal(Array.from({ length: 20 }, () => "q[name_eq]=a").join("&"))).toBe("accepted");
    expect(refusal("q[name_or_name_or_name_or_name_or_name_eq]=1")).toBe("accepted");
  });
});

describe("lists of the rental product", () => {
  const input = (query: string) => parseList(leases, ask(query));
  const values = (query: string) => input(query).conditions.map(({ values }) => values);

  it("have defaults of their own", () => {
    expect(input("")).toEqual({ page: 1, perPage: 25, sort: "createdAt", direction: "asc", conditions: [] });
  });

  it("take the values of a list with commas, or one by one", () => {
    for (const query of [
      "q[kind_in]=a,b",
      "q[kind_in]=,a,,b,",
      "q[kind_in]=a&q[kind_in]=b",
      "q[kind_in][]=a&q[kind_in][]=b&q[kind_in][]=",
    ]) {
      expect(input(query).conditions).toEqual([{ fields: ["kind"], join: "or", predicate: "in", values: ["a", "b"] }]);
    }
    expect(values("q[kind_in][]=a,b")).toEqual([["a,b"]]);
    expect(values("q[kind_in][]=")).toEqual([[]]);
    expect(values("q[kind_in]=&q[kind_in]=,")).toEqual([]);
    expect(refusal(`q[kind_in]=${Array.from({ length: 101 }, (_, at) => at).join()}`, leases)).toContain(
      "more than 100",
    );
    expect(refusal("q[start_date_in]=2026-01-01,soon", leases)).toContain("is not a valid date");
  });

  it("compare dates, moments and amounts as they are written", () => {
    expect(
      values(
        "q[start_date_gteq]=2026-02-28&q[updated_at_lteq]=2026-03-01&q[created_at_gteq]=2026-03-01T01:00:00%2B01:00&q[rent_eq]=-1234.5&q[rent_in]=0,0.01",
      ),
    ).toEqual([["2026-02-28"], ["2026-03-01T00:00:00.000Z"], ["2026-03-01T00:00:00.000Z"], [-123450], [0, 1]]);
  });

  it.each([
    "q[name_start]=a",
    "q[name_not_eq]=a",
    "q[name_lt]=a",
    "q[name_null]=1",
    "q[name_cont_any][]=a",
    "q[name_or_kind_eq]=a",
    "q[name_or_kind_cont]=a",
    "q[start_date_cont]=2026",
    "q[created_at_cont]=2026",
    "q[rent_cont]=1",
    "q[units_cont]=1",
    "q[id_cont]=1",
    "q[secret_eq]=1",
    "q[startDate_eq]=2026-01-01",
    "q[start_date_eq]=2026-02-30",
    "q[start_date_eq]=2026-01-01T00:00:00Z",
    "q[rent_eq]=1.234",
    "q[rent_eq]=1,5",
    "q[rent_eq]=1e3",
    "q[rent_eq]=99999999999999.99",
    "q[name_eq][]=a",
    "q[]=a",
  ])("refuse %s", (query) => {
    expect(refusal(query, leases)).toMatch(/^q/);
  });

  it("search free text, by either name, together with filters", () => {
    const search = { fields: ["name", "kind"], join: "or", predicate: "cont", values: ["Cafe\u0301".normalize("NFC")] };
    for (const query of ["search=Cafe%CC%81", "q=Cafe%CC%81", "q=Cafe%CC%81&search=Caf%C3%A9", "q=&search=Caf%C3%A9"]) {
      expect(input(query).conditions).toEqual([search]);
    }
    expect(input("q=Caf%C3%A9&q[units_eq]=3").conditions).toEqual([
      search,
      { fields: ["units"], join: "or", predicate: "eq", values: [3] },
    ]);
    expect(input("search=&q=").conditions).toEqual([]);
    expect(refusal(`search=${"😀".repeat(200)}`, leases)).toBe("accepted");
    for (const query of [`search=${"😀".repeat(201)}`, `q=${"x".repeat(201)}`, "search=a%00b", "q=a&q=b"]) {
      expect(refusal(query, leases)).toMatch(/^(search|q) /);
    }
    expect(refusal("search=a&q=b", leases)).toMatch(/^search /);
  });

  it("refuse free text where nothing is looked for", () => {
    const { search: _, ...bare } = leases;
    expect(refusal("search=a", bare)).toMatch(/^search /);
    expect(refusal("q=a", bare)).toMatch(/^q /);
  });

  it("sort by change, the latest last", () => {
    const since = { fields: ["updatedAt"], join: "or", predicate: "gteq", values: ["2026-03-01T00:00:00.000Z"] };
    for (const query of [
      "updated_since=2026-03-01",
      "updated_since=2026-03-01T01:00%2B01:00&sort=name&direction=desc",
    ]) {
      expect(input(query)).toEqual({ page: 1, perPage: 25, sort: "updatedAt", direction: "asc", conditions: [since] });
    }
    for (const query of ["updated_since=", "updated_since=yesterday", "updated_since=1&updated_since=2"]) {
      expect(refusal(query, leases)).toMatch(/^updated_since /);
    }
    expect(refusal("updated_since=2026-03-01&sort=secret", leases)).toMatch(/^sort /);
  });

  it("filter updated_at of immutable records by their date", () => {
    const { updatedAt: _, ...fields } = leaseFields;
    const dated: Listing = { ...leases, fields, sorts: ["name", "createdAt"], updatedAt: "createdAt" };
    expect(parseList(dated, ask("updated_since=2026-03-01"))).toMatchObject({
      sort: "createdAt",
      conditions: [{ fields: ["createdAt"] }],
    });
    expect(parseList(dated, ask("q[updated_at_gteq]=2026-03-01")).conditions).toMatchObject([
      { fields: ["createdAt"] },
    ]);
  });
});

const everyPredicate: readonly Predicate[] = [...COMPARISON_PREDICATES, ...STATE_PREDICATES];

describe("printed lists", () => {
  const reread = <Name extends string>(listing: Listing<Name>, query: Partial<ListQuery<Name>>) => {
    const printed = printList(listing, query).map(([name, value]): [string, string] => [name, value]);
    return parseList(listing, ask(String(new URLSearchParams(printed))));
  };

  it("is read as it was meant", () => {
    fc.assert(
      fc.property(listQuery(), (query) => {
        expect(reread(everything, query)).toEqual(query);
      }),
    );
  });

  it.each(everyPredicate)("is read as it was meant with %s", (predicate) => {
    fc.assert(
      fc.property(condition(predicate), (query) => {
        expect(reread(everything, { conditions: [query] }).conditions).toEqual([query]);
      }),
    );
  });

  it("is read as it was meant where the dialect has words of its own", () => {
    const query: ListQuery<LeaseField> = {
      page: 2,
      perPage: 100,
      sort: "updatedAt",
      direction: "asc",
      conditions: [
        { fields: ["name", "kind"], join: "or", predicate: "cont", values: ["a,b"] },
        { fields: ["rent"], join: "or", predicate: "in", values: [-5, 123450, 0] },
        { fields: ["rent"], join: "or", predicate: "lteq", values: [Number.MAX_SAFE_INTEGER] },
        { fields: ["name"], join: "or", predicate: "in", values: ["a,b", "c"] },
        { fields: ["updatedAt"], join: "or", predicate: "gteq", values: ["2026-03-01T00:00:00.000Z"] },
      ],
    };
    expect(reread(leases, query)).toEqual(query);
    expect(printList(leases, query)).toContainEqual(["q[rent_in][]", "-0.05"]);
  });
});

/** A list of the rental product. */
const leaseFields = {
  id: "uuid",
  name: "text",
  kind: "keyword",
  rent: "amount",
  units: "integer",
  startDate: "date",
  createdAt: "instant",
  updatedAt: "instant",
} as const;
type LeaseField = keyof typeof leaseFields;
const leases: Listing<LeaseField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields: leaseFields,
  sorts: Object.keys(leaseFields) as LeaseField[],
  sort: "createdAt",
  search: ["name", "kind"],
};

/** A list with fields of every type. */
const fields = {
  name: "text",
  fullName: "text",
  about: "passage",
  color: "keyword",
  id: "uuid",
  byteSize: "integer",
  createdAt: "instant",
  active: "boolean",
  tags: "list",
  price: "amount",
  area: "decimal",
  day: "date",
  hold: "object",
} as const;
type Field = keyof typeof fields;
const fieldNames = Object.keys(fields) as Field[];
const everything: Listing<Field> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name", "fullName", "createdAt"],
  sort: "name",
};

const VALUES: Readonly<Record<FieldType, fc.Arbitrary<string | number | boolean>>> = {
  text: fc
    .string({ minLength: 1, maxLength: 50, unit: "binary" })
    .filter((text) => !text.includes("\u0000"))
    .map((text) => text.normalize("NFC")),
  passage: fc.string({ minLength: 1, maxLength: 50, unit: fc.constantFrom(..."abcdefghij\\é") }),
  keyword: fc.string({ minLength: 1, maxLength: 50 }),
  uuid: fc.uuid(),
  integer: fc.maxSafeInteger().filter((number) => Math.abs(number) < 1e16 && !Object.is(number, -0)),
  instant: fc
    .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true })
    .map((date) => date.toISOString() as Instant),
  amount: fc.maxSafeInteger().filter((cents) => !Object.is(cents, -0)),
  decimal: fc.integer({ min: -1e14, max: 1e14 }).filter((decimal) => !Object.is(decimal, -0)),
  date: fc.constant("2026-02-28"),
  boolean: fc.boolean(),
  list: fc.constant(""),
  object: fc.constant(""),
};

const boundedWildcards = (value: unknown) => String(value).split(/[%_]/).length <= 11;

function condition(predicate: Predicate): fc.Arbitrary<Condition<Field>> {
  const allowed = fieldNames.filter((field) => PREDICATE_TYPES[predicate].includes(fields[field]));
  const run = fc.constantFrom(...allowed).chain((field) => {
    const type = isStatePredicate(predicate) ? "boolean" : fields[field];
    const alike = isStatePredicate(predicate) ? allowed : allowed.filter((other) => fields[other] === type);
    return fc
      .record({
        fields: fc
          .array(fc.constantFrom(...alike), { maxLength: 4 })
          .map((more) => [field, ...more] as [Field, ...Field[]]),
        join: fc.constantFrom("or" as const, "and" as const),
        quantifier: fc.constantFrom(
          undefined,
          ...(isStatePredicate(predicate) ? [] : DEFAULT_LIST_DIALECT.quantifiers),
        ),
      })
      .chain(({ fields, join, quantifier }) => {
        const listed = predicate === "in" || predicate === "not_in";
        const lengths = quantifier
          ? { minLength: 1, maxLength: 5 }
          : listed
            ? { maxLength: 5 }
            : { minLength: 1, maxLength: 1 };
        return fc.array(VALUES[type].filter(boundedWildcards), lengths).map((values) => ({
          fields,
          join: fields.length === 1 ? ("or" as const) : join,
          predicate,
          ...(quantifier && { quantifier }),
          values,
        }));
      });
  });
  return run.filter((one) => searchesOf([one]) <= 2);
}

/** How often conditions search the long text. */
const searchesOf = (conditions: readonly Condition<Field>[]): number =>
  conditions
    .filter(({ predicate }) => PATTERN_PREDICATES.includes(predicate))
    .reduce((sum, { fields, values }) => sum + fields.filter((field) => field === "about").length * values.length, 0);

/** Queries whose conditions have different keys: those of one key would read as one longer list. */
function listQuery(): fc.Arbitrary<ListQuery<Field>> {
  const query = fc.record({
    page: fc.integer({ min: 1, max: 1_000_000 }),
    perPage: fc.integer({ min: 1, max: 100 }),
    sort: fc.constantFrom(...everything.sorts),
    direction: fc.constantFrom("asc" as const, "desc" as const),
    conditions: fc.uniqueArray(fc.constantFrom(...everyPredicate).chain(condition), {
      maxLength: 10,
      selector: ({ fields, join, predicate, quantifier }) => [fields.join(join), predicate, quantifier].join(),
    }),
  });
  return query.filter(({ conditions }) => searchesOf(conditions) <= 2);
}
