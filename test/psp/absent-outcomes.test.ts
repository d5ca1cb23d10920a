// "Not there": which answer to which request means it. A 404 in a PSP's own words does, and with Efí the 400 that names the very thing that
// was looked up; any other 400 leaves open what there is.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBcb } from '#psp/adapters/bcb.ts'
import type { Reply } from '#psp/client/http.ts'
import type { Outcome, Psp } from '#psp/port.ts'
import { answering, inWords, nome, problem } from './scripted-adapter.ts'

const E2E = 'E99990002202601011200abcdefghijk'

const QUESTIONS = {
  charge: { word: 'cobranca_nao_encontrada', request: (psp: Psp) => psp.payIn.findCharge('txid') },
  received: { word: 'pix_nao_encontrado', request: (psp: Psp) => psp.payIn.findReceived(E2E) },
  refund: { word: 'devolucao_nao_encontrada', request: (psp: Psp) => psp.payIn.findRefund(E2E, 'id') },
  callbacks: { word: 'webhook_nao_encontrado', request: (psp: Psp) => psp.findCallbacks() },
}
const WORDS = Object.values(QUESTIONS).map(({ word }) => word)

const reported = (outcome: Outcome<unknown>) => inWords(outcome, String)
const named = (word: string, status = 400): Reply => ({ status, body: nome(word) })

/** The Central Bank's adapter, answered by the same words. */
const plain = (reply: Reply) =>
  openBcb({ pixKey: 'key', http: { call: async () => reply, probe: () => assert.fail(), close: async () => {} } })

for (const [what, { word, request }] of Object.entries(QUESTIONS))
  describe(`a lookup of ${what} at efi`, () => {
    it('finds nothing where the answer is 400 with its own word, or 404 with any', async () => {
      for (const reply of [named(word), named(word, 404), { status: 404, body: problem('NaoEncontrado') }])
        assert.equal(reported(await request(answering(reply).psp)), 'done null')
    })

    it('is refused by any other 400, also by one that names another thing', async () => {
      for (const other of [...WORDS, 'valor_invalido', 'constructor'].filter(one => one !== word))
        assert.equal(reported(await request(answering(named(other)).psp)), `refused ${other}`)
    })

    it('is refused where the word comes with another status, or in another field', async () => {
      for (const status of [409, 422])
        assert.equal(reported(await request(answering(named(word, status)).psp)), `refused ${word}`)
      const titled = { status: 400, body: { title: word, detail: 'D' } }
      assert.equal(reported(await request(answering(titled).psp)), `refused ${word}`)
    })

    it('decides nothing where no lookup was possible', async () => {
      for (const status of [401, 403, 429, 500])
        assert.equal(reported(await request(answering(named(word, status)).psp)), `unknown HTTP ${status}`)
    })

    it('is a matter of Efí’s: the Central Bank’s adapter takes no 400 for an absence', async () => {
      assert.equal(reported(await request(plain(named(word)))), `refused ${word}`)
    })
  })
