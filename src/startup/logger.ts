// The log of the process on standard output: one line of JSON for each request and event, or, for people, one line of words. Nothing else
// is written there.
import { hostname } from 'node:os'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '#config/config.ts'
import { RELEASE } from '#config/release.ts'
import { hideSecrets } from './hidden-secrets.ts'

/** `destination` absent: standard output. */
export function openLogger(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level: logLevel,
      base: { pid: process.pid, hostname: hostname(), ...RELEASE },
      // Errors too, under whatever key: the serializer that pino has for `err` would take what was made of them for another one.
      formatters: { log: hideSecrets },
      serializers: { err: (written: unknown) => written },
    },
    isPretty(logFormat, destination) ? prettyTo(destination ?? process.stdout) : (destination ?? pino.destination(1)),
  )
}

const isPretty = (format: Config['logFormat'], destination?: DestinationStream): boolean =>
  format === 'pretty' || (format === 'auto' && destination === undefined && process.stdout.isTTY)

/** The same lines, written for people. */
function prettyTo(destination: Pick<DestinationStream, 'write'>): DestinationStream {
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      destination.write(`${prettyLine(line)}\n`)
      done()
    },
  }) as DestinationStream
}

const KNOWN_TO_ALL = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId', ...Object.keys(RELEASE)])

export function prettyLine(line: string): string {
  const entry: Record<string, unknown> = JSON.parse(line)
  const level = pino.levels.labels[Number(entry.level)] ?? ''
  const time = new Date(Number(entry.time)).toTimeString().slice(0, 8)
  const rest = Object.entries(entry).filter(([key]) => !KNOWN_TO_ALL.has(key))
  const values = rest.map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const { stack, message } = (entry.err ?? {}) as { stack?: string; message?: string }
  const words = [time, level.toUpperCase().padEnd(5), entry.msg, ...values].join(' ')
  const trouble = stack ?? message
  // What others have sent must not move the cursor of a terminal.
  return stripVTControlCharacters(trouble === undefined ? words : `${words}\n${trouble}`)
}
