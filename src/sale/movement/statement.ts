// A file of the bank is imported whole, or refused whole with the line and the reason. It has to be of the account that buyers were told.
import type { RecordAction } from '#http/audited-action.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { findTransferSettings } from '#psp/transfer/store.ts'
import type { SaleDeps } from '../deps.ts'
import { type Imported, importCredits } from './import.ts'
import { creditOf } from './movement.ts'
import { MAX_OFX_BYTES, readOfx } from './ofx.ts'

export interface StatementImported extends Imported {
  /** Lines of money that left, or of none. */
  debits: number
}

export async function importStatement(
  deps: SaleDeps,
  pspAccountId: number,
  bytes: Buffer,
  { name, recordAction }: { name: string; recordAction: RecordAction },
): Promise<StatementImported | Failure> {
  const settings = await findTransferSettings(deps.db, pspAccountId)
  if (settings === null) return notFound('PSP account')
  if (settings.payee === null)
    return new Failure(
      'CONFLICT',
      'This PSP account has no data of the bank: without them no file can be told to be its own',
    )
  if (bytes.length > MAX_OFX_BYTES) return invalid('file', `at most ${MAX_OFX_BYTES / 1024 / 1024} MiB`)
  const statement = readOfx(bytes)
  if ('reason' in statement)
    return new Failure('INVALID_DATA', `file: line ${statement.line}: ${statement.reason}. Nothing of it was imported`)
  if (!isOfAccount(statement.account, settings.payee))
    return new Failure(
      'INVALID_DATA',
      'file: is of another account than the one of this PSP account. Nothing of it was imported',
    )
  const { holderDocument } = settings.payee
  const credits = statement.lines.flatMap(line => creditOf(line, holderDocument) ?? [])
  const debits = statement.lines.length - credits.length
  const imported = { ...(await importCredits(deps, pspAccountId, credits)), debits }
  const detail = { name, ...imported }
  await deps.db.transaction(tx =>
    recordAction(
      tx,
      { action: 'statement.imported', subject: 'psp_account', subjectId: pspAccountId, detail },
      deps.clock(),
    ),
  )
  return imported
}

/** Banks write the branch before the account, or not, and either without dashes. */
function isOfAccount(named: string, { branch, account }: { branch: string; account: string }): boolean {
  const bare = (text: string) =>
    text
      .toUpperCase()
      .replace(/[^0-9X]/g, '')
      .replace(/^0+/, '')
  const [theirs, ours] = [bare(named), bare(account)]
  const withoutDigit = bare(account.split('-')[0] ?? account)
  return theirs === ours || theirs === withoutDigit || theirs === bare(`${branch}${account}`)
}
