import ipaddr from "ipaddr.js";

/** An IP address. One of version 6 that only wraps one of version 4 (`::ffff:a.b.c.d`) is that one of version 4. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: those whose first `prefix` bits are those of `base`. */
export interface IpBlock {
  readonly base: IpAddress;
  readonly prefix: number;
}

/** The address that `text` spells (RFC 4291 2.2), with or without a zone; `null` when it is none. */
export function parseIpAddress(text: string): IpAddress | null {
  const spelled = spelledAddress(text);
  return spelled && unwrapped({ base: spelled, prefix: bitsOf(spelled) }).base;
}

/** `10.0.0.0/8`, `2001:db8::/32`, or an address alone for itself; `null` for anything else. */
export function parseIpBlock(text: string): IpBlock | null {
  const [, first = "", length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const base = spelledAddress(first);
  if (!base) return null;
  const prefix = length === undefined ? bitsOf(base) : Number(length);
  return prefix <= bitsOf(base) ? unwrapped({ base, prefix }) : null;
}

/** True when the address lies in the block. */
export function isInBlock(address: IpAddress, { base, prefix }: IpBlock): boolean {
  return address.kind() === base.kind() && address.match(base, prefix);
}

/** `192.0.2.1`, `2001:db8::1`: one spelling for each address (RFC 5952 section 4). */
export function writeIpAddress(address: IpAddress): string {
  return address.toString();
}

/** What one subscriber has for sure: an address of version 4, the first 64 bits of one of version 6. */
export function writeIpNetwork(address: IpAddress): string {
  if (!("parts" in address)) return writeIpAddress(address);
  const [first, second, third, fourth] = address.parts.map((part) => part.toString(16));
  return `${first}:${second}:${third}:${fourth}::/64`;
}

const bitsOf = (address: IpAddress): number => (address.kind() === "ipv4" ? 32 : 128);

/** Also a block, as long as it lies within the wrapped ones. */
function unwrapped({ base, prefix }: IpBlock): IpBlock {
  if (!("parts" in base) || prefix < 96 || !base.isIPv4MappedAddress()) return { base, prefix };
  return { base: base.toIPv4Address(), prefix: prefix - 96 };
}

/** No spelling of an address is longer, the name of its zone included. */
const LENGTH_MAX = 128;
const ZONE = /%[0-9a-z.:-]+$/i;
const VERSION_6 = /^[0-9a-f:.]+$/i;

function spelledAddress(text: string): IpAddress | null {
  if (text.length > LENGTH_MAX) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const bare = text.replace(ZONE, "");
  // The library takes `::192.0.2.1` for the address of version 4, which it is not. URLs spell no part in decimal.
  const url = VERSION_6.test(bare) ? URL.parse(`http://[${bare}]`) : null;
  return url && ipaddr.IPv6.parse(url.hostname.slice(1, -1));
}
