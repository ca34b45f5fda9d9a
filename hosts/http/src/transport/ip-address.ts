import ipaddr from "ipaddr.js";

/** An IP address. IPv4-mapped addresses of version 6 (`::ffff:a.b.c.d`) are converted to version 4. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A CIDR block: the addresses with the first `prefix` bits of `base`. */
export interface IpBlock {
  readonly base: IpAddress;
  readonly prefix: number;
}

/** Parses an address (RFC 4291 2.2), with or without a zone; `null` if it is invalid. */
export function parseIpAddress(text: string): IpAddress | null {
  const spelled = spelledAddress(text);
  return spelled && unwrapped({ base: spelled, prefix: bitsOf(spelled) }).base;
}

/** Parses `10.0.0.0/8`, `2001:db8::/32` or a single address; `null` for anything else. */
export function parseIpBlock(text: string): IpBlock | null {
  const [, first = "", length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const base = spelledAddress(first);
  if (!base) return null;
  const prefix = length === undefined ? bitsOf(base) : Number(length);
  return prefix <= bitsOf(base) ? unwrapped({ base, prefix }) : null;
}

/** True if the address is in the block. */
export function isInBlock(address: IpAddress, { base, prefix }: IpBlock): boolean {
  return address.kind() === base.kind() && address.match(base, prefix);
}

/** Formats an address canonically (RFC 5952 section 4). */
export function writeIpAddress(address: IpAddress): string {
  return address.toString();
}

/** Formats the network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function writeIpNetwork(address: IpAddress): string {
  if (!("parts" in address)) return writeIpAddress(address);
  const [first, second, third, fourth] = address.parts.map((part) => part.toString(16));
  return `${first}:${second}:${third}:${fourth}::/64`;
}

const bitsOf = (address: IpAddress): number => (address.kind() === "ipv4" ? 32 : 128);

/** Also converts a block within the mapped addresses. */
function unwrapped({ base, prefix }: IpBlock): IpBlock {
  if (!("parts" in base) || prefix < 96 || !base.isIPv4MappedAddress()) return { base, prefix };
  return { base: base.toIPv4Address(), prefix: prefix - 96 };
}

/** Maximum length of an address with its zone. */
const LENGTH_MAX = 128;
const ZONE = /%[0-9a-z.:-]+$/i;
const VERSION_6 = /^[0-9a-f:.]+$/i;

function spelledAddress(text: string): IpAddress | null {
  if (text.length > LENGTH_MAX) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const bare = text.replace(ZONE, "");
  // The library would parse `::192.0.2.1` as an IPv4 address; URLs normalise it.
  const url = VERSION_6.test(bare) ? URL.parse(`http://[${bare}]`) : null;
  return url && ipaddr.IPv6.parse(url.hostname.slice(1, -1));
}
