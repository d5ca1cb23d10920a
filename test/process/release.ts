// A version in a folder of its own, to be run beside this one: what a tag has, or this code with the migrations of a version to come.
import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from './scene.ts'

const HERE = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** What a version to come may do: tables in use get columns, an index, and a new seal. All of it only adds. */
export const NEXT: Record<string, string> = {
  '9001_notes': `-- Up Migration
-- Expand

-- Notes on sales.
alter table sale add column note text;
create index sale_by_note on sale (account_id, note) where note is not null;
select keep_sealed('sale', '{due_at}');
`,
  '9002_batches': `-- Up Migration
-- Expand

-- Cashouts in batches.
create table batch (account_id integer not null references account, id bigint not null, primary key (account_id, id));
alter table withdrawal add column batch_id bigint,
  add constraint withdrawal_batch foreign key (account_id, batch_id) references batch;
alter table wallet add column touched integer not null default 0;
`,
}

/**
 * The commit that PREVIOUS_RELEASE names, or the newest tag of a version before this one; null: there is none beside which this
 * one can run, or this is no checkout with its history.
 */
export async function previousRelease(): Promise<string | null> {
  const tag = process.env.PREVIOUS_RELEASE ?? (await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'))
  return tag !== null && (await git('cat-file', '-e', `${tag}:${FIRST_WITH}`)) !== null ? tag : null
}

/** One from before it refuses the schema of any later one. */
const FIRST_WITH = 'migrations/0137_older_code.sql'

/** Null: it says no. */
const git = (...args: string[]): Promise<string | null> =>
  run('git', args, { cwd: HERE }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )

/** As it was committed, with the packages of this one. */
export async function releaseOf(resources: AsyncDisposableStack, commit: string): Promise<string> {
  const folder = await emptyRelease(resources)
  const archive = join(folder, 'release.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: HERE })
  await run('tar', ['-xf', archive, '-C', folder])
  return folder
}

const PARTS = ['src', 'sandbox', 'migrations', 'package.json']

/** This code, and these migrations after its own. */
export async function releaseAfter(resources: AsyncDisposableStack, migrations = NEXT): Promise<string> {
  const folder = await emptyRelease(resources)
  for (const part of PARTS) await cp(join(HERE, part), join(folder, part), { recursive: true })
  await writeMigrations(join(folder, 'migrations'), migrations)
  return folder
}

export async function writeMigrations(dir: string, migrations: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(migrations)) await writeFile(join(dir, `${name}.sql`), text)
}

async function emptyRelease(resources: AsyncDisposableStack): Promise<string> {
  const folder = join(await temporaryFolder(resources, 'release'), 'porteira')
  await mkdir(folder)
  await symlink(join(HERE, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
