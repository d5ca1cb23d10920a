// The settings of certificates, and of the server that PSPs call back at.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'

const CALLBACK = {
  HOST: '10.0.0.5',
  CALLBACK_PORT: '8443',
  CALLBACK_TLS_CERT_FILE: '/tls/own.pem',
  CALLBACK_TLS_KEY_FILE: 'own.key',
  CALLBACK_CLIENT_CA_FILE: '/tls/psp-ca.pem',
}

test('the files of certificates are absolute paths', () => {
  const files = { PSP_CERT_FILE: 'psp.pem', PSP_KEY_FILE: '/keys/psp.key', PSP_CA_FILE: '../ca.pem' }
  const { psp } = readConfig(files)
  assert.deepEqual([psp.certFile, psp.keyFile, psp.caFile], [resolve('psp.pem'), '/keys/psp.key', resolve('../ca.pem')])
})

test('callbacks have a server of their own with CALLBACK_PORT', () => {
  assert.deepEqual(readConfig(CALLBACK).callback, {
    host: '10.0.0.5',
    port: 8443,
    certFile: '/tls/own.pem',
    keyFile: resolve('own.key'),
    clientCaFile: '/tls/psp-ca.pem',
    url: null,
  })
  const more = { ...CALLBACK, CALLBACK_HOST: '::', CALLBACK_URL: 'https://psp.example.com:443/' }
  const { callback } = readConfig(more)
  assert.deepEqual([callback?.host, callback?.url], ['::', 'https://psp.example.com'])
})

const BAD_TLS: [env: Record<string, string>, expected: RegExp][] = [
  [{ PSP_CERT_FILE: 'a' }, /- PSP_CERT_FILE and PSP_KEY_FILE must be set together; one file may hold both\./],
  [{ PSP_KEY_FILE: 'a' }, /- PSP_CERT_FILE and PSP_KEY_FILE must be set together/],
  [{ ...CALLBACK, CALLBACK_PORT: '' }, /- CALLBACK_TLS_CERT_FILE has no meaning without CALLBACK_PORT/],
  [{ CALLBACK_HOST: '::1' }, /- CALLBACK_HOST has no meaning without CALLBACK_PORT/],
  [{ CALLBACK_URL: 'https://x' }, /- CALLBACK_URL has no meaning without CALLBACK_PORT/],
  [
    { CALLBACK_PORT: '8443' },
    /- CALLBACK_TLS_CERT_FILE must .*\n.*- CALLBACK_TLS_KEY_FILE must .*\n.*- CALLBACK_CLIENT_CA/,
  ],
  [{ ...CALLBACK, PORT: '8443' }, /- CALLBACK_PORT must be another than PORT\./],
  [{ ...CALLBACK, CALLBACK_PORT: '65536' }, /- CALLBACK_PORT must be a whole number from 0 to 65535\./],
  [{ ...CALLBACK, CALLBACK_HOST: 'a b' }, /- CALLBACK_HOST must be an IP address or a host name/],
  [{ ...CALLBACK, CALLBACK_URL: 'http://psp.example.com' }, /- CALLBACK_URL must be an address such as https:/],
  [{ ...CALLBACK, CALLBACK_URL: 'https://psp.example.com/a' }, /- CALLBACK_URL must be an address such as https:/],
]

for (const [env, expected] of BAD_TLS)
  test(`${JSON.stringify(env)} is refused by name`, () => {
    assert.throws(() => readConfig(env), { name: 'StartProblem', message: expected })
  })

test('callbacks may come to any free port, whatever PORT is', () => {
  assert.equal(readConfig({ ...CALLBACK, PORT: '0', CALLBACK_PORT: '0' }).callback?.port, 0)
})
