import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isPublicAddress, normaliseIp } from '#kernel/ip-address.ts'

describe('the one spelling of an address', () => {
  const spellings: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['0.0.0.0', '0.0.0.0'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:FFFF:203.100.113.177', '203.100.113.177'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['::', '::'],
    ['::1', '::1'],
    ['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107'],
    ['::1.2.3.4', '::102:304'],
    ['::ffff:0:1.2.3.4', '::ffff:0:102:304'],
  ]
  for (const [given, normal] of spellings)
    it(`of ${given} is ${normal}`, () => assert.equal(normaliseIp(given), normal))

  const malformed = [
    '',
    ' ',
    'localhost',
    '1.2.3',
    '1',
    '16909060',
    '0x7f000001',
    '0x7f.0.0.1',
    '010.0.0.1',
    '10.0.0.01',
    '256.1.1.1',
    '1.2.3.4.5',
    '1.2.3.4.',
    '-1.2.3.4',
    ' 1.2.3.4',
    '1.2.3.4 ',
    '1.2.3.4\n',
    '1.2.3.4\0',
    '1.2.3.4:80',
    '1.2.3.0/24',
    '１.2.3.4',
    '1,2,3,4',
    '*',
    '1.2.3.*',
    '[::1]',
    '[::1]:80',
    '::1/128',
    '::1%eth0',
    'fe80::1%1',
    '%',
    ':',
    ':::',
    '1::2::3',
    '12345::',
    'g::1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::ffff:010.0.0.1',
    '::ffff:1.2.3',
    ':'.repeat(1_000_000),
  ]
  for (const given of malformed) {
    it(`of ${JSON.stringify(given.slice(0, 30))} does not exist`, () => assert.equal(normaliseIp(given), null))
  }

  it('is the same for every way to write one address, and agrees with the URL parser', () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), groups => {
        const full = groups.map(value => value.toString(16).padStart(4, '0')).join(':')
        const short = new URL(`http://[${full}]`).hostname.slice(1, -1)
        fc.pre(!short.startsWith('::ffff:') || groups[5] !== 0xffff)
        assert.equal(normaliseIp(full), short)
        assert.equal(normaliseIp(full.toUpperCase()), short)
        assert.equal(normaliseIp(short), short)
        assert.equal(normaliseIp(withDottedTail(full, groups)), short)
      }),
      { numRuns: 1_000 },
    )
    fc.assert(fc.property(fc.ipV4(), address => assert.equal(normaliseIp(`::ffff:${address}`), address)))
  })

  function withDottedTail(full: string, groups: number[]): string {
    const tail = groups.slice(6).flatMap(value => [value >> 8, value & 0xff])
    return `${full.split(':').slice(0, 6).join(':')}:${tail.join('.')}`
  }
})

describe('the open internet', () => {
  const inside = [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '::ffff:8.8.8.8',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2804:14c::1',
    '2a00:1450::1',
  ]
  for (const address of inside) it(`holds ${address}`, () => assert.equal(isPublicAddress(address), true))

  const outside: Record<string, string[]> = {
    'this network': ['0.0.0.0', '0.255.255.255', '::'],
    loopback: ['127.0.0.1', '127.255.255.255', '::1'],
    private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
    'carrier NAT': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
    'link-local and cloud metadata': ['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'febf::1'],
    'protocol assignments': ['192.0.0.0', '192.0.0.255', '2001:1::1', '2001:1ff::1'],
    documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
    multicast: ['224.0.0.0', '239.255.255.255', 'ff02::1'],
    'reserved and broadcast': ['240.0.0.0', '255.255.255.254', '255.255.255.255', '4000::1', '8000::1', '1000::1'],
    'IPv4 mapped into IPv6': ['::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:169.254.169.254'],
    'IPv4 translated or compatible': ['::ffff:0:10.0.0.1', '::127.0.0.1', '::7f00:1', '::8.8.8.8'],
    NAT64: ['64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::1'],
    '6to4 and its relay': ['2002:7f00:1::', '2002:808:808::1', '192.88.99.1'],
    Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    'unique local': ['fc00::1', 'fdff:ffff::1'],
    'site-local': ['fec0::1', 'feff::1'],
    'discard-only': ['100::1'],
    'segment routing': ['5f00::1'],
    'no address at all': ['', 'localhost', '1.2.3', '010.0.0.1', '8.8.8.8:80', '2606:4700:4700::1111%eth0'],
  }
  for (const [range, addresses] of Object.entries(outside)) {
    for (const address of addresses) {
      it(`does not hold ${address || 'an empty text'} (${range})`, () => assert.equal(isPublicAddress(address), false))
    }
  }
})
