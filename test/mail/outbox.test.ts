// Mail that is owed: it is sent after the act, by SMTP, is tried again, and is given up where it is refused for good.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { MailRefused, type Message } from '#mail/mail.ts'
import { printedMail } from '#mail/printed.ts'
import { openSmtp } from '#mail/smtp.ts'
import { register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { someAddress, tokenTo } from '../member/guests.ts'
import { until } from '../until.ts'
import { openSmtpServer } from './smtp-server.ts'

/** By an owner, of which every owner gets a mail. */
const MEMBERS = '/api/members/invitations'
/** By the operator, of which only the invited person gets a mail. */
const INVITATIONS = '/api/admin/invitations'

interface Owed {
  due_at: Date | null
  sent_at: Date | null
  tries: number
  trouble: string | null
}

const owed = async (gateway: TestGateway, email: string) => {
  const [row] = await gateway.db.query<Owed>(sql`
    select due_at, sent_at, tries, trouble from mail where recipient = ${email} order by id desc limit 1`)
  return row as Owed
}

everyday('goes out by the server of the settings, as text and HTML, from the address of the settings', async () => {
  await using smtp = await openSmtpServer()
  const env = {
    SMTP_URL: `smtp://me:p%40ss@127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Casa de Pagamentos <nao-responda@example.com>',
  }
  await using gateway = await openTestGateway({ env })
  const ana = await register(gateway, 'José Ação')
  const email = someAddress()
  assert.equal((await ana.call('POST', MEMBERS, { email, role: 'READER' })).status, 201)
  const mail = await until(() => smtp.received.find(({ to }) => to === email) ?? null, 'the mail')
  assert.deepEqual([mail.from, mail.to], ['nao-responda@example.com', email])
  assert.match(mail.data, /^From: Casa de Pagamentos <nao-responda@example\.com>$/m)
  assert.match(mail.data, /^Subject: Convite para uma conta$/m, 'no word of the inviter')
  assert.match(mail.data, /^Auto-Submitted: auto-generated$/im)
  assert.match(mail.data, /^Message-ID: <porteira\.\d+\.\d+\.\d+@example\.com>$/im)
  assert.match(mail.data, /^Content-Type: text\/plain/m)
  assert.match(mail.data, /^Content-Type: text\/html/m)
  const login = Buffer.from('\0me\0p@ss').toString('base64')
  assert.ok(
    smtp.commands.some(line => line === `AUTH PLAIN ${login}`),
    smtp.commands.join('\n'),
  )
  const row = await until(async () => {
    const now = await owed(gateway, email)
    return now.sent_at === null ? null : now
  }, 'it to count as sent')
  assert.deepEqual([row.due_at, row.tries, row.trouble], [null, 1, null])
})

everyday(
  'is tried again at growing waits while the server is away; an alert is raised, and open until the last one has gone',
  async () => {
    const sent: Message[] = []
    const [email, last] = [someAddress(), someAddress()]
    let away = true
    let lastIsAway = true
    const sendMail = async (message: Message) => {
      if (away || (lastIsAway && message.to === last)) throw new Error('connect ECONNREFUSED\u0000')
      sent.push(message)
    }
    await using gateway = await openTestGateway({ sendMail })
    const olga = await registerOperator(gateway)
    // The act itself knows nothing of it.
    for (const one of [email, last]) assert.equal((await olga.call('POST', INVITATIONS, { email: one })).status, 201)
    const after = (tries: number) =>
      until(async () => {
        const row = await owed(gateway, email)
        return row.tries === tries ? row : null
      }, `${tries} tries`)
    const waits: number[] = []
    for (let tries = 1; tries <= 4; tries++) {
      const { due_at, trouble } = await after(tries)
      assert.equal(trouble, 'connect ECONNREFUSED ')
      waits.push(Math.round(((due_at?.getTime() ?? 0) - Date.now()) / 1000))
      gateway.advance(HOUR_MS)
    }
    const ahead = waits.map((wait, n) => wait - n * 3600)
    for (const [n, expected] of [30, 120, 600, 1800].entries())
      assert.ok(Math.abs((ahead[n] ?? 0) - expected) < 25, `${ahead}`)
    // A machine that is busy may open alerts of other things while the hours pass.
    const openAlerts = async () => {
      const { body } = await olga.call('GET', '/api/admin/alarms?status=open')
      return body.data.filter(({ code }: { code: string }) => code === 'MAIL_NOT_SENT')
    }
    const alerts = await until(async () => ((await openAlerts()).length > 0 ? openAlerts() : null), 'an alert')
    assert.equal(alerts.length, 1)
    const listed = (await olga.call('GET', INVITATIONS)).body.data
    assert.equal(listed[0].mail, 'WAITING')
    away = false
    gateway.advance(HOUR_MS)
    await until(() => (sent.length > 0 ? true : null), 'the mail')
    assert.equal(sent[0]?.to, email)
    await until(
      async () => ((await owed(gateway, email)).sent_at === null ? null : true),
      'the mail to be known as sent',
    )
    assert.equal((await openAlerts()).length, 1)
    lastIsAway = false
    gateway.advance(HOUR_MS)
    await until(async () => ((await openAlerts()).length === 0 ? true : null), 'the alert to be over')
  },
)

everyday('is given up where the mailbox does not exist, and the list says so', async () => {
  await using smtp = await openSmtpServer()
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'a@example.com' }
  await using gateway = await openTestGateway({ env })
  const ana = await registerOperator(gateway)
  const email = someAddress()
  smtp.refuse('RCPT', '550 5.1.1 no such mailbox')
  const { id } = (await ana.call('POST', INVITATIONS, { email })).body
  await until(async () => {
    const [one] = (await ana.call('GET', INVITATIONS)).body.data
    return one.mail === 'FAILED' ? true : null
  }, 'the list to say so')
  assert.match((await owed(gateway, email)).trouble ?? '', /550 5\.1\.1 no such mailbox/)
  gateway.advance(MINUTE_MS)
  assert.equal((await ana.call('POST', `${INVITATIONS}/${id}/resend`)).status, 202)
  await until(() => (smtp.received.length > 0 ? true : null), 'the second mail')
})

everyday('is not sent any more when it is obsolete: taken back, replaced, or too late', async () => {
  let away = true
  const sent: Message[] = []
  const sendMail = async (message: Message) => {
    if (away) throw new Error('away')
    sent.push(message)
  }
  await using gateway = await openTestGateway({ sendMail })
  const ana = await registerOperator(gateway)
  const emails = [someAddress(), someAddress(), someAddress()] as const
  const ids = []
  for (const email of emails) ids.push((await ana.call('POST', INVITATIONS, { email })).body.id)
  await until(async () => ((await owed(gateway, emails[2])).tries > 0 ? true : null), 'the first tries')
  await ana.call('DELETE', `${INVITATIONS}/${ids[0]}`)
  gateway.advance(MINUTE_MS)
  await ana.call('POST', `${INVITATIONS}/${ids[1]}/resend`)
  await until(async () => ((await owed(gateway, emails[1])).tries > 0 ? true : null), 'the second link')
  away = false
  gateway.advance(HOUR_MS)
  await until(async () => {
    const left = await gateway.db.query(sql`select 1 from mail where due_at is not null`)
    return left.length === 0 ? true : null
  }, 'nothing to be owed')
  assert.deepEqual(sent.map(({ to }) => to).sort(), [emails[1], emails[2]].sort())
  await gateway.db.query(sql`update mail set due_at = created_at, sent_at = null where recipient = ${emails[2]}`)
  gateway.advance(7 * DAY_MS)
  await until(async () => ((await owed(gateway, emails[2])).due_at === null ? true : null), 'it to be dropped')
  assert.equal(sent.length, 2)
})

slow('that another process holds is left to it, and sent by the next one when it has died', async () => {
  const forEver = Promise.withResolvers<void>()
  let held = 0
  const sendMail = () => {
    held++
    return forEver.promise
  }
  await using gateway = await openTestGateway({ sendMail })
  // Whatever fails here: the end of the gateway waits for the mail.
  using _released = { [Symbol.dispose]: forEver.resolve }
  const ana = await registerOperator(gateway)
  const email = someAddress()
  await ana.call('POST', INVITATIONS, { email })
  await until(() => (held > 0 ? true : null), 'the mail to be under way')
  {
    await using next = await openTestGateway({ on: { connection: gateway.connection, bank: NO_BANK } })
    const bia = await registerOperator(next)
    const other = someAddress()
    await bia.call('POST', INVITATIONS, { email: other })
    await tokenTo(next, other)
    assert.deepEqual(
      next.mails.map(({ to }) => to),
      [other],
    )
    next.advance(3 * MINUTE_MS)
    await tokenTo(next, email)
  }
  assert.equal(held, 1)
})

const NO_BANK = { url: 'http://127.0.0.1:9', close: async () => {} } as never

everyday('tells what is refused for good from what is not', async () => {
  await using smtp = await openSmtpServer()
  const server = {
    host: '127.0.0.1',
    port: smtp.port,
    tls: 'offered',
    login: null,
    from: { name: '', address: 'a@b.c' },
  } as const
  const send = openSmtp(server)
  const message = { id: '1', to: 'x@example.com', subject: 's', text: 't', html: '<p>t</p>' }
  const table: [command: string, answer: string, forGood: boolean][] = [
    ['RCPT', '550 no such mailbox', true],
    ['RCPT', '450 try later', false],
    ['MAIL', '550 you may not send', false],
    ['DATA', '554 no', true],
    ['.', '554 this text is spam', true],
    ['.', '451 try later', false],
  ]
  for (const [command, answer, forGood] of table) {
    smtp.refuse(command, answer)
    await assert.rejects(send(message), error => error instanceof MailRefused === forGood, `${command} ${answer}`)
  }
  assert.deepEqual(smtp.received, [])
  await send(message)
  assert.equal(smtp.received.length, 1)
  const encrypted = openSmtp({ ...server, tls: 'required' })
  await assert.rejects(encrypted(message), /STARTTLS/)
  const nobody = openSmtp({ ...server, port: 1 })
  await assert.rejects(nobody(message), error => !(error instanceof MailRefused))
  assert.equal(smtp.received.length, 1)
})

everyday('is shown to a person where none can be sent', () => {
  const text = printedMail({ to: 'a@example.com', subject: 'Convite', text: 'Olá!\n\nhttp://x/y\n' })
  assert.equal(
    text,
    '\n  Mail to a@example.com (no SMTP_URL: it is shown here and not sent)\n  | Convite\n  |\n  | Olá!\n  | \n  | http://x/y\n',
  )
})
