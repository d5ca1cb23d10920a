// Texts about the operators of the gateway.
import { defineWords } from '../../words/words.ts'

export const operatorsWords = defineWords('desk-operators', {
  pt: {
    title: 'Operadores',
    description: 'Quem opera este gateway. Novos operadores são criados na linha de comando: porteira operator create.',
    columns: { person: 'Pessoa', since: 'Desde', factor: 'Segundo fator', seen: 'Visto por último' },
    you: 'Você',
    fromTheStart: 'Desde o início',
    noSession: 'Sem sessão',
    factor: {
      none: 'Não configurado',
      app: 'Aplicativo',
      passkeys_one: '{{count}} chave',
      passkeys_other: '{{count}} chaves',
    },
    mayNot: {
      LAST: 'Quem opera sozinho não pode sair: crie outra pessoa antes.',
      PROPOSED: 'Já proposto: outra pessoa confirma em Propostas.',
      NO_RIGHT: 'Você não opera mais este gateway.',
      TOO_NEW: 'Quem opera há menos de 24 horas não retira a outra pessoa.',
    },
    remove: 'Retirar',
    removeYourself: 'Sair da operação',
    removeAsk:
      '{{name}} deixa de operar este gateway, e todas as suas sessões terminam. Toda a operação recebe um e-mail.',
    byTwo: 'Outra pessoa da operação precisa confirmar em Propostas.',
    alone: 'Vale na hora: vocês são só duas pessoas.',
    proposed: 'Proposto. Outra pessoa confirma em Propostas.',
    removed: '{{name}} não opera mais este gateway.',
  },
  en: {
    title: 'Operators',
    description: 'Who runs this gateway. New operators are made at the command line: porteira operator create.',
    columns: { person: 'Person', since: 'Since', factor: 'Second factor', seen: 'Last seen' },
    you: 'You',
    fromTheStart: 'Since the beginning',
    noSession: 'No session',
    factor: { none: 'Not set up', app: 'App', passkeys_one: '{{count}} passkey', passkeys_other: '{{count}} passkeys' },
    mayNot: {
      LAST: 'A lone operator cannot leave: make another one first.',
      PROPOSED: 'Proposed already: another operator confirms it under Proposals.',
      NO_RIGHT: 'You do not run this gateway any more.',
      TOO_NEW: 'Who became an operator less than 24 hours ago does not remove the other one.',
    },
    remove: 'Remove',
    removeYourself: 'Stop operating',
    removeAsk: '{{name}} runs this gateway no more, and all of their sessions end. Every operator gets an e-mail.',
    byTwo: 'Another operator has to confirm it under Proposals.',
    alone: 'It takes effect at once: there are only two of you.',
    proposed: 'Proposed. Another operator confirms it under Proposals.',
    removed: '{{name}} runs this gateway no more.',
  },
})
