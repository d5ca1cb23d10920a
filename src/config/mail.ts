// The settings by which mail goes out. The password in the address is used and never repeated.
import type { SmtpServer } from '#mail/smtp.ts'
import type { Values } from './environment-values.ts'

export type MailConfig = SmtpServer

/** Null where no mail can be sent. */
export function mailOf(values: Values, production: boolean): MailConfig | null {
  const server = values.read<Omit<MailConfig, 'from'> | null>(
    'SMTP_URL',
    null,
    text => serverIn(text, production),
    'an address such as smtps://user:password@smtp.example.com:465, or smtp:// for STARTTLS',
  )
  const from = values.read<MailConfig['from'] | null>(
    'MAIL_FROM',
    null,
    fromIn,
    'an e-mail address, or a name with one such as Porteira <noreply@example.com>',
  )
  const [hasServer, hasFrom] = [values.text('SMTP_URL') !== null, values.text('MAIL_FROM') !== null]
  if (hasServer && !hasFrom) values.problems.push('MAIL_FROM must be set when SMTP_URL is: mail needs a sender.')
  if (hasFrom && !hasServer) values.problems.push('SMTP_URL must be set when MAIL_FROM is: mail needs a server.')
  return server === null || from === null ? null : Object.freeze({ ...server, from })
}

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }

function serverIn(text: string, production: boolean): Omit<MailConfig, 'from'> | undefined {
  const url = URL.parse(text)
  const usual = PORTS[url?.protocol ?? '']
  if (url === null || usual === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '')
    return undefined
  const [user, password] = [plain(url.username), plain(url.password)]
  const isUnderstood = url.search === '' || url.search === PLAIN
  if (user === undefined || password === undefined || !isUnderstood) return undefined
  const starttls = production && url.search !== PLAIN && !isThisMachine(url.hostname) ? 'required' : 'offered'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || usual),
    tls: url.protocol === 'smtps:' ? 'at-once' : starttls,
    login: user === '' ? null : Object.freeze({ user, password }),
  }
}

/** In production mail holds links that open accounts: it goes without encryption only where the operator says so. */
const PLAIN = '?tls=optional'

const isThisMachine = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)

function plain(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

const ADDRESS = /^[^\s@<>",;:]{1,64}@[a-z\d]([a-z\d.-]{0,188}[a-z\d])?$/i
const NAMED = /^([^<>\p{Cc}]{1,100})<([^<>]+)>$/u

function fromIn(text: string): MailConfig['from'] | undefined {
  const [, name = '', address = text] = NAMED.exec(text) ?? []
  return ADDRESS.test(address.trim())
    ? Object.freeze({ name: unquoted(name.trim()), address: address.trim() })
    : undefined
}

const unquoted = (name: string) => name.replace(/^"(.*)"$/, '$1')
