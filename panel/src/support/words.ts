// Words of looking at an account for support.
import { defineWords } from '../words/words.ts'

export const supportWords = defineWords('support', {
  pt: {
    open: 'Ver como a conta',
    title: 'Ver o painel de {{name}}',
    ask: 'Por até 30 minutos você vê o painel como quem trabalha nesta conta, sem mudar nada nela. O que você faz como operador continua valendo.',
    told: 'A conta fica sabendo: que o suporte entrou, por quê e o que abriu. Seu nome não aparece para ela.',
    reason: 'Motivo',
    reasonHelp: 'A conta lê este texto na atividade dela.',
    banner: 'Suporte',
    viewing: 'Você está vendo a conta {{name}}. Aqui nada pode ser alterado.',
    beside: 'O suporte à conta {{name}} está aberto. O que você faz fora dela, como operador, continua valendo.',
    left_one: 'Termina em {{count}} minuto',
    left_other: 'Termina em {{count}} minutos',
    back: 'Ir para a conta',
    end: 'Encerrar',
  },
  en: {
    open: 'View as the account',
    title: 'View the panel of {{name}}',
    ask: 'For up to 30 minutes you see the panel as the people of this account do, without changing anything in it. What you do as an operator still counts.',
    told: 'The account is told: that support came, why, and what it opened. Your name is not shown to it.',
    reason: 'Reason',
    reasonHelp: 'The account reads this in its activity.',
    banner: 'Support',
    viewing: 'You are looking at the account {{name}}. Nothing can be changed here.',
    beside: 'Support for the account {{name}} is open. What you do outside it, as an operator, still counts.',
    left_one: 'Ends in {{count}} minute',
    left_other: 'Ends in {{count}} minutes',
    back: 'Go to the account',
    end: 'End',
  },
})
