// Which Porteira this is: the version of package.json and the commit that it was made of. /health, the panel, the logs and the command line
// take both from here. The commit stands in release.json where a release or an image was made, else in the checkout's own git folder.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Release {
  version: string
  /** Null: nobody knows. */
  commit: string | null
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMMIT = /^[0-9a-f]{40}$/
/** Of a file; an ordinary checkout has a folder in its place. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'EISDIR']

/** Never changes while the process runs. */
export const RELEASE: Release = releaseIn(ROOT)

export const shownRelease = ({ version, commit }: Release): string =>
  commit === null ? version : `${version} (${commit.slice(0, 12)})`

export function releaseIn(folder: string): Release {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const commit = recordedCommit(join(folder, 'release.json')) ?? headOf(join(folder, '.git'))
  return { version, commit: commit !== null && COMMIT.test(commit) ? commit : null }
}

function recordedCommit(file: string): string | null {
  const text = textOf(file)
  return text === null ? null : String((JSON.parse(text) as { commit: unknown }).commit)
}

/** Without git, which a server need not have. A worktree has a file that names its folder, and keeps its branches in the common one. */
function headOf(git: string): string | null {
  const folder = resolve(git, '..', textOf(git)?.match(/^gitdir: (.+)$/m)?.[1] ?? git)
  const head = textOf(join(folder, 'HEAD'))
  const branch = head?.match(/^ref: (.+)$/m)?.[1]
  if (head === null || branch === undefined) return head
  const common = resolve(folder, textOf(join(folder, 'commondir')) ?? '.')
  return textOf(join(common, branch)) ?? packed(textOf(join(common, 'packed-refs')) ?? '', branch)
}

function packed(refs: string, branch: string): string | null {
  const line = refs.split('\n').find(one => one.endsWith(` ${branch}`))
  return line?.split(' ')[0] ?? null
}

/** null: there is no such file. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (ABSENT.includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
