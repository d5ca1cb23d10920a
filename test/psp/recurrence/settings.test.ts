// Recurring PIX at a PSP account, as the operator sets it: the account that debits are credited to, and whether recurrences may be made.
// What payers have authorised keeps the account in use, at its bank and with its receiving account.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { findPspAccountVersions } from '#psp/store.ts'
import { call } from '../../http.ts'
import { ACCOUNTS, accountsOf, openScene, refusal } from '../operator.ts'
import { plantRecurrence } from './planting.ts'

const RECEIVER = { branch: '0001', account: '1234567', type: 'CORRENTE' }

test('recurring PIX at a PSP account', async t => {
  const { gateway, second, olga, account } = await openScene(t)
  const change = (body: unknown, id = 1) => olga.call('PATCH', `${ACCOUNTS}/${id}`, body)
  const first = async () => (await accountsOf(olga)).find(({ id }: { id: number }) => id === 1)

  await t.test('is off before there is a receiving account', async () => {
    await change({ receivingAccount: null, recurrenceEnabled: false })
    const { recurrenceEnabled, receivingAccount } = await first()
    assert.deepEqual([recurrenceEnabled, receivingAccount], [false, null])
  })

  const refused: [field: string, body: object][] = [
    ['recurrenceEnabled', { recurrenceEnabled: true }],
    ['receivingAccount.branch', { receivingAccount: { account: '1', type: 'CORRENTE' } }],
    ['receivingAccount.branch', { receivingAccount: { ...RECEIVER, branch: '00012' } }],
    ['receivingAccount.account', { receivingAccount: { ...RECEIVER, account: '12345-7' } }],
    ['receivingAccount.account', { receivingAccount: { branch: '0001', type: 'CORRENTE' } }],
    ['receivingAccount.type', { receivingAccount: { ...RECEIVER, type: 'POUPANÇA' } }],
    ['receivingAccount.iban', { receivingAccount: { ...RECEIVER, iban: 'x' } }],
  ]
  for (const [field, body] of refused)
    await t.test(`400 ${field} for ${JSON.stringify(body)}`, async () => {
      assert.deepEqual(refusal(await change(body)), [400, 'INVALID_DATA', field])
    })

  await t.test('is set, registered at the bank at once, shown and recorded', async () => {
    const { status, body } = await change({
      receivingAccount: RECEIVER,
      recurrenceEnabled: true,
      reason: 'Pix Automático',
    })
    assert.equal(status, 200)
    assert.deepEqual([body.receivingAccount, body.recurrenceEnabled], [RECEIVER, true])
    assert.deepEqual(body.registrations, {
      pix: { trouble: null },
      rec: { trouble: null },
      cobr: { trouble: null },
    })
    const log = await olga.call('GET', '/api/admin/audit?action=psp-account.changed')
    const [entry] = log.body.data
    assert.deepEqual(entry.detail.receiverAccount, { before: null, after: '1234567' })
    assert.deepEqual(entry.detail.recurrenceEnabled, { before: false, after: true })
  })

  await t.test('belongs to a new account from the beginning', async () => {
    const made = await olga.call('POST', ACCOUNTS, { ...account, receivingAccount: RECEIVER })
    assert.deepEqual([made.status, made.body.recurrenceEnabled], [201, true], made.text)
    assert.deepEqual(made.body.receivingAccount, RECEIVER)
    const other = { ...account, kind: 'bcb', name: 'Outro', baseUrl: second.url.replace('127.0.0.1', 'localhost') }
    const { branch: _, ...withoutBranch } = RECEIVER
    const bcb = await olga.call('POST', ACCOUNTS, { ...other, receivingAccount: withoutBranch })
    assert.deepEqual(bcb.body.receivingAccount, { ...RECEIVER, branch: null }, bcb.text)
  })

  const seller = await gateway.seller()
  const endOf = await plantRecurrence(gateway, { accountId: seller.accountId, pspAccountId: 1 })

  await t.test('keeps its receiving account and its bank while a payer may be debited', async () => {
    const [status, code] = refusal(await change({ receivingAccount: null, recurrenceEnabled: false }))
    assert.deepEqual([status, code], [409, 'CONFLICT'])
    const [moved] = refusal(await change({ baseUrl: second.url.replace('127.0.0.1', '127.0.0.2') }))
    assert.equal(moved, 409)
    assert.equal((await change({ receivingAccount: { ...RECEIVER, account: '7654321' } })).status, 200)
    assert.equal((await change({ recurrenceEnabled: false })).status, 200)
  })

  await t.test('keeps the account in use, however long ago it was switched off', async () => {
    await change({ payInEnabled: false, payOutEnabled: false })
    const isInUse = async () => {
      const accounts = await findPspAccountVersions(gateway.db, new Date(Date.now() + 200 * DAY_MS))
      return accounts.find(({ id }) => id === 1)?.inUse
    }
    assert.equal(await isInUse(), true)
    await endOf()
    assert.equal(await isInUse(), false)
  })

  await t.test('can be given up once nothing is under way', async () => {
    const { status, body } = await change({ receivingAccount: null, recurrenceEnabled: false })
    assert.deepEqual([status, body.receivingAccount], [200, null])
    assert.deepEqual([body.sweeps.recurrences, body.sweeps.debits], [null, null])
    const [row] = await gateway.db.query<{ version: number }>(sql`select version from psp_account where id = 1`)
    assert.ok((row?.version ?? 0) > 1, 'its adapter is opened anew')
  })

  await t.test('is offered by the kinds that can', async () => {
    const { data } = (await olga.call('GET', '/api/admin/psp/kinds')).body
    const offered = data.map(({ kind, recurrences }: { kind: string; recurrences: unknown }) => [kind, recurrences])
    assert.deepEqual(offered, [
      ['bcb', { needsBranch: false }],
      ['efi', { needsBranch: true }],
    ])
    assert.equal((await call(gateway.url, 'GET', '/api/admin/psp/kinds')).status, 401)
  })
})
