// When channels ring and when they are left in peace: quiet hours, reminders, storms, receivers that are away, and the dead man's switch.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addDays, dateAt, timeOn } from '#kernel/calendar/local-time.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { CHANNELS, channel, raise, SWITCH } from './things.ts'

/** A quarter to ten in the evening in São Paulo, of tomorrow. */
const EVENING = timeOn(addDays(dateAt(new Date()), 1), 21, 45)

describe('channels of alerts', () => {
  let gateway: TestGateway
  let outside: Receiver
  let olga: Person
  before(async () => {
    // An examination would end what is raised here about the books.
    gateway = await openTestGateway({ startsAt: EVENING, env: { DOCTOR_EVERY_MS: '0' } })
    outside = await openReceiver()
    olga = await registerOperator(gateway)
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await outside[Symbol.asyncDispose]()
  })

  const to = (path: string) => outside.received.filter(one => one.path === path)
  const alertsTo = (path: string) => to(path).flatMap(({ body }) => body.alerts)
  const gets = (path: string, count: number) =>
    until(() => (alertsTo(path).length >= count ? alertsTo(path) : null), `${count} alerts at ${path}`)
  const remove = ({ id }: { id: string }) => olga.call('DELETE', `${CHANNELS}/${id}`)

  test('in quiet hours only what is excepted rings; the rest comes in the morning, and reminders until it is acknowledged', async () => {
    const quietHours = { from: '22:00', to: '07:00', except: ['critical'] }
    const repeat = { everyMinutes: 60, max: 2 }
    const made = await channel(olga, { kind: 'WEBHOOK', url: `${outside.url}/quiet`, quietHours, repeat })
    gateway.advance(HOUR_MS)
    await raise(gateway, 'MAIL_NOT_SENT', 'in the night')
    await raise(gateway, 'BOOKS_DO_NOT_ADD_UP', 'in the night')
    const [critical] = await gets('/quiet', 1)
    assert.deepEqual([critical.code, critical.reminder], ['BOOKS_DO_NOT_ADD_UP', 0])
    const { body } = await olga.call('GET', `${CHANNELS}/${made.id}`)
    assert.equal(body.waiting, 1)
    await olga.call('POST', `/api/admin/alarms/${critical.id}/acknowledge`)

    gateway.advance(9 * HOUR_MS)
    const warnings = () =>
      alertsTo('/quiet').filter(({ code, status }) => code === 'MAIL_NOT_SENT' && status === 'OPEN')
    const counted = (count: number) =>
      until(() => (warnings().length === count ? warnings() : null), `the warning ${count} times`)
    await counted(1)
    for (const reminder of [1, 2]) {
      gateway.advance(HOUR_MS)
      assert.equal((await counted(reminder + 1)).at(-1).reminder, reminder)
    }
    // The most that was asked for.
    gateway.advance(2 * HOUR_MS)
    await raise(gateway, 'BOOKS_DO_NOT_ADD_UP', 'later')
    await until(() => alertsTo('/quiet').some(({ firstAt }) => firstAt > critical.lastAt) || null, 'what came later')
    assert.equal(warnings().length, 3)
    await remove(made)
  })

  test('what comes within a minute is one message, and what a receiver does not take waits for it', async () => {
    const made = await channel(olga, { kind: 'WEBHOOK', url: `${outside.url}/away` })
    outside.answers.splice(0, outside.answers.length, 503, 200)
    await raise(gateway, 'MAIL_NOT_SENT', 'the first')
    const failing = await until(async () => {
      const { body } = await olga.call('GET', `${CHANNELS}/${made.id}`)
      return body.state === 'FAILING' ? body : null
    }, 'the channel to fail')
    assert.match(failing.lastError, /^it answered 503: thank you$/)
    for (let n = 0; n < 30; n++) await raise(gateway, 'MAIL_NOT_SENT', `no. ${n}`)
    gateway.advance(MINUTE_MS)
    const [first, again] = await until(() => (to('/away').length >= 2 ? to('/away') : null), 'the second try')
    assert.equal(again?.body.id, first?.body.id, 'a try again has the same id')
    gateway.advance(MINUTE_MS)
    await gets('/away', 32)
    assert.equal(to('/away').length, 3)
    assert.equal(to('/away')[2]?.body.alerts.length, 30)
    await remove(made)
  })

  test('the third try in vain is an alert of its own, for the other channels', async () => {
    const dead = await channel(olga, { kind: 'WEBHOOK', name: 'morto', url: 'http://127.0.0.1:9/nobody' })
    const other = await channel(olga, {
      kind: 'WEBHOOK',
      url: `${outside.url}/other`,
      codes: ['ALERT_CHANNEL_FAILING'],
    })
    await raise(gateway, 'MAIL_NOT_SENT', 'to nobody')
    const tries = (count: number) =>
      until(async () => {
        const { body } = await olga.call('GET', `${CHANNELS}/${dead.id}`)
        return body.tries >= count ? body : null
      }, `${count} tries`)
    for (const count of [1, 2]) {
      await tries(count)
      gateway.advance(MINUTE_MS)
    }
    const [alert] = await gets('/other', 1)
    assert.equal(alert.code, 'ALERT_CHANNEL_FAILING')
    // Mended, it is sent at once, and the alert is over.
    await olga.call('PATCH', `${CHANNELS}/${dead.id}`, { url: `${outside.url}/mended` })
    await gets('/mended', 1)
    gateway.advance(MINUTE_MS)
    assert.equal((await gets('/other', 2))[1].status, 'RESOLVED')
    for (const one of [dead, other]) await remove(one)
  })

  test('a test is marked as one, and answered with what the receiver said', async () => {
    const made = await channel(olga, { kind: 'SLACK', url: `${outside.url}/test`, language: 'en' })
    const tried = await olga.call('POST', `${CHANNELS}/${made.id}/test`)
    const { durationMs: _, ...answer } = tried.body
    assert.deepEqual(answer, { delivered: true, status: 200, answer: 'thank you', error: null })
    assert.match(to('/test')[0]?.body.text, /^\[TEST\] /)
    const nobody = await channel(olga, { kind: 'TEAMS', url: 'http://127.0.0.1:9/' })
    const refused = (await olga.call('POST', `${CHANNELS}/${nobody.id}/test`)).body
    assert.deepEqual([refused.delivered, refused.status], [false, null])
    assert.equal(typeof refused.error, 'string')
    for (const one of [made, nobody]) await remove(one)
  })

  test('refuses what is no channel, and names the field', async () => {
    const refused = async (body: object) => {
      const { status, body: answer } = await olga.call('POST', CHANNELS, { name: 'x', ...body })
      return [status, answer.error?.message]
    }
    assert.deepEqual(await refused({ kind: 'SLACK' }), [400, 'url: expected where this channel is to be sent'])
    assert.deepEqual(await refused({ kind: 'MAIL', url: outside.url }), [
      400,
      'url: is not a field of a channel of the kind MAIL',
    ])
    assert.deepEqual(await refused({ kind: 'MAIL', recipients: ['nobody'] }), [
      400,
      'recipients.0: expected an e-mail address',
    ])
    assert.deepEqual(await refused({ kind: 'PAGERDUTY' }), [
      400,
      'routingKey: expected the integration key of a service, for Events API v2',
    ])
    const quietHours = { from: '22:00', to: '22:00', except: [] }
    assert.deepEqual(await refused({ kind: 'SLACK', url: outside.url, quietHours }), [
      400,
      'quietHours.to: expected another time than quietHours.from',
    ])
    assert.equal((await refused({ kind: 'FAX' }))[0], 400)
    assert.equal((await olga.call('POST', `${CHANNELS}/999/test`)).status, 404)
  })

  test('hears outside that it lives, and is still when it is told to be', async () => {
    assert.equal((await olga.call('GET', SWITCH)).body.configured, false)
    const set = await olga.call('PUT', SWITCH, { url: `${outside.url}/alive/secret`, method: 'GET' })
    assert.deepEqual([set.status, set.body.shown], [200, `${outside.url}/••••`])
    const signs = (count: number) =>
      until(() => (to('/alive/secret').length === count ? to('/alive/secret') : null), `${count} signs`)
    assert.equal((await signs(1))[0]?.method, 'GET')
    gateway.advance(MINUTE_MS)
    await signs(2)
    assert.equal((await olga.call('DELETE', SWITCH)).status, 204)
    assert.equal((await olga.call('DELETE', SWITCH)).status, 404)
  })

  slow('critical alerts reach the operators by mail where nothing was set up', async () => {
    const { data } = (await olga.call('GET', CHANNELS)).body
    assert.deepEqual(
      data.map(({ kind, toOperators, minSeverity }: Record<string, unknown>) => [kind, toOperators, minSeverity]),
      [['MAIL', true, 'critical']],
    )
    const mail = await until(() => gateway.mails.find(one => one.to === olga.email) ?? null, 'the mail')
    assert.match(mail.subject, /CRÍTICO/)
  })
})
