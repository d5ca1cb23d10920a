import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhookAddress } from '#notification/webhooks/address.ts'

const EVERYWHERE = { production: false, requireHttps: false }
const PRODUCTION = { production: true, requireHttps: false }

const good = (text: string, rules: typeof PRODUCTION) => webhookAddress(text, rules) instanceof URL

describe('a notification address', () => {
  for (const text of [
    'https://shop.example.com/webhook',
    'http://shop.example.com',
    'https://shop.example.com:8443/a/b?c=d#e',
    'HTTPS://Shop.Example.com/',
    'https://loja-são-joão.example.com/aviso',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]:8443/',
    'https://localhost.example.com/',
    'https://internal.example.com/',
    'https://127.0.0.1.example.com/',
  ])
    it(`may be ${text}`, () => {
      assert.ok(good(text, PRODUCTION))
      assert.ok(good(text, EVERYWHERE))
    })

  for (const text of [
    '',
    'shop.example.com',
    '//shop.example.com/',
    'https:shop.example.com',
    'https:/shop.example.com',
    'https://',
    'ftp://shop.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'https://user:password@shop.example.com/',
    'https://user@shop.example.com/',
    'https://shop.example.com:99999/',
    'https://shop.example.com:0/',
    'https://shop.exa mple.com/',
    ' https://shop.example.com/',
    'https://shop.example.com/\n',
    'https://shop.example.com/\u0000',
    'https://shop.example.com/\u0085',
    'ht\ttps://shop.example.com/',
    'https://256.256.256.256/',
    'https://[::1/',
    `https://shop.example.com/${'a'.repeat(2048)}`,
  ])
    it(`is nowhere ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.match(String(webhookAddress(text, EVERYWHERE)), /^expected /)
    })

  it('may be 2048 characters long', () => {
    const text = `https://shop.example.com/${'a'.repeat(2048 - 25)}`
    assert.equal(text.length, 2048)
    assert.ok(good(text, PRODUCTION))
  })

  const inward = [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost:8080',
    'shop.localhost',
    'a.b.localhost.',
    'printer.local',
    'db.internal',
    'metadata.google.internal',
    'router.home.arpa',
    'nas.lan',
    'intranet',
    'kubernetes',
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    'ⓛocalhost',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '10.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '2852039166',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[4000::1]',
  ]
  for (const host of inward)
    it(`at ${host} is refused in production and allowed elsewhere`, () => {
      assert.equal(webhookAddress(`http://${host}/x`, PRODUCTION), 'expected an address on the public internet')
      assert.ok(good(`http://${host}/x`, EVERYWHERE))
    })

  it('must be https where the operator says so', () => {
    const rules = { production: false, requireHttps: true }
    assert.equal(webhookAddress('http://shop.example.com/', rules), 'expected an https address')
    assert.ok(good('https://shop.example.com/', rules))
  })
})
