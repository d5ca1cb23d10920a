// Records of what was paid out and held back: cashouts, beneficiaries, holds by hand, and what operators decided.
import sql from 'sql-template-tag'
import { beneficiaryConcerned, cashoutConcerned, happened, within } from './concerned-store.ts'
import { byAccount, moment, money, type RecordSet, reference, text } from './record-set.ts'

export const CASHOUTS: RecordSet = {
  name: 'saques',
  about: 'Saques, com a chave Pix de destino e quem recebeu segundo o banco.',
  from: `withdrawal left join payout_recipient recipient
    on recipient.account_id = withdrawal.account_id and recipient.withdrawal_id = withdrawal.id`,
  key: byAccount('withdrawal'),
  where: scope =>
    sql`${cashoutConcerned(scope)} and ${happened(scope, 'withdrawal', 'withdrawal', ['created_at', 'processed_at'])}`,
  fields: [
    text('conta', 'withdrawal.account_id'),
    text('numero', 'withdrawal.id'),
    text('uuid', 'withdrawal.uuid'),
    moment('pedido_em', 'withdrawal.created_at'),
    moment('processado_em', 'withdrawal.processed_at'),
    text('situacao', 'withdrawal.state'),
    money('valor', 'withdrawal.amount_centavos'),
    money('tarifa', 'withdrawal.fee_fixed_centavos + withdrawal.fee_variable_centavos'),
    money('valor_liquido', 'withdrawal.net_centavos'),
    money('valor_devolvido', 'withdrawal.returned_centavos'),
    text('chave_pix_tipo', 'withdrawal.pix_key_type'),
    reference('chave_pix', 'withdrawal.pix_key'),
    reference('titular_documento_informado', 'withdrawal.holder_document'),
    text('recebedor_nome', 'recipient.name'),
    reference('recebedor_documento', 'recipient.document'),
    reference('recebedor_ispb', 'recipient.bank_ispb'),
    text('descricao', 'withdrawal.description'),
    reference('referencia_externa', 'withdrawal.external_reference'),
    reference('identificador_pix', 'withdrawal.end_to_end_id'),
    reference('identificador_pagamento', 'withdrawal.payout_id'),
    text('falha', 'withdrawal.failure_message'),
  ],
}

export const BENEFICIARIES: RecordSet = {
  name: 'beneficiarios',
  about: 'Chaves Pix em que a conta confia para saques.',
  from: 'payout_beneficiary',
  key: byAccount('payout_beneficiary'),
  where: scope => {
    const concerned = beneficiaryConcerned(scope)
    if (concerned === null) return null
    const { from, to } = scope
    return sql`${concerned} and (${to}::timestamptz is null or created_at < ${to})
      and (${from}::timestamptz is null or removed_at is null or removed_at >= ${from})`
  },
  fields: [
    text('conta', 'account_id'),
    text('numero', 'id'),
    text('chave_pix_tipo', 'pix_key_type'),
    reference('chave_pix', 'pix_key'),
    text('nome', 'name'),
    text('incluido_por', 'person_name(added_by)'),
    moment('incluido_em', 'created_at'),
    moment('removido_em', 'removed_at'),
  ],
}

export const HOLDS: RecordSet = {
  name: 'bloqueios',
  about: 'Bloqueios por ordem judicial, por cautela ou pela operação.',
  from: `hold_order join proposal on proposal.account_id = hold_order.account_id and proposal.id = hold_order.proposal_id`,
  key: byAccount('hold_order'),
  where: scope =>
    scope.kind === 'ACCOUNT'
      ? sql`hold_order.account_id = ${scope.accountId} and ${happened(scope, 'hold_order', 'hold_order', ['created_at', 'ended_at'])}`
      : null,
  fields: [
    text('conta', 'hold_order.account_id'),
    text('numero', 'hold_order.id'),
    text('tipo', 'hold_order.reason'),
    reference('documento', 'hold_order.document'),
    text('situacao', 'hold_order.state'),
    money('valor', 'hold_order.amount_centavos'),
    money('valor_liberado', 'hold_order.lifted_centavos'),
    money('valor_executado', 'hold_order.taken_centavos'),
    moment('criado_em', 'hold_order.created_at'),
    moment('encerrado_em', 'hold_order.ended_at'),
    text('motivo', 'proposal.reason'),
  ],
}

export const DECISIONS: RecordSet = {
  name: 'decisoes',
  about: 'Propostas da operação sobre a conta e o que foi decidido delas.',
  from: 'proposal',
  key: byAccount('proposal'),
  where: scope =>
    scope.kind === 'ACCOUNT'
      ? sql`proposal.account_id = ${scope.accountId}
          and (${within(scope, 'proposal.created_at')} or ${within(scope, 'proposal.decided_at')})`
      : null,
  fields: [
    text('conta', 'account_id'),
    text('numero', 'id'),
    text('comando', 'kind'),
    text('conteudo', 'payload'),
    text('motivo', 'reason'),
    text('proposta_por', 'person_name(proposed_by)'),
    moment('proposta_em', 'created_at'),
    text('situacao', 'state'),
    text('decidida_por', 'person_name(decided_by)'),
    text('decisao_motivo', 'decision_reason'),
    moment('decidida_em', 'decided_at'),
  ],
}
