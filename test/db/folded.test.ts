// Names are folded in the program exactly as in the database, letter by letter.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { folded } from '#db/like.ts'
import { openTestGateway } from '../gateway.ts'

test('the program folds each letter as the database does', async () => {
  await using gateway = await openTestGateway()
  const small = [...'abcçdéèêëẽñőşšłžøæßµ', ...'áàâãäåíìîïóòôõöúùûüýÿ', 'erdős', 'joão da conceição']
  const large = [...'ABCÇÑÝ', ...'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜ', 'JOÃO DA CONCEIÇÃO']
  const texts = [...small, ...large]
  const rows = await gateway.db.query<{ folded: string }>(
    sql`select folded(text) as folded from unnest(${texts}::text[]) with ordinality as given (text, at) order by at`,
  )
  assert.deepEqual(
    texts.map(text => [text, folded(text)]),
    texts.map((text, at) => [text, rows[at]?.folded]),
  )
})
