// Records of what was sold and paid: sales, received payments, refunds, disputes, recurrences.
import sql, { type Sql } from 'sql-template-tag'
import {
  disputeConcerned,
  happened,
  receiptConcerned,
  recurrenceConcerned,
  refundConcerned,
  saleConcerned,
  within,
} from './concerned-store.ts'
import { byAccount, moment, money, type RecordSet, reference, text } from './record-set.ts'

const both = (one: Sql, other: Sql): Sql => sql`${one} and ${other}`

export const SALES: RecordSet = {
  name: 'vendas',
  about: 'Vendas, com o comprador informado pelo vendedor e o pagador informado pelo banco.',
  from: `sale left join receipt paid on paid.account_id = sale.account_id and paid.sale_id = sale.id and paid.status = 'ACCEPTED'`,
  key: byAccount('sale'),
  where: scope => both(saleConcerned(scope), happened(scope, 'sale', 'sale', ['created_at', 'completed_at'])),
  fields: [
    text('conta', 'sale.account_id'),
    text('numero', 'sale.id'),
    text('uuid', 'sale.uuid'),
    moment('criada_em', 'sale.created_at'),
    moment('paga_em', 'sale.completed_at'),
    text('situacao', 'sale.status'),
    text('metodo', 'sale.payment_method'),
    money('valor', 'sale.amount_centavos'),
    money('tarifa', 'sale.fee_centavos'),
    money('valor_liquido', 'sale.net_centavos'),
    text('comprador_nome', 'sale.customer_name'),
    reference('comprador_documento', 'sale.customer_document'),
    text('comprador_email', 'sale.customer_email'),
    reference('comprador_telefone', 'sale.customer_phone'),
    text('pagador_nome', 'paid.payer_name'),
    reference('pagador_documento', 'paid.payer_document'),
    reference('identificador_pix', 'nullif(paid.end_to_end_id, paid.charge_payment_id)'),
    reference('identificador_cobranca', 'sale.txid'),
    reference('referencia_externa', 'sale.external_reference'),
    text('entrega', 'sale.shipping'),
    text(
      'itens',
      `(select json_agg(to_jsonb(sale_item) - 'account_id' - 'sale_id' - 'seal') from sale_item
        where sale_item.account_id = sale.account_id and sale_item.sale_id = sale.id)`,
    ),
    reference('recorrencia', 'sale.id_rec'),
  ],
}

export const RECEIPTS: RecordSet = {
  name: 'recebimentos',
  about: 'Pagamentos recebidos, com quem pagou segundo o banco; também os que não eram de nenhuma venda.',
  from: 'receipt',
  key: byAccount('receipt'),
  where: scope => both(receiptConcerned(scope), happened(scope, 'receipt', 'receipt', ['created_at', 'paid_at'])),
  fields: [
    text('conta', 'receipt.account_id'),
    text('numero', 'receipt.id'),
    moment('pago_em', 'receipt.paid_at'),
    moment('registrado_em', 'receipt.created_at'),
    money('valor', 'receipt.amount_centavos'),
    text('pagador_nome', 'receipt.payer_name'),
    reference('pagador_documento', 'receipt.payer_document'),
    text('mensagem', 'receipt.message'),
    reference('identificador_pix', 'nullif(receipt.end_to_end_id, receipt.charge_payment_id)'),
    reference('identificador_cobranca', 'receipt.txid'),
    text('situacao', 'receipt.status'),
    text('motivo', 'receipt.reason'),
    text('venda_numero', 'receipt.sale_id'),
    text('decisao', 'receipt.decision'),
    text('decisao_motivo', 'receipt.decision_reason'),
    text('decisao_de', 'person_name(receipt.decided_by)'),
    moment('decisao_em', 'receipt.decided_at'),
    text('conta_na_instituicao', 'receipt.psp_account_id'),
  ],
}

export const REFUNDS: RecordSet = {
  name: 'devolucoes',
  about: 'Reembolsos e devoluções a quem pagou.',
  from: 'refund join receipt paid on paid.account_id = refund.account_id and paid.id = refund.receipt_id',
  key: byAccount('refund'),
  where: scope => both(refundConcerned(scope), happened(scope, 'refund', 'refund', ['created_at', 'completed_at'])),
  fields: [
    text('conta', 'refund.account_id'),
    text('numero', 'refund.id'),
    text('uuid', 'refund.uuid'),
    moment('pedida_em', 'refund.created_at'),
    moment('concluida_em', 'refund.completed_at'),
    text('situacao', 'refund.status'),
    money('valor', 'refund.amount_centavos'),
    text('motivo', 'refund.reason'),
    text('pedida_por', 'person_name(refund.asked_by)'),
    text('feita_pelo_banco', 'refund.unasked is true'),
    text('venda_numero', 'refund.sale_id'),
    text('recebimento_numero', 'refund.receipt_id'),
    text('recebedor_nome', 'paid.payer_name'),
    reference('recebedor_documento', 'coalesce(refund.to_document, paid.payer_document)'),
    reference('recebedor_chave_pix', 'refund.to_pix_key'),
    reference('identificador_pix_original', 'nullif(paid.end_to_end_id, paid.charge_payment_id)'),
    reference('identificador_devolucao', 'refund.rtr_id'),
    reference('identificador_no_banco', 'refund.psp_refund_id'),
    text('falha', 'refund.failure_message'),
  ],
}

export const DISPUTES: RecordSet = {
  name: 'contestacoes',
  about: 'Contestações de pagadores (MED e chargeback), com a defesa e a decisão.',
  from: `dispute left join dispute_defence defence on defence.account_id = dispute.account_id and defence.dispute_id = dispute.id`,
  key: byAccount('dispute'),
  where: scope =>
    both(disputeConcerned(scope), happened(scope, 'dispute', 'dispute', ['created_at', 'opened_at', 'closed_at'])),
  fields: [
    text('conta', 'dispute.account_id'),
    text('numero', 'dispute.id'),
    text('uuid', 'dispute.uuid'),
    text('tipo', 'dispute.kind'),
    text('situacao', 'dispute.status'),
    reference('protocolo', 'dispute.protocol'),
    text('motivo_no_banco', 'dispute.psp_reason'),
    reference('identificador_pix', 'dispute.end_to_end_id'),
    text('venda_numero', 'dispute.sale_id'),
    money('valor', 'dispute.amount_centavos'),
    money('valor_reclamado', 'dispute.claimed_centavos'),
    money('valor_perdido', 'dispute.forfeited_centavos'),
    moment('aberta_em', 'dispute.opened_at'),
    moment('prazo', 'dispute.deadline_at'),
    text('defesa', 'defence.justification'),
    text('defesa_situacao', 'defence.status'),
    moment('defesa_em', 'defence.created_at'),
    moment('encerrada_em', 'dispute.closed_at'),
    text('encerrada_por', 'person_name(dispute.closed_by)'),
    text('encerramento_motivo', 'dispute.close_reason'),
  ],
}

export const RECURRENCES: RecordSet = {
  name: 'recorrencias',
  about: 'Autorizações de Pix Automático, com quem paga.',
  from: 'recurrence',
  key: byAccount('recurrence'),
  where: scope => {
    const concerned = recurrenceConcerned(scope)
    return concerned === null
      ? null
      : sql`${concerned} and (${within(scope, 'created_at')} or ${within(scope, 'activated_at')} or ${within(scope, 'ended_at')})`
  },
  fields: [
    text('conta', 'recurrence.account_id'),
    text('numero', 'recurrence.id'),
    text('uuid', 'recurrence.uuid'),
    reference('identificador', 'recurrence.id_rec'),
    reference('contrato', 'recurrence.contrato'),
    text('situacao', 'recurrence.status'),
    text('pagador_nome', 'recurrence.customer_name'),
    reference('pagador_documento', 'recurrence.customer_document'),
    text('pagador_email', 'recurrence.customer_email'),
    reference('pagador_telefone', 'recurrence.customer_phone'),
    reference('conta_pagadora_documento', 'recurrence.payer_document'),
    reference('conta_pagadora_ispb', 'recurrence.payer_ispb'),
    text('periodicidade', 'recurrence.periodicity'),
    money('valor', 'recurrence.amount_centavos'),
    moment('criada_em', 'recurrence.created_at'),
    moment('autorizada_em', 'recurrence.activated_at'),
    moment('encerrada_em', 'recurrence.ended_at'),
  ],
}
