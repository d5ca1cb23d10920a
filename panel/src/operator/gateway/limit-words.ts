// Texts of the limits of the whole gateway.
import { defineWords } from '../../words/words.ts'

export const limitWords = defineWords('desk-limits', {
  pt: {
    title: 'Limites do gateway',
    description: 'Quanto pode sair do gateway inteiro sem que ninguém precise olhar.',
    limits: 'Saídas somadas de todas as contas',
    limit: { most10MinutesCents: 'Em 10 minutos', mostHourCents: 'Em uma hora' },
    none: 'sem limite',
    waiting: 'O saque que passaria do limite não é recusado: ele espera a operação.',
    toWaiting: 'Ver saques retidos',
    change: 'Alterar limites',
    changeVerb: 'Alterar',
    ask: 'Vale na hora, para todas as contas. Vazio: sem limite.',
    changed: 'Limites alterados.',
  },
  en: {
    title: 'Limits of the gateway',
    description: 'How much may leave the whole gateway without anybody having to look.',
    limits: 'What leaves all accounts together',
    limit: { most10MinutesCents: 'In 10 minutes', mostHourCents: 'In an hour' },
    none: 'no limit',
    waiting: 'A cashout above the limit is not refused: it waits for the operator.',
    toWaiting: 'See held cashouts',
    change: 'Change limits',
    changeVerb: 'Change',
    ask: 'In force at once, for every account. Empty: no limit.',
    changed: 'Limits changed.',
  },
})
