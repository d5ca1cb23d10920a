// What sales by transfer are recognised by, each against its sale; and the credits of bank statements, each against the receipt that it
// was booked as.
import sql from 'sql-template-tag'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { sealed } from '../row-hashes.ts'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

export const TRANSFERS: Survey = {
  table: 'bank_transfer',
  key: ['sale_id'],
  judged: page => sql`
    select bank_transfer.*, charge_kind, sale_psp, buyer,
      charge_kind is distinct from 'transfer' or sale_psp is distinct from psp_account_id
        -- Its buyer was forgotten: then both say so.
        or case buyer when '' then payer_document <> '00000000000' else buyer is distinct from payer_document end as sold,
      undone_at is not null and status is distinct from 'ESTORNADO' as undone
    from (${page}) bank_transfer
    left join lateral (
      select charge_kind, status, sale.psp_account_id as sale_psp, customer_document as buyer from sale
      where sale.account_id = bank_transfer.account_id and sale.id = bank_transfer.sale_id offset 0
    ) sales on true`,
  sums: [],
  checks: {
    sold: row =>
      `it waits at PSP account ${row.psp_account_id} for ${row.payer_document}, and its sale is by ${row.charge_kind ?? 'nothing'} ` +
      `of PSP account ${row.sale_psp ?? 'none'} for ${row.buyer ?? 'nobody'}`,
    undone: row => `its assignment was undone at ${row.undone_at}, and its sale is not ESTORNADO`,
  },
}

export const MOVEMENTS: Survey = {
  ...sealed(
    {
      table: 'movement',
      key: ['psp_account_id', 'id'],
      judged: page => sql`
        select movement.*, received, (state = 'BOOKED') <> (received is not null)
          or received is distinct from case state when 'BOOKED' then amount_centavos end as booked
        from (${page}) movement
        left join lateral (
          select receipt.amount_centavos as received from receipt
          where receipt.end_to_end_id = 'T' || movement.psp_account_id || '-' || movement.id
            and receipt.psp_account_id = movement.psp_account_id and receipt.status <> 'MOVED' limit 1
        ) receipts on true`,
      sums: [],
      checks: {
        booked: row =>
          `it is ${row.state} with ${reais(row.amount_centavos)}, and ` +
          (row.received === null ? 'no receipt has it' : `its receipt has ${reais(row.received)}`),
      },
    },
    `${SUSPENSE_ACCOUNT_ID}`,
  ),
  ofGateway: true,
}
