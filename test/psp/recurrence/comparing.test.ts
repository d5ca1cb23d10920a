// The PSP's lists of recurrences and debits, compared with the books of a gateway: what it made and has forgotten is adopted, and the gateway
// pays nothing more before a person has looked; what somebody else made is reported and left alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { debitTxidOf } from '#kernel/ids.ts'
import { registerOperator } from '../../access/person.ts'
import { openTestGateway } from '../../gateway.ts'
import { agree, inApp, inDays, offered, reachesRecurrence } from '../../recurrence/recurring.ts'
import { alertsOf } from '../../sale/incoming.ts'
import { clientOf } from '../../sandbox/test-bank.ts'
import { until } from '../../until.ts'

const PRICE = { fixedCentavos: 50, basisPoints: 0 }
const RECEIVER = { agencia: '0001', conta: '1234567', tipoConta: 'CORRENTE' }

test('the lists of recurring PIX', async t => {
  await using gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '100' } })
  const seller = await gateway.seller()
  await agree(gateway, seller, PRICE)
  const bank = await clientOf({ url: gateway.bankUrl })

  const authorised = async () => {
    const made = await offered(seller, { dataInicial: inDays(9) })
    await inApp(gateway, made.idRec, 'accept')
    await reachesRecurrence(seller, made, 'APROVADA')
    return made
  }
  const planned = (uuid: string) =>
    until(async () => {
      const [row] = await gateway.db.query<{ txid: string; status: string }>(sql`
        select txid, debit.status from debit join recurrence on recurrence.account_id = debit.account_id
          and recurrence.id = recurrence_id where recurrence.uuid = ${uuid}::uuid`)
      return row ?? null
    }, 'its first debit')
  /** As an order of this gateway that its database has forgotten. */
  const orderAtBank = async (txid: string, idRec: string) => {
    const body = {
      idRec,
      calendario: { dataDeVencimento: inDays(9) },
      valor: { original: '49.90' },
      recebedor: RECEIVER,
    }
    const answer = await bank.call('PUT', `/v2/cobr/${txid}`, body)
    assert.equal(answer.status, 201, answer.text)
  }
  /** The payer's bank schedules it at once. */
  const isOrdered = (uuid: string) =>
    until(async () => {
      const { status } = await planned(uuid)
      return status === 'CRIADA' || status === 'ATIVA' ? status : null
    }, 'the debit to be ordered')

  await t.test('show a recurrence that somebody else made, once, and it stays as it is', async () => {
    const body = {
      vinculo: { contrato: 'DE-OUTRO', devedor: { cpf: '52998224725', nome: 'Ana Souza' } },
      calendario: { dataInicial: inDays(20), periodicidade: 'MENSAL' },
      politicaRetentativa: 'NAO_PERMITE',
    }
    const made = await bank.call('POST', '/v2/rec', body)
    assert.equal(made.status, 201, made.text)
    await offered(seller)
    await until(async () => (await alertsOf(gateway)).RECURRENCE_UNKNOWN ?? null, 'the alert')
    const sweptTo = async () => {
      const [row] = await gateway.db.query<{ at: Date }>(
        sql`select swept_to as at from psp_sweep where list = 'recurrences'`,
      )
      return row?.at.getTime() ?? 0
    }
    const before = Date.now()
    await until(async () => ((await sweptTo()) > before ? true : null), 'the list to be read again')
    assert.equal((await alertsOf(gateway)).RECURRENCE_UNKNOWN, 1)
    assert.equal((await bank.call('GET', `/v2/rec/${made.body.idRec}`)).body.status, 'CRIADA')
  })

  await t.test('show that a planned debit was ordered already: it is not ordered again', async () => {
    const { uuid, idRec } = await authorised()
    const { txid, status } = await planned(uuid)
    assert.deepEqual([txid, status], [debitTxidOf(seller.accountId, uuid, 1, 0), 'PLANEJADA'])
    await orderAtBank(txid, idRec)
    await isOrdered(uuid)
  })

  await t.test('show a debit that is forgotten: it is adopted, and the gateway is in recovery', async () => {
    const { uuid, idRec } = await authorised()
    const { txid } = await planned(uuid)
    await gateway.db.query(sql`delete from debit where txid = ${txid}`)
    await orderAtBank(txid, idRec)
    await isOrdered(uuid)
    const olga = await registerOperator(gateway)
    const { active, reason } = await until(async () => {
      const { body } = await olga.call('GET', '/api/admin/recovery')
      return body.active ? body : null
    }, 'the recovery')
    assert.equal(active, true)
    assert.match(reason, /lists 1 payments or debits of ours that this database knows nothing of/)
  })
})
