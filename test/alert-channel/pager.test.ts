// A pager that rings when the bank hangs: by pager, signed webhook, chat and mail, until a person acknowledges it and the bank is back.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { keyOf, signStandard, signWebhook } from '#kernel/crypto/signature.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, SALE, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openSmtpServer, type SmtpServer } from '../mail/smtp-server.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { CHANNELS, channel } from './things.ts'

const CODE = 'PSP_NOT_ANSWERING'
const ROUTING_KEY = 'R0UT1NGKEYOFTHISHOUSE00000000001'

describe('a pager that rings when the bank hangs', () => {
  let resources: AsyncDisposableStack
  let smtp: SmtpServer
  let outside: Receiver
  let gateway: TestGateway
  let olga: Person
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  let hook: any
  before(async () => {
    resources = new AsyncDisposableStack()
    smtp = resources.use(await openSmtpServer())
    outside = resources.use(await openReceiver())
    const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Casa <nao-responda@example.com>' }
    // A bank that is slow while everything starts must not ring before there is a channel.
    gateway = resources.use(await openTestGateway({ env: { ...mail, PSP_TIMEOUT_MS: '1000' } }))
    olga = await registerOperator(gateway)
    hook = await channel(olga, { kind: 'WEBHOOK', url: `${outside.url}/hook` })
    await channel(olga, { kind: 'SLACK', url: `${outside.url}/slack`, language: 'en' })
    await channel(olga, { kind: 'TEAMS', url: `${outside.url}/teams` })
    await channel(olga, { kind: 'PAGERDUTY', url: `${outside.url}/v2/enqueue`, routingKey: ROUTING_KEY })
    await channel(olga, { kind: 'MAIL', recipients: ['plantao@example.com'] })
    await channel(olga, { kind: 'SLACK', name: 'só crítico', url: `${outside.url}/critical`, minSeverity: 'critical' })
  })
  after(() => resources.disposeAsync())

  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  const at = (path: string) => (one: any) => one.path === path

  it('tells every channel that hears of it, each in its own form', async () => {
    const seller = await gateway.seller()
    await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: { on: '*', fate: 'timeoutBefore', times: 1_000 } })
    await until(async () => {
      await seller.api('POST', '/api/transactions', { ...SALE, amount: 1_00 })
      return outside.received.length > 0 || null
    }, 'the first to be told')

    const [event] = await outside.gets(1, at('/v2/enqueue'))
    assert.equal(event?.body.routing_key, ROUTING_KEY)
    assert.equal(event?.body.event_action, 'trigger')
    assert.equal(event?.body.payload.severity, 'warning')
    assert.match(event?.body.payload.summary, /ATENÇÃO · Um provedor/)
    assert.match(event?.body.links[0].href, /\/docs\/pt\/runbooks#psp_not_answering$/)

    const [signed] = await outside.gets(1, at('/hook'))
    const [alert] = signed?.body.alerts ?? []
    assert.deepEqual([alert.code, alert.severity, alert.status], [CODE, 'warning', 'OPEN'])
    assert.equal(alert.subject.kind, 'psp')
    const timestamp = Number(signed?.headers['x-service-timestamp'])
    const key = keyOf(hook.secret)
    assert.ok(signed !== undefined)
    assert.equal(signed.headers['x-service-signature'], signWebhook(key, timestamp, signed.raw))
    assert.equal(signed.headers['webhook-signature'], signStandard(key, signed.body.id, timestamp, signed.raw))
    assert.equal(signed.headers['x-service-event-id'], signed.body.id)

    const [chat] = await outside.gets(1, at('/slack'))
    assert.match(chat?.body.text, /^WARNING · /)
    assert.match(chat?.body.blocks[1].text.text, /PSP_NOT_ANSWERING · psp 1 .*\|Runbook>/)
    const [teams] = await outside.gets(1, at('/teams'))
    const [card] = teams?.body.attachments ?? []
    assert.equal(card.contentType, 'application/vnd.microsoft.card.adaptive')
    assert.equal(card.content.type, 'AdaptiveCard')

    const mail = await until(() => smtp.received.find(({ to }) => to === 'plantao@example.com') ?? null, 'the mail')
    assert.match(mail.data, /^Message-ID:\s+<porteira\.alert\.\S+@example\.com>$/im)
    assert.match(mail.data.replaceAll('=\n', ''), /runbooks#psp_not_answering/)
    assert.deepEqual(outside.received.filter(at('/critical')), [], 'it hears of what is critical alone')
  })

  it('stops when a person acknowledges it, and says who; the pager is told by the same key', async () => {
    const { body } = await olga.call('GET', '/api/admin/alarms?status=open')
    const { id, runbook } = body.data.find(({ code }: { code: string }) => code === CODE)
    assert.equal(runbook, '/docs/runbooks#psp_not_answering')
    assert.equal((await olga.call('POST', `/api/admin/alarms/${id}/acknowledge`)).body.acknowledgedBy, 'Olga Operadora')
    gateway.advance(MINUTE_MS)
    const [trigger, acknowledged] = await outside.gets(2, at('/v2/enqueue'))
    assert.deepEqual(acknowledged?.body, {
      routing_key: ROUTING_KEY,
      event_action: 'acknowledge',
      dedup_key: trigger?.body.dedup_key,
    })
    const [, resolved] = await outside.gets(2, at('/hook'))
    const [alert] = resolved?.body.alerts ?? []
    assert.deepEqual([alert.status, alert.acknowledgedBy], ['ACKNOWLEDGED', 'Olga Operadora'])
  })

  it('is resolved when the bank answers again', async () => {
    await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')
    const seller = await gateway.seller()
    gateway.advance(MINUTE_MS)
    await seller.sell(1_00)
    const ends = (one: { body: { event_action?: string } }) => one.body?.event_action === 'resolve'
    await outside.gets(1, ends)
    const { data } = (await olga.call('GET', '/api/admin/alarms?status=acknowledged')).body
    assert.notEqual(data.find(({ code }: { code: string }) => code === CODE).resolvedAt, null)
    const { data: channels } = (await olga.call('GET', CHANNELS)).body
    const state = (kind: string) => channels.find((one: { kind: string }) => one.kind === kind)
    assert.equal(state('PAGERDUTY').state, 'OK')
    assert.notEqual(state('PAGERDUTY').lastSentAt, null)
  })

  it('shows neither addresses nor keys, in no answer and no entry of the audit log', async () => {
    const { text } = await olga.call('GET', CHANNELS)
    const log = await olga.call('GET', '/api/admin/audit?limit=100')
    for (const secret of [ROUTING_KEY, '/v2/enqueue', '/slack', hook.secret, 'plantao@'])
      for (const shown of [text, log.text]) assert.ok(!shown.includes(secret), secret)
    assert.match(text, /p•••@example\.com/)
    assert.match(text, /••••0001/)
  })
})
