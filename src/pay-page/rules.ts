// What the routes of the pages declare. They have no guard: who holds the address may see the page, and forms are taken from our own
// pages only.
import type { RouteRules } from '#http/route.ts'
import { MAX_FORM_BYTES } from './http/form.ts'

const page: RouteRules = { guard: 'none', dialect: 'page', fails: ['NOT_FOUND', 'RATE_LIMITED', 'MALFORMED_REQUEST'] }
const form: RouteRules = {
  guard: 'none',
  dialect: 'page',
  fails: [...page.fails, 'ORIGIN_REFUSED', 'INVALID_DATA', 'CONFLICT', 'PSP_UNAVAILABLE', 'GENERAL_ERROR'],
}

/** Where browsers report what the policy of a page has stopped. */
export const REPORTS_AT = '/relato/politica'

const report: RouteRules = {
  guard: 'none',
  dialect: 'page',
  fails: ['NOT_FOUND', 'RATE_LIMITED', 'MALFORMED_REQUEST', 'INVALID_DATA'],
}
const MAX_REPORT_BYTES = 8 * 1024

export const PAGE_RULES = { config: page, schema: { hide: true } }
export const REPORT_RULES = { config: report, bodyLimit: MAX_REPORT_BYTES }
export const FORM_RULES = { config: form, schema: { hide: true }, bodyLimit: MAX_FORM_BYTES }
