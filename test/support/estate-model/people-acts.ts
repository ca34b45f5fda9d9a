import type { Paper } from "./paper.ts";
import type { Dice } from "./random.ts";
import { type Body, DEPENDENTS, type Doing, onOne, REFUSED, strike } from "./run-operation.ts";

/** Names of people and places: with marks, capitals and characters of patterns. */
export const WORDS = ["Anne", "Béla", "Zoé", "élan", "A_b", "100%", "Le Goff", "Ω"] as const;

type People = "owners" | "tenants" | "contacts" | "service_providers";

const KINDS = { owners: "PRO", tenants: "LOC" } as const;

/** Draws the names and coordinates of a person, with the field name that its list has for the company. */
function namesOf(list: People, dice: Dice) {
  const isNeeded = list === "owners";
  const [firstName, lastName] = [
    isNeeded || !dice.once(4) ? dice.of(WORDS) : null,
    dice.once(3) ? null : dice.of(WORDS),
  ];
  const company = dice.once(3) ? `${dice.of(WORDS)} SARL` : null;
  const email = dice.once(2)
    ? dice.of([null, `p${dice.nat(9)}@example.org`, `p${dice.nat(9)}@example.org`])
    : undefined;
  const phone = dice.once(3) ? dice.of([null, "06", "+33 1"]) : undefined;
  const field = list === "tenants" ? "trade_name" : "company_name";
  const reached = {
    ...(email !== undefined && { email_address: email }),
    ...(phone !== undefined && { phone_number: phone }),
  };
  const json = { first_name: firstName, last_name: lastName, [field]: company, ...reached };
  const coordinates = { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
  return { names: { firstName, lastName, company, ...coordinates }, json };
}

/** Lists of contacts want a wrapper. */
const wrapped = (list: People, json: object) => (list === "owners" || list === "tenants" ? json : { contact: json });

/** The next unused code; empty for lists of people without an account. */
const codeOf = (paper: Paper, list: People): string => {
  const kind = KINDS[list as keyof typeof KINDS];
  if (!kind) return "";
  for (;;) {
    paper.last[kind] += 1;
    const code = kind + String(paper.last[kind]).padStart(4, "0");
    if (!paper.codes.has(code)) return code;
  }
};

/** Draws a code that the client sends: some are taken, and some are invalid. */
function sentCodeOf({ codes }: Paper, list: People, dice: Dice) {
  const kind = KINDS[list as keyof typeof KINDS];
  if (!kind || !dice.once(4)) return { code: null, json: {}, isWrong: false };
  const code =
    kind + dice.of(["7", ...Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(4 + (at % 2), "0"))]);
  return { code, json: { accounting_code: code }, isWrong: code.length < 7 || codes.has(code) };
}

const isUsed: Readonly<Record<People, (paper: Paper, id: string) => boolean>> = {
  owners: ({ ownerships, mandates }, id) => [...ownerships, ...mandates].some(({ ownerId }) => ownerId === id),
  tenants: ({ lease_parties }, id) => lease_parties.some(({ who, profileOf }) => who === id || profileOf === id),
  contacts: ({ lease_parties }, id) => lease_parties.some(({ who }) => who === id),
  service_providers: ({ lease_parties }, id) => lease_parties.some(({ who }) => who === id),
};

function actsOn<List extends People>(list: List): readonly [join: Doing, rename: Doing, leave: Doing] {
  return [
    ({ paper }, dice) => {
      const { names, json } = namesOf(list, dice);
      const sentCode = sentCodeOf(paper, list, dice);
      const sent = { method: "POST", path: `/${list}`, json: wrapped(list, { ...json, ...sentCode.json }) } as const;
      if (sentCode.isWrong) return { ...sent, ...REFUSED };
      const write = ({ id, profileId = "" }: Body) => {
        const code = sentCode.code ?? codeOf(paper, list);
        paper.codes.add(code);
        paper[list].push({ email: null, phone: null, ...names, id, profileId, code });
      };
      return { ...sent, status: 201, write };
    },
    onOne(list, (one, _world, dice) => {
      const { names, json } = namesOf(list, dice);
      const write = () => Object.assign(one, names);
      return { method: "PATCH", json: wrapped(list, json), status: 200, write };
    }),
    onOne(list, ({ id }, { paper }) => {
      if (isUsed[list](paper, id)) return { method: "DELETE", ...DEPENDENTS };
      return { method: "DELETE", status: 204, write: () => strike(paper, list, id) };
    }),
  ];
}

const [joinOwner, renameOwner, leaveOwner] = actsOn("owners");
const [joinTenant, renameTenant, leaveTenant] = actsOn("tenants");
const [joinContact, renameContact, leaveContact] = actsOn("contacts");
const [joinProvider, renameProvider, leaveProvider] = actsOn("service_providers");

/** The acts on people: each joins, is renamed and leaves. */
export const peopleActs = {
  ...{ joinOwner, renameOwner, leaveOwner, joinTenant, renameTenant, leaveTenant },
  ...{ joinContact, renameContact, leaveContact, joinProvider, renameProvider, leaveProvider },
} satisfies Readonly<Record<string, Doing>>;
