// Which commit a gateway says that it is of: of a release, of a checkout on a branch, and of one whose branches were packed away.
import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { releaseIn, shownRelease } from '#config/release.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const HEAD = 'ref: refs/heads/main\n'

const CASES: [string, Record<string, string>, string | null][] = [
  ['a release', { 'release.json': `{"commit":"${COMMIT}"}`, '.git/HEAD': 'f'.repeat(40) }, COMMIT],
  ['a branch', { '.git/HEAD': HEAD, '.git/refs/heads/main': `${COMMIT}\n` }, COMMIT],
  ['a packed branch', { '.git/HEAD': HEAD, '.git/packed-refs': `# pack-refs\n${COMMIT} refs/heads/main\n` }, COMMIT],
  ['a commit', { '.git/HEAD': `${COMMIT}\n` }, COMMIT],
  [
    'a worktree',
    {
      '.git': 'gitdir: home/worktrees/one\n',
      'home/worktrees/one/HEAD': HEAD,
      'home/worktrees/one/commondir': '../..\n',
      'home/refs/heads/main': COMMIT,
    },
    COMMIT,
  ],
  ['a folder without git', {}, null],
  ['an image that was told no commit', { 'release.json': '{"commit":""}' }, null],
]

for (const [what, files, commit] of CASES)
  test(`the commit of ${what}`, async t => {
    const folder = await mkdtemp(join(tmpdir(), 'porteira-release-'))
    t.after(() => rm(folder, { recursive: true }))
    for (const [path, text] of Object.entries({ 'package.json': '{"version":"1.2.3"}', ...files })) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    assert.deepEqual(releaseIn(folder), { version: '1.2.3', commit })
  })

test('people read twelve digits of the commit', () => {
  assert.equal(shownRelease({ version: '1.2.3', commit: COMMIT }), '1.2.3 (0123456789ab)')
  assert.equal(shownRelease({ version: '1.2.3', commit: null }), '1.2.3')
})

test('a gateway whose branch is packed away starts: the module knows its commit as soon as it is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-release-'))
  try {
    await mkdir(join(folder, '.git'), { recursive: true })
    await mkdir(join(folder, 'src/config'), { recursive: true })
    await writeFile(join(folder, 'package.json'), '{"version":"1.2.3","type":"module"}')
    await writeFile(join(folder, '.git/HEAD'), HEAD)
    await writeFile(join(folder, '.git/packed-refs'), `${COMMIT} refs/heads/main\n`)
    const file = join(folder, 'src/config/release.ts')
    await copyFile(new URL('../../src/config/release.ts', import.meta.url), file)
    const { RELEASE } = await import(pathToFileURL(file).href)
    assert.deepEqual(RELEASE, { version: '1.2.3', commit: COMMIT })
  } finally {
    await rm(folder, { recursive: true })
  }
})
