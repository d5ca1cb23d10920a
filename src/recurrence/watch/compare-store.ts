// The SQL that finds what the PSP lists and this database does not have.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { ReportedRecurrence } from '#psp/recurrence/port.ts'

type Listed = Pick<ReportedRecurrence, 'idRec' | 'locationId' | 'contract' | 'debtorDocument'>

/**
 * The idRecs that no recurrence here has, at whichever PSP account of the receiver, and that no creation whose answer was lost can be
 * about: that finds its own by the location, or by contract and debtor.
 */
export async function findUnknown(db: Queryable, pspAccountId: number, listed: Listed[]): Promise<string[]> {
  const column = (of: keyof Listed) => listed.map(one => one[of])
  const rows = await db.query<{ idRec: string }>(sql`
    select listed.id_rec as "idRec"
    from unnest(${column('idRec')}::text[], ${column('locationId')}::text[], ${column('contract')}::text[],
      ${column('debtorDocument')}::text[]) as listed(id_rec, location_id, contrato, document)
    where not exists (select from recurrence where recurrence.id_rec = listed.id_rec)
      and not exists (
        select from recurrence where psp_account_id = ${pspAccountId} and status = 'CRIANDO' and recurrence.id_rec is null
          and case when recurrence.location_id is null
            then recurrence.contrato = listed.contrato and customer_document = listed.document
            else recurrence.location_id = listed.location_id end
      )`)
  return rows.map(({ idRec }) => idRec)
}
