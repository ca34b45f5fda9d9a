/** An IP address. One of version 6 that only wraps one of version 4 (`::ffff:a.b.c.d`) is that one of version 4. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** A block of addresses: those whose first `prefix` bits are its own. */
export interface IpBlock extends IpAddress {
  readonly prefix: number;
}

/** The address that `text` spells (RFC 4291 2.2), with or without a zone; `null` when it is none. */
export function parseIpAddress(text: string): IpAddress | null {
  const spelled = spelledAddress(text);
  return spelled && unwrapped({ ...spelled, prefix: spelled.bits });
}

/** `10.0.0.0/8`, `2001:db8::/32`, or an address alone for itself; `null` for anything else. */
export function parseIpBlock(text: string): IpBlock | null {
  const [, base = "", length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const spelled = spelledAddress(base);
  const prefix = length === undefined ? spelled?.bits : Number(length);
  return spelled && prefix !== undefined && prefix <= spelled.bits ? unwrapped({ ...spelled, prefix }) : null;
}

/** True when the address lies in the block. */
export function isInBlock(address: IpAddress, { bits, value, prefix }: IpBlock): boolean {
  const shift = BigInt(bits - prefix);
  return address.bits === bits && address.value >> shift === value >> shift;
}

/** `192.0.2.1`, `2001:db8::1`: one spelling for each address (RFC 5952 section 4). */
export function writeIpAddress({ bits, value }: IpAddress): string {
  if (bits === 32) return groupsOf(value, 4, 8n).join(".");
  // The URL standard knows the rules: https://url.spec.whatwg.org/#concept-ipv6-serializer.
  return new URL(`http://[${hexadecimal(groupsOf(value, 8, 16n))}]`).hostname.slice(1, -1);
}

/** What one subscriber has for sure: an address of version 4, the first 64 bits of one of version 6. */
export function writeIpNetwork(address: IpAddress): string {
  if (address.bits === 32) return writeIpAddress(address);
  return `${hexadecimal(groupsOf(address.value, 8, 16n).slice(0, 4))}::/64`;
}

const hexadecimal = (groups: readonly bigint[]) => groups.map((group) => group.toString(16)).join(":");

function groupsOf(value: bigint, count: number, width: bigint): readonly bigint[] {
  const places = Array.from({ length: count }, (_, place) => BigInt(count - 1 - place) * width);
  return places.map((place) => BigInt.asUintN(Number(width), value >> place));
}

const WRAPPED = 0xffffn;

/** Also a block, as long as it lies within the wrapped ones. */
function unwrapped({ bits, value, prefix }: IpBlock): IpBlock {
  if (bits === 32 || prefix < 96 || value >> 32n !== WRAPPED) return { bits, value, prefix };
  return { bits: 32, value: BigInt.asUintN(32, value), prefix: prefix - 96 };
}

function spelledAddress(text: string): IpAddress | null {
  const four = version4(text);
  if (four !== null) return { bits: 32, value: four };
  const six = version6(text.replace(/%[^%]*$/, ""));
  return six === null ? null : { bits: 128, value: six };
}

const DECIMAL = /^(?:0|[1-9]\d{0,2})$/;

function version4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => DECIMAL.test(part) && Number(part) <= 255)) return null;
  return joined(parts.map(BigInt), 8n);
}

const HEXADECIMAL = /^[0-9a-f]{1,4}$/i;

function version6(text: string): bigint | null {
  const [before = "", after, ...more] = text.split("::");
  const head = groupsIn(before, after === undefined);
  const tail = groupsIn(after ?? "", true);
  if (!head || !tail || more.length > 0) return null;
  const missing = 8 - head.length - tail.length;
  if (after === undefined ? missing !== 0 : missing < 1) return null;
  return joined([...head, ...Array<bigint>(missing).fill(0n), ...tail], 16n);
}

/** The last 32 bits may be spelled as an address of version 4. */
function groupsIn(text: string, isLast: boolean): readonly bigint[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const four = isLast ? version4(parts.at(-1) ?? "") : null;
  const plain = four === null ? parts : parts.slice(0, -1);
  if (!plain.every((part) => HEXADECIMAL.test(part))) return null;
  return [...plain.map((part) => BigInt(`0x${part}`)), ...(four === null ? [] : groupsOf(four, 2, 16n))];
}

function joined(groups: readonly bigint[], width: bigint): bigint {
  return groups.reduce((value, group) => (value << width) | group, 0n);
}
