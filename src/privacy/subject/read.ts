// Everything that is held about a customer, in pages, so that nothing grows with how much there is. The one reader of a person: for answers to
// the person and for whoever has to answer about them.
import { type Database, patiently, type Queryable } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { SECTION_NAMES, type SectionName } from './sections.ts'
import { findDocuments, ROWS_AT_ONCE, readPage, type SubjectQuestion, type SubjectRow } from './store.ts'

export interface SubjectPage {
  section: SectionName
  rows: SubjectRow[]
}

/** The sections in their order; one without rows has one empty page. */
export async function* readSubject(db: Database, question: SubjectQuestion): AsyncGenerator<SubjectPage> {
  for (const section of SECTION_NAMES) {
    let after: Pick<SubjectRow, 'accountId' | 'id'> | null = null
    for (;;) {
      const rows: SubjectRow[] = await patiently(() => readPage(db, section, question, after))
      yield { section, rows }
      after = rows.at(-1) ?? null
      if (rows.length < ROWS_AT_ONCE) break
    }
  }
}

/** Null: what is found is of one person. An e-mail address or a phone that several have names none of them. */
export async function ambiguityOf(db: Queryable, { whose, subject }: SubjectQuestion): Promise<Failure | null> {
  if (subject.document !== null) return null
  const documents = await findDocuments(db, whose, subject)
  if (documents.length < 2) return null
  return new Failure('CONFLICT', 'document: expected, since this e-mail address or phone is of more than one person')
}
