// Which mails the members of an account get about it: by default what they have to act on, incoming payments for those who chose them, an
// hour of them in one mail; in the commit of what happened.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Message } from '#mail/mail.ts'
import { openAccountMail } from '#member/account-mail/account-mail.ts'
import { registerOperator } from '../access/person.ts'
import { sellByCard, sellsByCard } from '../charge/cards.ts'
import { disputedAtBank, ENV, sold } from '../dispute/disputing.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { paid } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { joinByMail } from './guests.ts'

const PATH = '/api/mail-preferences'
const PAID = /^(?:Sale|\d+ sales) paid: /
const DEFAULTS = { moneyIn: false, disputes: true, failedCashouts: true, webhooksSwitchedOff: true }

describe('mail about an account', () => {
  let gateway: TestGateway
  let shop: Shop
  let reader: Awaited<ReturnType<typeof joinByMail>>
  before(async () => {
    gateway = await openTestGateway({ env: ENV })
    shop = await openShop(gateway, { funds: 1_000_00 })
    reader = await joinByMail(gateway, shop.person)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const mailsTo = (email: string, about: RegExp): Message[] =>
    gateway.mails.filter(({ to, subject }) => to === email && about.test(subject))
  const gets = (email: string, about: RegExp, count = 1) =>
    until(() => {
      const mails = mailsTo(email, about)
      return mails.length >= count ? mails : null
    }, `${count} mails to ${email}`)
  const owed = async (kind: string) => {
    const rows = await gateway.db.query<{ recipient: string }>(sql`
      select recipient from mail where kind = ${kind} order by recipient`)
    return rows.map(({ recipient }) => recipient)
  }

  it('is chosen by each member for themselves, and the log says so', async () => {
    assert.deepEqual((await shop.person.call('GET', PATH)).body, { ...DEFAULTS, language: 'pt-BR' })
    const change = { moneyIn: true, language: 'en' }
    const changed = await shop.person.call('PATCH', PATH, change)
    assert.deepEqual([changed.status, changed.body], [200, { ...DEFAULTS, ...change }])
    assert.deepEqual((await shop.person.call('GET', PATH)).body, changed.body)
    assert.deepEqual((await reader.call('GET', PATH)).body, { ...DEFAULTS, language: 'pt-BR' })
    const [entry] = (await shop.person.call('GET', '/api/audit?limit=1')).body.data
    assert.equal(entry.action, 'member.mail-changed')
    assert.deepEqual(entry.detail.moneyIn, { before: false, after: true })
    for (const body of [{}, { moneyIn: 'yes' }, { moneyOut: true }, { language: 'fr' }]) {
      const { status, text } = await shop.person.call('PATCH', PATH, body)
      assert.equal(status, 400, text)
    }
    assert.equal((await shop.person.call('GET', PATH, undefined, { cookie: null })).status, 401)
  })

  it('reports paid sales to those who chose it, once for all of an hour', async () => {
    const { email } = shop.person
    await paid(gateway, shop.seller, 150_00)
    await paid(gateway, shop.seller, 50_00)
    gateway.advance(2 * MINUTE_MS)
    const [first] = await gets(email, PAID)
    assert.match(first?.subject ?? '', /^2 sales paid: R\$200\.00$/)
    assert.match(first?.text ?? '', /^R\$150\.00, sale \d+, Pix$/m)
    assert.match(first?.text ?? '', /\/vendas/)
    assert.doesNotMatch(first?.text ?? '', /Receivables/, 'a Pix is there')
    for (const cents of [10_00, 20_00, 30_00]) await paid(gateway, shop.seller, cents)
    gateway.advance(2 * MINUTE_MS)
    assert.equal((await owed('money-in')).length, 2, 'one went out, one waits for its hour')
    assert.equal(mailsTo(email, PAID).length, 1)
    gateway.advance(HOUR_MS)
    const [, second] = await gets(email, PAID, 2)
    assert.match(second?.subject ?? '', /^3 sales paid: R\$60\.00$/)
    assert.deepEqual(mailsTo(reader.email, /pagas?: /), [], 'who has not chosen it')
  })

  it('says by what a sale was paid, and of a card neither that it was received nor that it is a Pix', async () => {
    await sellsByCard(gateway, shop.seller)
    assert.equal((await reader.call('PATCH', PATH, { moneyIn: true })).status, 200)
    gateway.advance(HOUR_MS)
    const { body, text } = await sellByCard(gateway, shop.seller, 'approved')
    assert.equal(body.status, 'PAGO', text)
    gateway.advance(2 * MINUTE_MS)
    const [mail] = await gets(reader.email, /^Venda paga: R\$ 100,00$/)
    assert.match(mail?.text ?? '', new RegExp(`^R\\$ 100,00, venda ${body.id}, cartão de crédito$`, 'm'))
    assert.match(mail?.text ?? '', /pode ser liberado depois: veja Recebíveis, no extrato\./)
    assert.doesNotMatch(`${mail?.subject} ${mail?.text}`, /pix|recebeu/i)
    assert.equal((await reader.call('PATCH', PATH, { moneyIn: false })).status, 200)
  })

  it('reports a disputed payment to every member, each in their language', async () => {
    const sale = await sold(gateway, shop.seller, 70_00)
    await disputedAtBank(gateway, sale)
    await until(async () => ((await owed('disputes')).length === 2 ? true : null), 'the dispute')
    gateway.advance(2 * MINUTE_MS)
    const [english] = await gets(shop.person.email, /^A payer disputes R\$70\.00$/)
    assert.match(
      english?.text ?? '',
      /R\$70\.00 of sale \d+: answer by \d{1,2} \w{3,4} 20\d\d, \d\d:\d\d \(Brasília time\)/,
    )
    const [portuguese] = await gets(reader.email, /^Um pagador contesta R\$ 70,00$/)
    assert.match(
      portuguese?.text ?? '',
      /R\$ 70,00 da venda \d+: responda até \d{1,2} de \w{3}\. de 20\d\d, \d\d:\d\d \(horário de Brasília\)/,
    )
    assert.match(portuguese?.html ?? '', /\/contestacoes"/)
    // Of a sale whose money has been paid out since, nothing may be blocked.
    assert.match(portuguese?.text ?? '', /O que houver do valor fica bloqueado; veja quanto no painel\./)
    assert.match(english?.text ?? '', /What there is of the amount is blocked; the panel shows how much\./)
  })

  it('reports a cashout that was not paid, but not to who does not want it, nor to who has left', async () => {
    const leaver = await joinByMail(gateway, shop.person)
    assert.equal((await reader.call('PATCH', PATH, { failedCashouts: false })).status, 200)
    const request = { amount: 100, pixKey: 'recusada@example.com', pixKeyType: 'EMAIL' }
    const { body } = await shop.seller.api('POST', '/api/public/cashout', request)
    await shop.seller.reaches(`/api/public/cashout/${body.uuid}`, 'FAILED')
    assert.deepEqual(await owed('failed-cashouts'), [leaver.email, shop.person.email].toSorted())
    const { data } = (await shop.person.call('GET', '/api/members')).body
    const { id } = data.find(({ email }: { email: string }) => email === leaver.email)
    assert.equal((await shop.person.call('DELETE', `/api/members/${id}`)).status, 204)
    gateway.advance(2 * MINUTE_MS)
    const [mail] = await gets(shop.person.email, /^A cashout was not paid: R\$100\.00$/)
    assert.match(mail?.text ?? '', /R\$100\.00, cashout \d+/)
    // A claim that lacks anything holds it at once.
    assert.match(mail?.text ?? '', /The amount is back in the balance\./)
    assert.doesNotMatch(mail?.text ?? '', /available/)
    assert.deepEqual(mailsTo(leaver.email, /saque/), [])
  })

  it('is owed in the commit of what happened, or not at all', async () => {
    const { accountId } = shop.seller
    const before = (await owed('disputes')).length
    const undone = new Error('undone')
    const event = { accountId, type: 'dispute.opened', form: 'DISPUTE' as const }
    const later = new Date(Date.now() + 24 * HOUR_MS)
    const writing = gateway.db.transaction(async tx => {
      await openAccountMail().owe(tx, [event], later)
      throw undone
    })
    await assert.rejects(writing, undone)
    assert.equal((await owed('disputes')).length, before)
    await gateway.db.transaction(tx => openAccountMail().oweSwitchedOff(tx, { accountId, id: 7n }, new Date()))
    assert.deepEqual(await owed('webhook-switched-off'), [reader.email, shop.person.email].toSorted())
    gateway.advance(2 * MINUTE_MS)
    const [mail] = await gets(reader.email, /^O webhook 7 foi desligado$/)
    assert.match(mail?.text ?? '', /O webhook 7 não aceitou nada/)
  })

  it('contains no web address of a name from before there was a rule for names', async () => {
    const { accountId } = shop.seller
    await gateway.db.query(sql`update iam."user" set name = 'veja https://golpe.example' where email = ${reader.email}`)
    await gateway.db.query(sql`update account set name = 'Loja www.golpe.example' where id = ${accountId}`)
    await gateway.db.transaction(tx => openAccountMail().oweSwitchedOff(tx, { accountId, id: 8n }, new Date()))
    gateway.advance(2 * MINUTE_MS)
    const [mail] = await gets(reader.email, /^O webhook 8 foi desligado$/)
    assert.match(mail?.text ?? '', /veja https golpe example/)
    assert.match(mail?.text ?? '', /Loja www golpe example/)
    assert.doesNotMatch(mail?.text ?? '', /golpe\.example/)
  })

  it('waits while the gateway is in recovery', async () => {
    const olga = await registerOperator(gateway)
    const drill = { reason: 'A drill of the recovery' }
    assert.ok((await olga.call('POST', '/api/admin/recovery/enter', drill)).status < 300)
    await paid(gateway, shop.seller, 40_00)
    gateway.advance(3 * HOUR_MS)
    const answer = mailsTo(shop.person.email, PAID).length
    // Other mail goes out meanwhile.
    await joinByMail(gateway, shop.person)
    assert.equal(mailsTo(shop.person.email, PAID).length, answer)
    assert.ok((await olga.call('POST', '/api/admin/recovery/resume', { ...drill, force: true })).status < 300)
    const mails = await gets(shop.person.email, PAID, answer + 1)
    assert.match(mails.at(-1)?.text ?? '', /^R\$40\.00, sale /m)
  })

  it('has kinds that the database takes, each of them', async () => {
    const [row] = await gateway.db.query<{ rule: string }>(sql`
      select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'mail_kind_check'`)
    for (const kind of [
      'invitation',
      'password-reset',
      'money-in',
      'disputes',
      'failed-cashouts',
      'webhook-switched-off',
    ])
      assert.ok(row?.rule.includes(kind), `${kind}: ${row?.rule}`)
  })
})
