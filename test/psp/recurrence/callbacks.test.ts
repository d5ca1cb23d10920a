// What a PSP reports of recurrences, through a gateway: lost, repeated, stale, half true, or at the address of another account, it ends as the
// PSP says when it is asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { call } from '../../http.ts'
import { agree, lookNow, offered, reachesRecurrence } from '../../recurrence/recurring.ts'
import { until } from '../../until.ts'
import { openGatewayBehindWire } from '../faulty-wire.ts'
import { openBranch } from '../two-banks.ts'

const PRICE = { fixedCentavos: 50, basisPoints: 0 }
const UNKNOWN = 'RN9999000120261110abcdefghijk'

interface Kept {
  applied: boolean
  trouble: string | null
  pspAccountId: number
}

test('callbacks of recurrences', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  await agree(gateway, seller, PRICE)

  const callBack = async (entries: object[], url = wire.callbackUrl().replace(/pix$/, 'rec')) => {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ recs: entries }) })
    assert.equal(answer.status, 200)
  }
  const entry = (idRec: string, status: string) => ({ idRec, status, atualizacao: [] })
  const inBankApp = async (idRec: string, act: string) => {
    const answer = await call(bank.url, 'POST', `/sandbox/app/rec/${idRec}/${act}`, { body: {} })
    assert.equal(answer.status, 200, answer.text)
  }
  const lost = () =>
    call(bank.url, 'POST', '/sandbox/faults', { body: { on: 'POST /sandbox/app', fate: 'dropCallback', times: 1 } })
  const keptWith = (text: string, pass: (kept: Kept) => boolean) =>
    until(async () => {
      const rows = await gateway.db.query<Kept>(sql`
        select applied_at is not null as applied, trouble, psp_account_id as "pspAccountId" from psp_inbox
        where position(${text} in convert_from(body, 'UTF8')) > 0`)
      return rows.find(pass) ?? null
    }, `${text} in the inbox`)
  const versionOf = async (idRec: string) => {
    const [row] = await gateway.db.query<{ version: number }>(
      sql`select version from recurrence where id_rec = ${idRec}`,
    )
    return row?.version
  }
  /** Authorised at the bank, which did not report it. */
  const quietlyAuthorised = async () => {
    const made = await offered(seller)
    await lost()
    await inBankApp(made.idRec, 'accept')
    return made
  }

  await t.test('report what its payer has done', async () => {
    const made = await offered(seller)
    await inBankApp(made.idRec, 'accept')
    await keptWith(made.idRec, ({ applied }) => applied)
    await reachesRecurrence(seller, made, 'APROVADA')
    await inBankApp(made.idRec, 'cancel')
    await reachesRecurrence(seller, made, 'CANCELADA')
  })

  await t.test('that are lost are made good by asking', async () => {
    const made = await quietlyAuthorised()
    await lookNow(gateway)
    await reachesRecurrence(seller, made, 'APROVADA')
  })

  await t.test('twenty times at once, and stale ones after that, change a recurrence once', async () => {
    const made = await quietlyAuthorised()
    const before = (await versionOf(made.idRec)) ?? 0
    const approved = entry(made.idRec, 'APROVADA')
    await Promise.all(Array.from({ length: 20 }, () => callBack([approved])))
    await reachesRecurrence(seller, made, 'APROVADA')
    const stale = entry(made.idRec, 'CRIADA')
    await callBack([stale])
    await keptWith(JSON.stringify(stale), ({ applied }) => applied)
    assert.equal((await seller.api('GET', `/api/pix-automatico/${made.idRec}`)).body.status, 'APROVADA')
    assert.equal(await versionOf(made.idRec), before + 1)
  })

  await t.test('that claim what the PSP does not say move nothing', async () => {
    const made = await offered(seller)
    const forged = entry(made.idRec, 'APROVADA')
    await callBack([forged])
    await keptWith(JSON.stringify(forged), ({ applied }) => applied)
    assert.equal((await seller.api('GET', `/api/pix-automatico/${made.idRec}`)).body.status, 'CRIADA')
  })

  await t.test('with ten entries of which one cannot be confirmed apply the other nine, once', async () => {
    const nine = await Promise.all(Array.from({ length: 9 }, quietlyAuthorised))
    await callBack([entry(UNKNOWN, 'APROVADA'), ...nine.map(({ idRec }) => entry(idRec, 'APROVADA'))])
    for (const made of nine) await reachesRecurrence(seller, made, 'APROVADA')
    const { trouble } = await keptWith(UNKNOWN, kept => kept.trouble !== null)
    assert.equal(trouble, 'no recurrence here has this idRec yet (1 of 10 entries)')
  })

  await t.test('at the address of another PSP account of the receiver reach the recurrence all the same', async () => {
    const made = await quietlyAuthorised()
    const other = await openBranch(gateway, bank, wire.url)
    const token = 'a-token-that-the-test-knows-of-24'
    await gateway.db.query(sql`
      update psp_account set callback_token_hash = ${hashToken(token)}, seal = default where id = ${other}`)
    await callBack([entry(made.idRec, 'APROVADA')], `${gateway.url}/callbacks/psp/${token}/rec`)
    await keptWith(made.idRec, ({ applied, pspAccountId }) => applied && pspAccountId === other)
    await reachesRecurrence(seller, made, 'APROVADA')
  })
})
