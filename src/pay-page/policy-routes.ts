// POST /relato/politica: a browser reports what the policy of a page has stopped. Anybody may send such a report, so it is believed as a hint alone:
// the operator hears of each once a day, and of few a day. The address of the page, which it names, is a secret of its buyer and is not read.
import { Type } from 'typebox'
import { readJson } from '#http/request/json-body.ts'
import type { Server } from '#http/server.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import type { PayPageDeps } from './deps.ts'
import { admit } from './http/visit.ts'
import { REPORT_RULES, REPORTS_AT } from './rules.ts'

const Text = Type.Optional(Type.String())
/** What browsers send for `report-uri`; they add more. */
const Body = Type.Object({
  'csp-report': Type.Object({
    'effective-directive': Text,
    'violated-directive': Text,
    'blocked-uri': Text,
    'source-file': Text,
  }),
})

/** Whoever makes reports up does not thereby silence a true one, nor ring for ever. */
const MAX_A_DAY = 10

export function policyRoutes(server: Server, deps: PayPageDeps): void {
  const raise = openRaising(deps)
  server.addContentTypeParser(
    'application/csp-report',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => readJson(bytes),
  )
  server.post(REPORTS_AT, { ...REPORT_RULES, schema: { hide: true, body: Body } }, async (request, reply) => {
    await admit(deps, 'state', request)
    const stopped = stoppedBy(request.body['csp-report'])
    if (stopped !== null) raise(stopped)
    return reply.code(204).send()
  })
}

function openRaising({ alerts, clock }: Pick<PayPageDeps, 'alerts' | 'clock'>): (stopped: Stopped) => void {
  let day = ''
  const raised = new Set<string>()
  return stopped => {
    const today = dateAt(clock())
    if (today !== day) raised.clear()
    day = today
    const key = `${today}/${stopped.directive}/${stopped.blocked}`
    if (raised.has(key) || raised.size >= MAX_A_DAY) return
    raised.add(key)
    alerts.raiseOnce('CHECKOUT_PAGE_CHANGED', stopped, null, key)
  }
}

interface Stopped {
  directive: string
  /** An origin, or a word of the browser's such as "inline". */
  blocked: string
}

/** null: an extension of the buyer's browser was stopped, or nothing that could take what a buyer types. */
function stoppedBy(report: Record<string, string | undefined>): Stopped | null {
  const directive = (report['effective-directive'] ?? report['violated-directive'] ?? '').split(' ')[0] ?? ''
  const blocked = report['blocked-uri'] ?? ''
  if (!WATCHED.test(directive)) return null
  if ([blocked, report['source-file'] ?? ''].some(from => EXTENSION.test(from))) return null
  return { directive, blocked: placeOf(blocked) }
}

const WATCHED =
  /^(?:script-src(?:-elem|-attr)?|frame-src|form-action|connect-src|require-trusted-types-for|base-uri|object-src)$/
const EXTENSION = /^(?:[a-z]+-)*extension\b|^about\b/i
const WORD = /^[a-z-]{1,40}$/

/** Without the path, in which anything may stand. */
function placeOf(blocked: string): string {
  if (WORD.test(blocked)) return blocked
  return URL.canParse(blocked) ? new URL(blocked).origin.slice(0, MAX_PLACE) : 'unknown'
}

const MAX_PLACE = 100
