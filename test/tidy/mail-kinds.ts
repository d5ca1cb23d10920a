// The kinds of mail that the database takes are written down anew by each migration that adds one. One that writes them as a list, and
// leaves out a kind that is there already, would make the commit fail that owes such a mail, money included.
import { readdirSync, readFileSync } from 'node:fs'

/** Since this one the kinds that are there are read and kept. */
const KEEPS_THEM = '0060'
const LISTED = /add constraint mail_kind_check\s+check \(kind in \(\s*'/

export function forgetfulMigrations(folder = 'migrations'): string[] {
  return readdirSync(folder)
    .filter(name => name > KEEPS_THEM)
    .filter(name => LISTED.test(upOf(readFileSync(`${folder}/${name}`, 'utf8'))))
    .map(name => `${folder}/${name}: keep the kinds of mail that are there, as 0060_mail_preferences.sql does`)
}

const upOf = (text: string) => text.split('-- Down Migration')[0] ?? ''
