// Names of accounts and persons: what counts as an address in one, and how a mail shows a name.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { holdsAddress, mailedName } from '#kernel/plain-name.ts'

describe('a name holds an address', () => {
  const ADDRESSES = [
    'URGENTE: regularize em https://golpe.example/pix',
    'URGENTE http:\\\\golpe',
    'https:golpe',
    'Acesse www.golpe.com.br agora',
    'golpe.com',
    'Loja Golpe.Com',
    'pix.golpe',
    'veja t.co/abc',
    'golpe。com',
    'golpe．com',
    'ｇｏｌｐｅ．ｃｏｍ',
    'golpé.com.br',
    'conta 192.168.0.1',
    'fale com suporte@golpe.com',
    'suporte@localhost',
    'mailto:suporte',
    'xn--golpe-9ua.com',
  ]
  for (const name of ADDRESSES) it(name, () => assert.equal(holdsAddress(name), true))
})

describe('a name holds none', () => {
  const NAMES = [
    'Loja da Ana',
    'João D’Ávila Ltda. ME',
    'Padaria S.A.',
    'Comércio M.E.I.',
    'J.Silva & Filhos',
    'Dr. Carlos',
    'Versão 2.0',
    'Café @ Casa',
    '@lojadaana',
    'A/C Financeiro',
    'Loja 24h: pães',
    '名前',
  ]
  for (const name of NAMES) it(name, () => assert.equal(holdsAddress(name), false))
})

describe('a mail shows a name', () => {
  it('as it is', () => assert.equal(mailedName('Padaria S.A.'), 'Padaria S.A.'))
  it('without an address that it has from before', () =>
    assert.equal(mailedName('URGENTE: veja https://golpe.example/pix'), 'URGENTE veja https golpe example pix'))
  it('on one line, without what cannot be seen', () => assert.equal(mailedName('a\u202e\r\n b'), 'a b'))
  it('with an end', () => assert.equal([...mailedName('x'.repeat(120))].length, 61))
})
