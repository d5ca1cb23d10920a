// The settings that name certificates: those shown to the PSP, and the server of its own at which PSPs call back over mTLS. Only
// names and numbers; the files are read when the gateway opens.
import { resolve } from 'node:path'
import { type Parse, PORTS, type Values } from './environment-values.ts'

/** Absolute paths. */
export type PspFiles = Readonly<{ certFile: string | null; keyFile: string | null; caFile: string | null }>

export type CallbackConfig = Readonly<{
  host: string
  port: number
  certFile: string
  keyFile: string
  clientCaFile: string
  /** What the PSP gets, without a trailing slash; null: the host of PUBLIC_URL with this port. */
  url: string | null
}>

const CALLBACK_FILES = ['CALLBACK_TLS_CERT_FILE', 'CALLBACK_TLS_KEY_FILE', 'CALLBACK_CLIENT_CA_FILE'] as const

export function pspFilesOf(values: Values): PspFiles {
  const certFile = fileOf(values, 'PSP_CERT_FILE')
  const keyFile = fileOf(values, 'PSP_KEY_FILE')
  if ((certFile === null) !== (keyFile === null))
    values.problems.push('PSP_CERT_FILE and PSP_KEY_FILE must be set together; one file may hold both.')
  return { certFile, keyFile, caFile: fileOf(values, 'PSP_CA_FILE') }
}

/** Null: PSPs call back at the common server. */
export function callbackOf(values: Values, plain: { host: string; port: number }): CallbackConfig | null {
  if (values.text('CALLBACK_PORT') === null) {
    for (const name of ['CALLBACK_HOST', 'CALLBACK_URL', ...CALLBACK_FILES])
      if (values.text(name) !== null)
        values.problems.push(`${name} has no meaning without CALLBACK_PORT: set that too.`)
    return null
  }
  const port = values.count('CALLBACK_PORT', 0, PORTS)
  if (port !== 0 && port === plain.port) values.problems.push('CALLBACK_PORT must be another than PORT.')
  for (const name of CALLBACK_FILES)
    if (values.text(name) === null) values.problems.push(`${name} must be set when CALLBACK_PORT is set.`)
  const [certFile = '', keyFile = '', clientCaFile = ''] = CALLBACK_FILES.map(name => fileOf(values, name) ?? '')
  const url = values.read<string | null>(
    'CALLBACK_URL',
    null,
    httpsOriginIn,
    'an address such as https://callbacks.example.com:8443, without a path',
  )
  return Object.freeze({ host: values.host('CALLBACK_HOST', plain.host), port, certFile, keyFile, clientCaFile, url })
}

function fileOf(values: Values, name: string): string | null {
  const given = values.text(name)
  return given === null ? null : resolve(given)
}

const httpsOriginIn: Parse<string> = text => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && `${url.origin}/` === url.href ? url.origin : undefined
}
