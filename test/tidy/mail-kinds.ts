// The kinds of mail that the database takes are written down anew by each migration that adds one. One that writes them as a list, and
// leaves out a kind that is there already, would make the commit fail that owes such a mail, money included.
import { readdirSync, readFileSync } from 'node:fs'

const LISTED = /add constraint mail_kind_check\s+check \(kind in \((\s*'[^)]*)\)/
const ADDED = /mail_kind_check[\s\S]*?(?=-- Down Migration|$)/

/** A list has to have every kind that an earlier migration has written down. */
export function forgetfulMigrations(folder = 'migrations'): string[] {
  const known = new Set<string>()
  const complaints: string[] = []
  for (const name of readdirSync(folder).toSorted()) {
    const up = readFileSync(`${folder}/${name}`, 'utf8').split('-- Down Migration')[0] ?? ''
    const listed = LISTED.exec(up)?.[1]
    for (const kind of listed === undefined ? [] : known)
      if (!listed?.includes(`'${kind}'`)) complaints.push(`${folder}/${name}: forgets the kind of mail '${kind}'`)
    for (const [, kind = ''] of (listed ?? ADDED.exec(up)?.[0] ?? '').matchAll(KIND)) known.add(kind)
  }
  return complaints
}

const KIND = /(?:array\[|\(|, |\s)'([a-z]+(?:-[a-z]+)*)'(?!::)/g
