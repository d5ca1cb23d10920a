// One spelling for each address, so that two can be compared as texts; what an address counts for; and the judgement whether it
// belongs to the open internet. Node's parser decides what an address is; ipaddr.js alone would also take "1.2.3" and "010.0.0.1".
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const MAX_CHARACTERS = 45
/** 2000::/3, the only part of IPv6 that is given out as global unicast. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]
/** 64 bits: what a provider gives to one customer, whose machine has all of these addresses at hand. */
const IPV6_NETWORK_PARTS = 4
/** Public by its range, but on a machine of that cloud it is the host's own service (WireServer). */
const AZURE_HOST = '168.63.129.16'

/**
 * The one spelling of an address: IPv4 dotted, IPv6 shortest and in lower case, IPv4 mapped into IPv6 as IPv4. Null for what is
 * not an address and nothing else: ports, prefixes, zones, blanks and short or octal forms are refused.
 */
export function normaliseIp(text: string): string | null {
  return parseIp(text)?.toString() ?? null
}

/**
 * Whether a request of ours may go there: global unicast only. Special ranges are refused, and with them every IPv6 form that
 * carries an IPv4 address inside (translated, 6to4, Teredo, ISATAP), since the address inside may be a private one.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseIp(text)
  if (address === null || address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return address.toString() !== AZURE_HOST
  return address.match(GLOBAL_IPV6) && !isIsatap(address)
}

/** RFC 5214 6.1: the last 64 bits begin with 0000:5efe, or with 0200:5efe, under any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => ((parts[4] ?? 0) & ~0x0200) === 0 && parts[5] === 0x5efe

/** Whether an address is one of these addresses and CIDR ranges. */
export function isAmong(text: string, ranges: readonly string[]): boolean {
  const address = parseIp(text)
  if (address === null) return false
  return ranges.some(range => {
    const [base, bits] = ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : oneAddress(range)
    return base.kind() === address.kind() && address.match(base as ipaddr.IPv4 & ipaddr.IPv6, bits)
  })
}

function oneAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** What stands for an address where failures are counted: of IPv6 a customer has many, so its /64 does. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts.slice(0, IPV6_NETWORK_PARTS).join(':')
}

function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.length > MAX_CHARACTERS || text.includes('%') || isIP(text) === 0) return null
  return ipaddr.process(isIP(text) === 6 ? withoutDots(text) : text)
}

/** ipaddr.js takes "::1.2.3.4" for "::ffff:1.2.3.4", another address; the URL parser writes the dotted tail as it is meant. */
function withoutDots(ipv6: string): string {
  return ipv6.includes('.') ? new URL(`http://[${ipv6}]`).hostname.slice(1, -1) : ipv6
}
