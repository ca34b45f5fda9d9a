import type { Dice } from "./dice.ts";
import { type Body, DEPENDENTS, type Doing, onOne, strike } from "./doing.ts";
import type { Paper } from "./paper.ts";

/** What people and places are called: with marks, capitals and what patterns are made of. */
export const WORDS = ["Anne", "Béla", "Zoé", "élan", "A_b", "100%", "Le Goff", "Ω"] as const;

type People = "owners" | "tenants" | "contacts" | "service_providers";

const KINDS = { owners: "PRO", tenants: "LOC" } as const;

/** What is said of somebody, and how his company is called there. */
function namesOf(list: People, dice: Dice) {
  const [firstName, lastName] = [dice.of(WORDS), dice.once(3) ? null : dice.of(WORDS)];
  const company = dice.once(3) ? `${dice.of(WORDS)} SARL` : null;
  const email = dice.once(2) ? `p${dice.nat(9)}@example.org` : null;
  const field = list === "tenants" ? "trade_name" : "company_name";
  const json = { first_name: firstName, last_name: lastName, [field]: company, ...(email && { email_address: email }) };
  return { names: { firstName, lastName, company }, email, json };
}

/** Lists of contacts want a wrapper. */
const wrapped = (list: People, json: object) => (list === "owners" || list === "tenants" ? json : { contact: json });

const codeOf = (paper: Paper, list: People): string => {
  const kind = KINDS[list as keyof typeof KINDS];
  if (!kind) return "";
  paper.last[kind] += 1;
  return kind + String(paper.last[kind]).padStart(4, "0");
};

const isUsed: Readonly<Record<People, (paper: Paper, id: string) => boolean>> = {
  owners: ({ ownerships, mandates }, id) => [...ownerships, ...mandates].some(({ ownerId }) => ownerId === id),
  tenants: ({ lease_parties }, id) => lease_parties.some(({ who, profileOf }) => who === id || profileOf === id),
  contacts: ({ lease_parties }, id) => lease_parties.some(({ who }) => who === id),
  service_providers: ({ lease_parties }, id) => lease_parties.some(({ who }) => who === id),
};

function actsOn<List extends People>(list: List): readonly [join: Doing, rename: Doing, leave: Doing] {
  return [
    ({ paper }, dice) => {
      const { names, email, json } = namesOf(list, dice);
      const write = ({ id, profileId = "" }: Body) => {
        paper[list].push({ ...names, id, profileId, email, code: codeOf(paper, list) });
      };
      return { method: "POST", path: `/${list}`, json: wrapped(list, json), status: 201, write };
    },
    onOne(list, (one, _world, dice) => {
      const { names, email, json } = namesOf(list, dice);
      const write = () => Object.assign(one, { ...names, ...(email && { email }) });
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

/** What people know: each joins, is renamed and leaves. */
export const peopleActs = {
  ...{ joinOwner, renameOwner, leaveOwner, joinTenant, renameTenant, leaveTenant },
  ...{ joinContact, renameContact, leaveContact, joinProvider, renameProvider, leaveProvider },
} satisfies Readonly<Record<string, Doing>>;
