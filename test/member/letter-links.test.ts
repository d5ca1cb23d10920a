// Where letters lead: each link of each letter is an address of the panel.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { ACCOUNT_MAIL_KINDS } from '#member/account-mail/account-mail.ts'

const textOf = (path: string) => readFileSync(path, 'utf8')
const among = (pattern: string) => globSync(pattern).map(path => ({ path, text: textOf(path) }))

/** As the router has them: a part that is filled in begins with "$". The operator's are below its own. */
const ROUTES = among('panel/src/**/*{route,routes,root}.ts').flatMap(({ path, text }) =>
  [...text.matchAll(/createRoute\(\{[\s\S]*?path: '([^']+)'/g)].map(([, route = '']) =>
    path.startsWith('panel/src/operator/') && route !== '/operacao' ? `/operacao${route}` : route,
  ),
)

/** In sources: what is filled in is ":", and what is after "?" no part of the address. */
const LINKS = ['src/member/**/*.ts', 'src/alert-channel/**/*.ts'].flatMap(among).flatMap(({ path, text }) =>
  [...text.matchAll(/\$\{(?:panelUrl(?:\(\))?|base)\}((?:\/[\w-]+)+\/?(?:\$\{)?)/g)].map(([, link = '']) => ({
    path,
    link: link.replace('${', ':'),
  })),
)

const leads = (link: string) =>
  ROUTES.some(route => {
    const [known, asked] = [route.split('/'), link.split('/')]
    return known.length === asked.length && known.every((part, n) => isSame(part, asked[n] ?? ''))
  })
const isSame = (part: string, asked: string) => (part.startsWith('$') ? asked === ':' : asked === part)

describe('a link of a letter', () => {
  for (const { path, link } of LINKS)
    it(`to ${link} is an address of the panel`, () =>
      assert.ok(leads(link), `${path}: the panel has no page at ${link}`))

  it('is found wherever one is written, and the addresses are those that there are', () => {
    const account = LINKS.filter(({ path }) => path.endsWith('letters/account.ts'))
    assert.equal(account.length, ACCOUNT_MAIL_KINDS.length, 'each letter about an account has one')
    assert.ok(LINKS.length > 12, `${LINKS.length} links`)
    for (const link of ['/vendas', '/operacao/alarmes', '/convite/:']) assert.ok(leads(link), link)
    for (const link of ['/disputas', '/vendas/:/:', '/convite']) assert.ok(!leads(link), link)
  })
})
