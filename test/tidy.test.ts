// Style as a test: which file may import which, files that nothing reaches, exports that nothing takes, banned text, old words in names, files and folders that grow
// too large. Every complaint names the line and says what to do instead.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bannedIn, MAX_LINES, needlessExceptions, tooLong } from './tidy/banned.ts'
import { severalDeps } from './tidy/deps.ts'
import { needlessExports } from './tidy/exports.ts'
import { driftedFloors } from './tidy/floors.ts'
import { inventedTerms } from './tidy/glossary.ts'
import { guideDifferences } from './tidy/guides.ts'
import { importComplaints, unreached } from './tidy/imports.ts'
import { forgetfulMigrations } from './tidy/mail-kinds.ts'
import { carelessMigrations } from './tidy/migrations.ts'
import { sharedNumbers } from './tidy/numbers.ts'
import { otherPortuguese } from './tidy/portuguese.ts'
import { crowdedRooms, MAX_FILES } from './tidy/rooms.ts'
import { renamedRows } from './tidy/rows.ts'
import { FOLDERS, type Source, sourcesOf } from './tidy/sources.ts'
import { needlessWordExceptions, oldWordsIn } from './tidy/words.ts'

const none = (complaints: string[]) => assert.equal(complaints.join('\n'), '')

describe('the source', () => {
  const sources = sourcesOf(FOLDERS)
  const programs = sources.filter(({ path }) => /^(src|sandbox|sdk)\//.test(path))
  const panel = sources.filter(({ path }) => path.startsWith('panel/'))
  const checkout = sources.filter(({ path }) => path.startsWith('checkout/'))

  it('imports downwards, and sideways only types', () => none(importComplaints([...programs, ...panel, ...checkout])))
  it('holds no file that no program reaches', () => none(unreached(programs)))
  it('exports only what another file takes', () => none(needlessExports(sources)))
  it('holds no banned text', () => none(sources.flatMap(bannedIn)))
  it('needs every exception that it was given', () => none(needlessExceptions(sources)))
  it('declares the columns of what it reads once', () => none(sources.flatMap(renamedRows)))
  it('gives each feature one set of deps', () => none(severalDeps(sources)))
  it('names things by the standard words', () => none(sources.flatMap(oldWordsIn)))
  it('has one Portuguese word for one thing', () => none(otherPortuguese(sources)))
  it('needs every old name that it was allowed', () => none(needlessWordExceptions(sources)))
  it('has in it what the glossary names', () => none(inventedTerms(sources)))
  it(`holds no folder of more than ${MAX_FILES} files`, () => none(crowdedRooms(sources)))
  it('has the floors that ARCHITECTURE.md shows', () => none(driftedFloors()))
  it('gives each migration and each decision a number of its own', () => none(sharedNumbers()))
  it('forgets no kind of mail in a migration', () => none(forgetfulMigrations()))
  it('takes nothing away that the last release still uses', () => none(carelessMigrations()))
  it(`holds no file of more than ${MAX_LINES} lines`, () => none(sources.flatMap(tooLong)))
})

describe('a guide', () => {
  it('says the same in Portuguese as in English', () => none(guideDifferences()))

  const english =
    '# Guide\n\n## Sales\n\nGET `/a` answers 1,000.50 to a READER, see [this](#sales).\n\n```sh\nls # all\n```\n'
  const portuguese =
    '# Guia\n\n## Vendas\n\nUm READER recebe 1.000,50 de GET `/a`, veja [isto](#vendas).\n\n```sh\nls # tudo\n```\n'
  const compared = (translation: string) =>
    guideDifferences(
      new Map([
        ['docs/guides/a.md', english],
        ['docs/guides/pt/a.md', translation],
      ]),
    )
  const changed: [what: string, from: string, to: string, complaint: RegExp][] = [
    ['another depth', '## Vendas', '### Vendas', /heading 2 is "### Vendas", in English "## Sales"/],
    ['a heading too many', '# Guia\n', '# Guia\n\n## Mais\n', /heading 3 is "## Vendas", in English ""/],
    ['another route', '`/a`', '`/b`', /"## Vendas" .* inline code only in English: `\/a`; only in Portuguese: `\/b`/],
    ['another figure', '1.000,50', '1.000,05', /figures only in English: 100050; only in Portuguese: 100005/],
    ['another code', 'READER', 'OWNER', /names only in English: READER; only in Portuguese: OWNER/],
    ['other code to paste', 'ls #', 'la #', /code only in English: block 1/],
    ['a link that leads nowhere', '#vendas', '#sales', /only in Portuguese: #sales \(there is no such heading\)/],
    ['a point too many', '\n\n```sh', '\n\n- Mais\n\n```sh', /points only in English: 0; only in Portuguese: 1/],
  ]

  it('may call its headings and comments what it likes', () => none(compared(portuguese)))
  for (const [what, from, to, complaint] of changed)
    it(`is refused with ${what}`, () => assert.match(compared(portuguese.replace(from, to)).join('\n'), complaint))
  it('is refused in one language alone', () =>
    assert.deepEqual(guideDifferences(new Map([['docs/guides/a.md', english]])), [
      'docs/guides/pt/a.md is missing: docs/guides/a.md is there',
    ]))
})

describe('a folder', () => {
  const filesIn = (folder: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ path: `${folder}/${n}.ts`, text: '' }))

  it(`may hold ${MAX_FILES} files`, () =>
    assert.doesNotMatch(crowdedRooms(filesIn('src/sale', MAX_FILES)).join('\n'), /src\/sale holds/))
  it('is refused with one more', () =>
    assert.match(crowdedRooms(filesIn('src/sale', MAX_FILES + 1)).join('\n'), /src\/sale holds 16 files: divide it/))
})

describe('a set of deps', () => {
  const own = { path: 'src/sale/deps.ts', text: 'export interface SaleDeps {\n  db: Database\n}' }
  const beside = (path: string, text: string) => severalDeps([own, { path, text }])

  it('may be the only one of its feature, taken whole or in part', () =>
    none(beside('src/sale/create.ts', "function create(deps: Pick<SaleDeps, 'db'> & { sales: Sales }) {}")))
  it('may stand beside that of another feature', () => none(beside('src/cart/deps.ts', 'interface CartDeps {}')))
  it('is refused beside another of its own feature', () => {
    const second = /^src\/sale has 2 sets .*SaleDeps in src\/sale\/deps\.ts:1, .*Deps in src\/sale\/a\.ts:2\): keep one/
    assert.match(beside('src/sale/a.ts', '\nexport interface RouteDeps extends SaleDeps {}').join(), second)
    assert.match(beside('src/sale/a.ts', "\ntype Deps = Pick<SaleDeps, 'db'>").join(), second)
  })
})

describe('an export', () => {
  const taken = { path: 'src/b.ts', text: "import { type A, a as b } from '#a.ts'" }
  const complaints = (text: string, ...others: Source[]) => needlessExports([{ path: 'src/a.ts', text }, ...others])

  it('is refused where no other file takes it', () =>
    assert.match(
      complaints('export const a = 1\nexport function c() {}', taken).join('\n'),
      /^src\/a\.ts:2 c: no other/,
    ))
  it('may be taken by a test, and as a whole', () => {
    none(complaints('export const a = 1', { ...taken, path: 'test/b.ts' }))
    none(complaints('export const c = 1', { path: 'src/b.ts', text: "const all = await import('#a.ts')" }))
  })
})

describe('these rules', () => {
  const caught: [path: string, text: string, complaint: RegExp | null][] = [
    ['src/kernel/a.ts', "import { x } from '#db/postgres.ts'", /^src\/kernel\/a\.ts:1 .* floor 1 is above floor 0/],
    ['src/kernel/a.ts', "\nimport { x } from 'node:fs'", /a\.ts:2 .* no I\/O/],
    ['src/sale/a.ts', "import {\n  type A,\n  b,\n} from '#cashout/b.ts'", /sideways only types/],
    ['src/sale/a.ts', "import { type A, type B } from '#cashout/b.ts'", null],
    ['src/sale/a.ts', "import type { A } from '#cashout/b.ts'", null],
    ['src/sale/a.ts', "import type { House } from '#app.ts'", /above floor 4/],
    ['src/sale/a.ts', "import { b } from '#sale/b.ts'", /own feature as \.\/file\.ts/],
    ['src/sale/refund/a.ts', "import { b } from '#sale/refund/b.ts'", /\.\.\/room\/file\.ts: \.\/b\.ts/],
    ['src/sale/refund/a.ts', "import { b } from '../refund/b.ts'", /\.\.\/room\/file\.ts: \.\/b\.ts/],
    ['src/sale/refund/a.ts', "import { b } from '../list/b.ts'\nimport { c } from '../c.ts'", null],
    ['src/sale/refund/a.ts', "import { b } from '#cashout/request/b.ts'", /sideways only types/],
    ['src/config/a.ts', "import type { B } from '#composition/b.ts'", /floor 6 is above floor 5/],
    ['src/startup/a.ts', "import { openHouse } from '#app.ts'", null],
    ['src/sale/a.ts', "import { b } from '../psp/b.ts'", /#folder\/file\.ts/],
    ['src/sale/a.ts', "import pg from 'pg'", /only src\/db\//],
    ['src/sale/a.ts', "await import('left-pad')", /not among the dependencies/],
    ['src/app.ts', "export { b } from '#search/b.ts'", null],
    ['src/app.ts', "export { b } from '#sale/b.ts'", /sale opens itself: take its feature\.ts, or its routes/],
    ['src/composition/a.ts', "import { b } from '#sale/refund/store.ts'", /sale opens itself/],
    ['src/composition/a.ts', "import { openSales } from '#sale/feature.ts'", null],
    ['src/composition/a.ts', "import { refundRoutes } from '#sale/refund/routes.ts'", null],
    ['src/composition/a.ts', "import { alertRoutes } from '#sale/panel/charge-routes.ts'", null],
    ['src/composition/a.ts', "import type { Sale } from '#sale/sale.ts'", null],
    ['src/cli/a.ts', "import { b } from '#sale/b.ts'", null],
    ['sandbox/a.ts', "import { b } from '#http/server.ts'", /only src\/kernel/],
    ['panel/src/a.tsx', "import { b } from '#sale/wire.ts'", /client in the browser/],
    ['panel/src/a.tsx', "import type { B } from '#sale/refund/list-routes.ts'", /typed in the feature's wire.ts/],
    ['panel/src/a.tsx', "import type { B } from '#sale/wire.ts'\nimport { c } from '#kernel/c.ts'", null],
    ['checkout/src/a.ts', "import { b } from '#cart/wire.ts'", /a buyer loads this/],
    ['checkout/src/a.ts', "import type { B } from '#cart/wire.ts'", /a buyer loads this/],
    ['checkout/src/a.ts', "import { b } from 'left-pad'", /no package/],
    ['checkout/src/a.ts', "import { b } from '#kernel/b.ts'\nimport { c } from './c.ts'\nimport './a.css'", null],
    ['sdk/generate/a.ts', "import { b } from '#kernel/b.ts'", /sellers install the sdk/],
    ['sdk/typescript/src/a.ts', "import type { B } from '../../../src/kernel/b.ts'", /sellers install the sdk/],
    ['sdk/typescript/src/a.ts', "import { names } from '../../generate/names.ts'", /sellers install the sdk/],
    ['sdk/typescript/src/a.ts', "import pg from 'pg'", /no package/],
    ['sdk/typescript/src/a.ts', "import { createHmac } from 'node:crypto'", /where Node is not/],
    ['sdk/typescript/src/a.ts', "import { b } from './b.ts'", null],
    ['src/a.ts', "import { b } from '../sdk/typescript/src/b.ts'", /nothing outside of src/],
    ['sdk/typescript/src/b.ts', 'x\n', /no program reaches it/],
    ['src/a.ts', '// Date.now() in a comment\nconst at = Date.now()', /^src\/a\.ts:2 Date\.now\(\) is banned/],
    ['src/sale/a.ts', 'const uuid = randomUUID()', /kernel\/ids\.ts/],
    ['src/sale/a.ts', 'const began = performance.now()', /clock that is handed in/],
    ['src/sale/a.ts', 'setTimeout(expire, 60_000)', /db\/due\.ts/],
    ['src/sale/a.ts', "import { setTimeout as sleep } from 'node:timers/promises'", /db\/due\.ts/],
    ['src/db/a.ts', 'setTimeout(look, 10)', /no program reaches it/],
    ['src/a.ts', 'const { env } = process', /config/],
    ['src/a.ts', 'const cents = (reais) * 100', /money\.ts/],
    ['src/a.ts', 'const cents = reais * 100n + 3 * 1000', null],
    ['src/a.ts', "import { b } from './b.js'", /\.ts file/],
    ['test/a.ts', '// TODO later', /do it/],
    ['test/a.ts', 'await page.getByText(/a(b)/).waitFor()', /appears/],
    ['sandbox/a.ts', 'console.log(1)', /logger/],
    ['panel/src/a.tsx', 'if (found.isError) return <ErrorState />', /take isLoadingError/],
    ['panel/src/a.tsx', '{error !== null && <ErrorState />}', /take isLoadingError/],
    ['src/sale/a.ts', "import type pg from 'pg'", null],
    ['src/a.ts', 'x\n'.repeat(301), /has 301 lines/],
    ['src/a.ts', 'x\n', /no program reaches it/],
    ['src/a.ts', 'interface ShopNeeds {}', /^src\/a\.ts:1 ShopNeeds: write Deps/],
    ['src/a.ts', '\nfunction f(deed: string) {}', /a\.ts:2 deed: .* is now action/],
    ['src/a.ts', 'const { told: said } = x', /said: .* is now message/],
    ['src/a.ts', 'const { told } = x\nexport const body = { told }', null],
    ['src/sale/told.ts', '', /told: .* is now published/],
    ['src/a.ts', 'const MOST_LINES = 1', /write MAX_/],
    ['test/a.ts', 'const told = 1', /told: .* is now published/],
    ['src/a.ts', 'interface Ground {}', /Ground: "ground" is now infrastructure/],
    ['src/cashout/a.ts', 'const isHeld = 1', /isHeld: write AcceptedCashout/],
    ['src/hold/a.ts', 'const isHeld = 1', null],
    ['src/cashout/a.ts', 'function f({ now, stopped: blocked }: A, stopped: B) {}', /stopped: write payoutsBlocked/],
    ['src/db/a.ts', 'const claimDue = 1', /claimDue: write lease/],
    ['src/ledger/a.ts', 'const claimDue = 1', null],
    ['src/sale/a.ts', 'const { mostHourCents } = x\nconst mostHours = 1', /mostHours: write max or min/],
    ['src/sale/a.ts', 'const goneBack = 1', /goneBack: write refunded/],
    ['test/a.ts', 'export const told = 1', /told: .* is now published/],
    ['test/sale/desk.test.ts', '', /desk: .* is now operator/],
    ['src/a.ts', 'const of = (row: R) => ({\n  a: row.a_a,\n  b: row.b_b,\n  c: row.c_c,\n})', /columnsOf/],
    ['src/a.ts', 'const of = (row: R) => ({\n  a: row.a_a,\n  b: row.b_b,\n  c: cOf(row),\n})', null],
  ]
  for (const [path, text, complaint] of caught) {
    const source = { path, text }
    const programs = [{ path: 'src/main.ts', text: '' }, source]
    it(`${complaint === null ? 'allow' : 'catch'} ${JSON.stringify(text.slice(0, 50))} in ${path}`, () => {
      const rules = [bannedIn, oldWordsIn, tooLong, renamedRows]
      const message = [...importComplaints([source]), ...rules.flatMap(rule => rule(source))]
      if (complaint === null) none(message)
      else assert.match([...message, ...unreached(programs)].join('\n'), complaint)
    })
  }
})
