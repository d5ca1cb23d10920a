// The audit actions, in words.
import { ACTIONS, isAction } from '../../../member/actions.ts'
import { activityWords } from '../../../member/activity-words.ts'
import { defineWords, useWords } from '../../../words/words.ts'
import { OPERATOR_ONLY_ACTIONS } from './operator-only-actions.ts'

/** Every action that the operator may filter by. */
export const EVERY_ACTION = [...ACTIONS, ...OPERATOR_ONLY_ACTIONS] as const

const actionWords = defineWords('desk-deeds', {
  pt: {
    switches: { changed: 'Ligou ou desligou os saques do gateway' },
    alarm: { acknowledged: 'Marcou um alerta como visto' },
    'alert-channel': {
      added: 'Criou um canal de alertas',
      changed: 'Alterou um canal de alertas',
      removed: 'Removeu um canal de alertas',
      tested: 'Testou um canal de alertas',
      'secret-rotated': 'Trocou o segredo de um canal de alertas',
      'secret-activated': 'Passou a usar só o segredo novo de um canal de alertas',
    },
    'dead-mans-switch': { changed: 'Definiu o sinal de vida', removed: 'Removeu o sinal de vida' },
    proposal: {
      made: 'Fez uma proposta',
      confirmed: 'Confirmou uma proposta',
      rejected: 'Recusou uma proposta',
      withdrawn: 'Retirou uma proposta',
      expired: 'Uma proposta venceu',
    },
    case: { assigned: 'Assumiu uma diferença', explained: 'Explicou uma diferença' },
    day: { closed: 'Fechou um dia', reopened: 'Reabriu um dia' },
    reconciliation: { asked: 'Pediu uma comparação' },
    'psp-account': {
      made: 'Criou uma conta em provedor',
      changed: 'Alterou uma conta em provedor',
      'transfers-changed': 'Alterou a venda por transferência de um provedor',
      'callback-token-rotated': 'Trocou o endereço dos avisos de um provedor',
    },
    statement: { imported: 'Importou um extrato do banco' },
    'monitoring-case': {
      dismissed: 'Arquivou um caso do monitoramento',
      reported: 'Registrou a comunicação de um caso ao COAF',
      reopened: 'Reabriu um caso do monitoramento',
    },
    'monitoring-rule': { changed: 'Alterou uma regra do monitoramento' },
    movement: { decided: 'Decidiu sobre um crédito de extrato' },
    callback: { replayed: 'Tentou um aviso de novo' },
    callbacks: { replayed: 'Tentou vários avisos de novo' },
    keys: { rotated: 'Trocou a chave do que é guardado cifrado' },
    recurrence: { asked: 'Perguntou ao provedor por uma recorrência' },
    debit: { asked: 'Perguntou ao provedor por um débito' },
    recovery: {
      entered: 'Pôs o gateway em recuperação',
      widened: 'Ampliou a recuperação do gateway',
      resumed: 'Liberou o gateway da recuperação',
    },
    operator: { created: 'Criou uma pessoa da operação', removed: 'Retirou uma pessoa da operação' },
    search: { made: 'Buscou em todas as contas' },
    'legal-request': {
      recorded: 'Registrou um ofício',
      'due-day-changed': 'Mudou o prazo de um ofício',
      closed: 'Encerrou um ofício',
    },
    'legal-archive': {
      requested: 'Pediu o arquivo de um ofício',
      made: 'O arquivo de um ofício ficou pronto',
      failed: 'O arquivo de um ofício não foi gerado',
      downloaded: 'Baixou o arquivo de um ofício',
    },
  },
  en: {
    switches: { changed: 'Switched cashouts of the gateway on or off' },
    alarm: { acknowledged: 'Marked an alert as seen' },
    'alert-channel': {
      added: 'Added a channel of alerts',
      changed: 'Changed a channel of alerts',
      removed: 'Removed a channel of alerts',
      tested: 'Tested a channel of alerts',
      'secret-rotated': 'Replaced the secret of a channel of alerts',
      'secret-activated': 'Began to use only the new secret of a channel of alerts',
    },
    'dead-mans-switch': { changed: 'Set the dead man’s switch', removed: 'Removed the dead man’s switch' },
    proposal: {
      made: 'Made a proposal',
      confirmed: 'Confirmed a proposal',
      rejected: 'Rejected a proposal',
      withdrawn: 'Withdrew a proposal',
      expired: 'A proposal expired',
    },
    case: { assigned: 'Took charge of a difference', explained: 'Explained a difference' },
    day: { closed: 'Closed a day', reopened: 'Reopened a day' },
    reconciliation: { asked: 'Requested a comparison' },
    'psp-account': {
      made: 'Created a provider account',
      changed: 'Changed a provider account',
      'transfers-changed': 'Changed the sales by transfer of a provider',
      'callback-token-rotated': 'Changed the address of a provider’s callbacks',
    },
    statement: { imported: 'Imported a statement of the bank' },
    'monitoring-case': {
      dismissed: 'Dismissed a monitoring case',
      reported: 'Recorded that a case was reported to COAF',
      reopened: 'Reopened a monitoring case',
    },
    'monitoring-rule': { changed: 'Changed a monitoring rule' },
    movement: { decided: 'Decided about a credit of a statement' },
    callback: { replayed: 'Tried a callback again' },
    callbacks: { replayed: 'Tried several callbacks again' },
    keys: { rotated: 'Changed the key of what is stored encrypted' },
    recurrence: { asked: 'Asked the provider about a recurrence' },
    debit: { asked: 'Asked the provider about a debit' },
    recovery: {
      entered: 'Put the gateway into recovery',
      widened: 'Widened the recovery of the gateway',
      resumed: 'Resumed the gateway',
    },
    operator: { created: 'Created an operator', removed: 'Removed an operator' },
    search: { made: 'Searched in all accounts' },
    'legal-request': {
      recorded: 'Recorded a legal request',
      'due-day-changed': 'Changed the day of a legal request',
      closed: 'Closed a legal request',
    },
    'legal-archive': {
      requested: 'Asked for the archive of a legal request',
      made: 'The archive of a legal request got ready',
      failed: 'The archive of a legal request was not made',
      downloaded: 'Downloaded the archive of a legal request',
    },
  },
})

/** The action in words. One of a newer gateway is shown by its name. */
export function useActionName(): (action: string) => string {
  const t = useWords(actionWords)
  const activity = useWords(activityWords)
  return action => {
    const own = OPERATOR_ONLY_ACTIONS.find(one => one === action)
    if (own !== undefined) return t(own)
    return isAction(action) ? activity(`deeds.${action}`) : action
  }
}
