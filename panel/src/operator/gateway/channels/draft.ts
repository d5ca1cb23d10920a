// A channel as it is typed, and what is sent of it. Pure.
import type { Channel, ChannelChange } from '../../../api/operator/alert-channels.ts'

export const KINDS = ['MAIL', 'WEBHOOK', 'SLACK', 'TEAMS', 'PAGERDUTY'] as const satisfies Channel['kind'][]
export const SEVERITIES = ['critical', 'warning', 'info'] as const satisfies Channel['minSeverity'][]
export const LANGUAGES = ['pt-BR', 'en'] as const satisfies Channel['language'][]

export interface Draft {
  kind: Channel['kind']
  name: string
  recipients: string
  url: string
  routingKey: string
  minSeverity: Channel['minSeverity']
  language: Channel['language']
  enabled: boolean
  isQuiet: boolean
  quietFrom: string
  quietTo: string
  criticalRings: boolean
  /** "" : no reminders. */
  everyMinutes: string
  max: string
  reportsEnd: boolean
}

export const EMPTY: Draft = {
  kind: 'MAIL',
  name: '',
  recipients: '',
  url: '',
  routingKey: '',
  minSeverity: 'warning',
  language: 'pt-BR',
  enabled: true,
  isQuiet: false,
  quietFrom: '22:00',
  quietTo: '07:00',
  criticalRings: true,
  everyMinutes: '',
  max: '8',
  reportsEnd: true,
}

/** Where it leads is not known to the panel, and stays unless something is typed. */
export const draftOf = (channel: Channel): Draft => ({
  ...EMPTY,
  kind: channel.kind,
  name: channel.name,
  minSeverity: channel.minSeverity,
  language: channel.language,
  enabled: channel.enabled,
  isQuiet: channel.quietHours !== null,
  quietFrom: channel.quietHours?.from ?? EMPTY.quietFrom,
  quietTo: channel.quietHours?.to ?? EMPTY.quietTo,
  criticalRings: channel.quietHours?.except.includes('critical') ?? true,
  everyMinutes: channel.repeat === null ? '' : String(channel.repeat.everyMinutes),
  max: channel.repeat === null ? EMPTY.max : String(channel.repeat.max),
  reportsEnd: channel.reportsEnd,
})

const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map(part => part.trim())
    .filter(part => part !== '')

/** `before`: what of it is kept that the form does not show. */
export function changeOf(draft: Draft, before: Channel | null): ChannelChange {
  const others = (before?.quietHours?.except ?? []).filter(severity => severity !== 'critical')
  const except = draft.criticalRings ? ['critical' as const, ...others] : others
  const everyMinutes = Number(draft.everyMinutes)
  const hasRepeat = draft.kind !== 'PAGERDUTY' && draft.everyMinutes !== ''
  return {
    name: draft.name.trim(),
    minSeverity: draft.minSeverity,
    language: draft.language,
    enabled: draft.enabled,
    quietHours: draft.isQuiet ? { from: draft.quietFrom, to: draft.quietTo, except } : null,
    repeat: hasRepeat ? { everyMinutes, max: Number(draft.max) } : null,
    reportsEnd: draft.reportsEnd,
    ...targetOf(draft),
  }
}

function targetOf({ kind, recipients, url, routingKey }: Draft): Partial<ChannelChange> {
  if (kind === 'MAIL') {
    const addresses = addressesIn(recipients)
    return addresses.length === 0 ? {} : { recipients: addresses }
  }
  const address = url.trim() === '' ? {} : { url: url.trim() }
  return kind === 'PAGERDUTY' && routingKey.trim() !== '' ? { ...address, routingKey: routingKey.trim() } : address
}

/** Whether what has to be given is given. A channel that is there keeps where it leads. */
export function isWhole(draft: Draft, isNew: boolean): boolean {
  if (draft.name.trim() === '' || (draft.isQuiet && draft.quietFrom === draft.quietTo)) return false
  if (draft.everyMinutes !== '' && !/^[1-9]\d?$|^100$/.test(draft.max)) return false
  if (!isNew || draft.kind === 'MAIL') return true
  return draft.kind === 'PAGERDUTY' ? draft.routingKey.trim() !== '' : draft.url.trim() !== ''
}
