// Alerts in the forms of those who get them by HTTP: our own, Slack's incoming webhooks, Microsoft Teams' workflows, and the Events API v2
// of PagerDuty.
import type { AlertSeverity } from '#alert/catalogue/definition.ts'
import type { AlertState } from '../delivery/compose.ts'
import type { AlertMessage, Entry } from './entry.ts'
import { wordingOf } from './words.ts'

/** A program reads more than a person. */
const MAX_OF_PROGRAM = 100

export function webhookBody(message: AlertMessage, channelId: string) {
  const { id, at, brand, entries, panel, isTest } = message
  const named = entries.slice(0, MAX_OF_PROGRAM)
  return {
    type: isTest ? 'ALERTS_TEST' : 'ALERTS',
    id,
    channelId,
    brand,
    createdAt: at.toISOString(),
    alerts: isTest ? [] : named.map(alertOf),
    more: entries.length - named.length,
    panel,
  }
}

const alertOf = ({ alert, severity, says, repeat, title, whatToDo, runbook }: Entry) => ({
  id: alert.id.toString(),
  code: alert.code,
  severity,
  status: says,
  reminder: repeat,
  title,
  whatToDo,
  subject: alert.subject,
  times: alert.rung,
  firstAt: alert.firstAt.toISOString(),
  lastAt: alert.lastAt.toISOString(),
  acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
  acknowledgedBy: alert.acknowledgedBy,
  resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  runbook,
})

/** Slack reads these three as marks. */
const slackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const MARK: Record<AlertSeverity, string> = {
  critical: ':rotating_light:',
  warning: ':warning:',
  info: ':information_source:',
}

export function slackBody(message: AlertMessage) {
  const { heading, summary, lines, more, runbook, panel } = wordingOf(message)
  const link = (url: string, text: string) => `<${url}|${slackText(text)}>`
  const sections = lines.map(({ entry, title, detail, whatToDo }) => {
    const mark = entry.says === 'OPEN' && !message.isTest ? MARK[entry.severity] : ':white_check_mark:'
    const about = message.isTest ? '' : `\n${slackText(detail)} · ${link(entry.runbook, runbook)}`
    return section(`${mark} *${slackText(title)}*${about}${whatToDo === '' ? '' : `\n${slackText(whatToDo)}`}`)
  })
  const end = [...(more === null ? [] : [slackText(more)]), link(message.panel, panel)].join(' · ')
  return {
    text: slackText(summary),
    blocks: [{ type: 'header', text: { type: 'plain_text', text: heading } }, ...sections, section(end)],
  }
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })

const COLOUR: Record<AlertSeverity, string> = { critical: 'Attention', warning: 'Warning', info: 'Accent' }

/** An Adaptive Card in the envelope that the trigger "When a Teams webhook request is received" takes. */
export function teamsBody(message: AlertMessage) {
  const { heading, lines, more, runbook, panel } = wordingOf(message)
  const text = (words: string, others: object = {}) => ({ type: 'TextBlock', text: words, wrap: true, ...others })
  const items = lines.map(({ entry, title, detail, whatToDo }) => ({
    type: 'Container',
    separator: true,
    items: [
      text(title, { weight: 'Bolder', color: entry.says === 'OPEN' ? COLOUR[entry.severity] : 'Good' }),
      ...(message.isTest
        ? []
        : [text(`${detail} · [${runbook}](${entry.runbook})`, { isSubtle: true, size: 'Small' })]),
      ...(whatToDo === '' ? [] : [text(whatToDo)]),
    ],
  }))
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [text(heading, { size: 'Large', weight: 'Bolder' }), ...items, ...(more === null ? [] : [text(more)])],
    actions: [{ type: 'Action.OpenUrl', title: panel, url: message.panel }],
  }
  const content = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }
  return { type: 'message', attachments: [content] }
}

const ACTION: Record<AlertState, string> = { OPEN: 'trigger', ACKNOWLEDGED: 'acknowledge', RESOLVED: 'resolve' }
const MAX_SUMMARY = 1_024

/** One event of one incident, for all of its entries. */
export function pagerdutyBody(message: AlertMessage, routingKey: string, incident: string, says: AlertState) {
  const key = { routing_key: routingKey, event_action: ACTION[says], dedup_key: incident }
  if (says !== 'OPEN') return key
  const { summary, lines, runbook } = wordingOf(message)
  const [first] = message.entries
  return {
    ...key,
    client: message.brand,
    client_url: message.panel,
    links: message.isTest
      ? []
      : lines.map(({ entry }) => ({ href: entry.runbook, text: `${runbook}: ${entry.alert.code}` })),
    payload: {
      summary: summary.slice(0, MAX_SUMMARY),
      source: new URL(message.panel).host,
      severity: message.isTest ? 'info' : (first?.severity ?? 'info'),
      timestamp: (first?.alert.firstAt ?? message.at).toISOString(),
      component: 'porteira',
      class: first?.alert.code ?? 'OTHER',
      custom_details: {
        alerts: message.isTest ? 0 : message.entries.length,
        what_to_do: lines.map(({ whatToDo }) => whatToDo).filter(text => text !== ''),
        about: lines.map(({ detail }) => detail),
      },
    },
  }
}
