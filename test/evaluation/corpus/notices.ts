import type { CorpusText } from "./text.ts";

/** Letters and notices in English, and a few in both languages. */
export const NOTICES: readonly CorpusText[] = [
  {
    key: "notice-water",
    name: "Water supply interruption",
    text: `The water will be turned off on Tuesday morning.
A plumber will replace a valve in the basement.
Please fill a bucket beforehand.`,
  },
  {
    key: "notice-boiler",
    name: "Boiler inspection",
    text: `A gas engineer will inspect the boilers in every flat.
Access is required between nine and noon.
Call 020 7946 0018 to choose another day.`,
  },
  {
    key: "notice-heating",
    name: "Heating repaired",
    text: `The communal heating was repaired last night.
Radiators may need bleeding.
Thank you for your patience.`,
  },
  {
    key: "notice-heating-season",
    name: "Heating season",
    text: `The communal heating starts in October.
Keep furniture away from radiators.
The set temperature is nineteen degrees.`,
  },
  {
    key: "notice-lift",
    name: "Lift out of order",
    text: `The lift in block A is stuck between two floors.
The engineer waits for a spare part.
Use the stairs in block B.`,
  },
  {
    key: "notice-arrears",
    name: "Rent arrears",
    text: `Our records show that two payments are missing.
You owe 1,700.00 pounds.
Contact us to agree a repayment plan.`,
  },
  {
    key: "notice-quit",
    name: "Notice to quit",
    text: `We require possession of the dwelling after two months.
The grounds are set out in the attached form.
You may seek advice from a solicitor.`,
  },
  {
    key: "notice-rent-increase",
    name: "Rent increase",
    text: `From 1 April 2026 the rent will be 862.00 pounds.
The previous figure was 850.00 pounds.
You may refer this to the tribunal.`,
  },
  {
    key: "notice-noise",
    name: "Noise complaint",
    text: `Neighbours complained about loud music after midnight.
Please respect the quiet hours.
Further complaints may lead to legal action.`,
  },
  {
    key: "notice-bins",
    name: "Recycling bins",
    text: `Green bins are emptied on Fridays.
Do not leave cardboard on the landing.
Batteries go in the box at reception.`,
  },
  {
    key: "notice-pets",
    name: "Pets policy",
    text: `One small dog or cat is allowed per flat.
Exotic animals need approval.
Owners clean up after their pets.`,
  },
  {
    key: "notice-keys",
    name: "Replacement keys",
    text: `A replacement key costs 28.50 pounds.
Lost fobs are disabled at once.
Collect them at reception with proof of identity.`,
  },
  {
    key: "notice-windows",
    name: "Window cleaning",
    text: `The outside of the windows is cleaned every quarter.
Please remove plants from the sills.
Ladders will stand in the courtyard.`,
  },
  {
    key: "notice-bedbugs",
    name: "Pest control visit",
    text: `A technician will treat the bedrooms for bedbugs.
Wash the linen at sixty degrees.
A second visit follows two weeks later.`,
  },
  {
    key: "notice-fire",
    name: "Fire alarm test",
    text: `The alarm will sound for ten seconds at 11 o'clock.
Do not leave the building during the test.
The evacuation plan hangs on each landing.`,
  },
  {
    key: "notice-vacated",
    name: "Flat vacated",
    text: `The occupant vacated the flat on 12.03.2026.
The meter reading was 004821.
The locks were changed the same day.`,
  },
  {
    key: "notice-vacating",
    name: "Checklist for vacating",
    text: `Clean the oven and defrost the freezer.
Return every key to the office.
Leave a forwarding address.`,
  },
  {
    key: "letter-deposit-return",
    name: "Return of the deposit",
    text: `The deposits of both occupants have been returned.
We withheld 45.20 pounds for cleaning.
The bank transfer takes three days.`,
  },
  {
    key: "letter-reference",
    name: "Reference for a former occupant",
    text: `He paid on time and kept the place clean.
We would gladly let to him again.
This reference is given in confidence.`,
  },
  {
    key: "letter-garden",
    name: "Shared gardens",
    text: `The gardens behind the terrace are shared.
Gardening tools are in the shed.
No barbecues after ten o'clock.`,
  },
  {
    key: "bilingual-welcome",
    name: "Bienvenue / Welcome",
    text: `Cher locataire, soyez le bienvenu dans la résidence.
Dear tenant, welcome to the residence.
Le livret d'accueil est joint. The handbook is attached.`,
  },
  {
    key: "bilingual-keys",
    name: "Remise des clés / Handover of keys",
    text: `Le locataire reconnaît avoir reçu trois clés.
The tenant confirms receipt of three keys.
Fait en deux exemplaires, signed in two copies.`,
  },
  {
    key: "bilingual-invoice",
    name: "Facture / Invoice 2026-118",
    text: `Nettoyage des vitres, window cleaning: 240,00 euros.
Payable à trente jours, payable within thirty days.
Numéro de client / customer number: 5512.`,
  },
  {
    key: "letter-subtenant",
    name: "Unauthorised occupier",
    text: `A person unknown to us lives in your flat.
Your contract forbids this.
Please reply before the end of the week.`,
  },
];
