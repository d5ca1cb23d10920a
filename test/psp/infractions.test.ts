// What an adapter makes of infractions as Efí's documents and its SDK describe them: figures as text and as numbers, words in any case,
// fields that are not needed. What cannot be an amount is counted and never booked.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answering } from './scripted-adapter.ts'

const PERIOD = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-01-02T00:00:00Z') }

const infraction = (more: object = {}) => ({
  idInfracao: '8ad75c93-6150-422c-929e-822f361c7a6b',
  endToEndId: 'E09089356202312181249APId91a6304',
  protocolo: 1313,
  dataTransacao: '2026-01-01T16:01:35Z',
  valor: 100,
  chave: 'chavepix@email.com',
  status: 'ABERTA',
  razao: 'Solicitacao de devolução',
  tipoSituacao: 'golpe',
  comentario: 'QR Code falso',
  identificadorTicket: [94, 95],
  dadosAnalise: { abertura: '2026-01-01T17:00:00Z', prazoFinalizacao: '2026-01-08T17:00:00Z' },
  origem: { nomeParticipante: 'BANCO XYZ', conta: 10001, nome: 'Fulano de Tal', documento: '80000000000' },
  destino: { nomeParticipante: 'Efí S/A', conta: 10001, nome: 'Fulano de Tal', documento: '80000000000' },
  criadoEm: '2026-01-01T17:00:00Z',
  atualizadoEm: '2026-01-01T17:00:00Z',
  ...more,
})

async function listed(more: object = {}) {
  const page = { parametros: {}, infracoes: [infraction(more)] }
  const outcome = await answering({ status: 200, body: page }).psp.disputes?.list(PERIOD, 0)
  assert.ok(outcome?.kind === 'done')
  return outcome.value
}

describe('an infraction', () => {
  it('is read with numbers, a word in lower case and whatever else comes', async () => {
    assert.deepEqual((await listed()).items, [
      {
        disputeId: '8ad75c93-6150-422c-929e-822f361c7a6b',
        endToEndId: 'E09089356202312181249APId91a6304',
        amount: 100_00n,
        amountIfCentavos: 100n,
        state: 'open',
        protocol: '1313',
        reason: 'Solicitacao de devolução, golpe',
        openedAt: new Date('2026-01-01T17:00:00Z'),
        deadlineAt: new Date('2026-01-08T17:00:00Z'),
      },
    ])
  })

  const amounts: [valor: unknown, reais: bigint, ifCentavos: bigint | undefined][] = [
    ['100.00', 100_00n, undefined],
    ['100', 100_00n, 100n],
    [100, 100_00n, 100n],
    [100.5, 100_50n, undefined],
    [19.99, 19_99n, undefined],
    [9_999_999_999, 999_999_999_900n, 9_999_999_999n],
  ]
  for (const [valor, reais, ifCentavos] of amounts)
    it(`of ${JSON.stringify(valor)} is one of ${reais} cents, or of ${ifCentavos ?? 'nothing else'}`, async () => {
      const [one] = (await listed({ valor })).items
      assert.deepEqual([one?.amount, one?.amountIfCentavos], [reais, ifCentavos])
    })

  for (const valor of [0, '0.00', -1, 1.005, 1e21, Number.NaN, '1,00', true, null, [100], undefined])
    it(`of ${String(valor)} is counted as unread`, async () => {
      const { items, unread } = await listed({ valor })
      assert.deepEqual([items.length, unread.length], [0, 1])
    })

  it('has the protocol as text, also where it came as text or not at all', async () => {
    const protocolOf = async (protocolo: unknown) => (await listed({ protocolo })).items[0]?.protocol
    assert.deepEqual(
      [await protocolOf('1313'), await protocolOf(1313), await protocolOf(undefined)],
      ['1313', '1313', null],
    )
  })
})
