// The registries' special ranges, each at its edges, against another implementation: Node's own block list.
import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { describe, it, test } from 'node:test'
import fc from 'fast-check'
import { isPublicAddress } from '#kernel/ip-address.ts'

type Family = 'ipv4' | 'ipv6'

const RANGES: [range: string, what: string][] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/3', 'not given out: unspecified, loopback, mapped, compatible, NAT64, discard'],
  ['2001::/23', 'protocol assignments, Teredo, benchmarking, ORCHID'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
  ['4000::/2', 'not given out: SRv6'],
  ['8000::/1', 'not given out: ULA, link-local, site-local, multicast'],
]

// One for each family: in one list IPv4 would be looked for among the mapped addresses of IPv6, too.
const special = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [range] of RANGES) {
  const [address = '', bits] = range.split('/')
  const family = familyOf(address)
  special[family].addSubnet(address, Number(bits), family)
}

describe('special addresses', () => {
  for (const [range, what] of RANGES)
    it(`${range} (${what}) begins and ends where the registry says`, () => {
      const [address = '', bits] = range.split('/')
      const family = familyOf(address)
      const width = family === 'ipv4' ? 32n : 128n
      const first = numberOf(address, family)
      const last = first + (1n << (width - BigInt(bits ?? 0))) - 1n
      for (const inside of [first, first + 1n, (first + last) / 2n, last - 1n, last])
        assert.equal(isPublicAddress(textOf(inside, family)), false, textOf(inside, family))
      for (const beside of [first - 1n, last + 1n])
        if (beside >= 0n && beside < 1n << width) assertAgreed(textOf(beside, family), family)
    })

  it('are told from public ones as Node does it', () => {
    const ipv4 = fc.bigInt(0n, (1n << 32n) - 1n)
    fc.assert(
      fc.property(ipv4, number => assertAgreed(textOf(number, 'ipv4'), 'ipv4')),
      { numRuns: 5_000 },
    )
    const tail = fc.bigInt(0n, (1n << 112n) - 1n)
    const head = fc.oneof(
      fc.integer({ min: 0x2000, max: 0x3fff }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.constant(0x2001),
    )
    const ipv6 = fc.tuple(head, tail).map(([high, low]) => (BigInt(high) << 112n) | low)
    fc.assert(
      fc.property(ipv6, number => assertAgreed(textOf(number, 'ipv6'), 'ipv6')),
      { numRuns: 5_000 },
    )
  })

  it('are special inside of IPv6 too: mapped ones as what they are, every other form always', () => {
    fc.assert(
      fc.property(fc.ipV4(), address => {
        assert.equal(isPublicAddress(`::ffff:${address}`), isPublicAddress(address))
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const high = ((a << 8) | b).toString(16)
        const low = ((c << 8) | d).toString(16)
        const forms = [`::${address}`, `::ffff:0:${address}`, `64:ff9b::${address}`, `64:ff9b:1::${address}`]
        for (const form of [...forms, `2002:${high}:${low}::1`, `2001:0:${high}:${low}::1`, ...isatap(high, low)])
          assert.equal(isPublicAddress(form), false, form)
      }),
    )
  })
})

const isatap = (high: string, low: string) => ['0', '200'].map(kind => `2400:cb00:1:2:${kind}:5efe:${high}:${low}`)

test('the host of the machines of one cloud is special although its range is public', () => {
  assert.equal(isPublicAddress('168.63.129.16'), false)
  assert.ok(isPublicAddress('168.63.129.15') && isPublicAddress('168.63.129.17'))
})

function assertAgreed(address: string, family: Family): void {
  assert.equal(isPublicAddress(address), !special[family].check(address, family), address)
}

function familyOf(address: string): Family {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}

function numberOf(address: string, family: Family): bigint {
  if (family === 'ipv4') return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
  const [head = '', tail = ''] = address.split('::').map(half => half.split(':').filter(Boolean))
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

function textOf(number: bigint, family: Family): string {
  const [count, bits] = family === 'ipv4' ? [4, 8n] : [8, 16n]
  const parts = Array.from(
    { length: count },
    (_, at) => (number >> (BigInt(count - 1 - at) * bits)) & ((1n << bits) - 1n),
  )
  return family === 'ipv4' ? parts.join('.') : parts.map(part => part.toString(16)).join(':')
}
