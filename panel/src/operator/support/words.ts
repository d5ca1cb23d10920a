// Words of the list of views for support.
import { defineWords } from '../../words/words.ts'

export const supportOperatorWords = defineWords('desk-support', {
  pt: {
    title: 'Suporte',
    description: 'Quem da operação está vendo a conta de um vendedor, só para ler, e por quê.',
    caption: 'Consultas de suporte',
    open: 'Abertas agora',
    ended: 'Encerradas',
    columns: { account: 'Conta', by: 'Quem', reason: 'Motivo', opened: 'Abriu em', until: 'Até', end: 'Fim' },
    endedBy: 'Encerrada por {{name}}',
    endedBySomebody: 'Encerrada por uma pessoa',
    ranOut: 'O tempo acabou',
    signedOut: 'A sessão terminou',
    end: 'Encerrar',
    endAsk: '{{name}} deixa de ver a conta {{account}} na mesma hora. A conta fica sabendo que a consulta terminou.',
    somebody: 'Quem abriu',
    done: 'Consulta encerrada.',
    quietTitle: 'Nenhuma conta está sendo vista',
    quiet: 'Para ver o painel de um vendedor, abra a conta dele e escolha “Ver como a conta”.',
  },
  en: {
    title: 'Support',
    description: 'Which operators are viewing a seller’s account, read-only, and why.',
    caption: 'Support views',
    open: 'Open now',
    ended: 'Ended',
    columns: { account: 'Account', by: 'Who', reason: 'Reason', opened: 'Opened', until: 'Until', end: 'End' },
    endedBy: 'Ended by {{name}}',
    endedBySomebody: 'Ended by a person',
    ranOut: 'Time ran out',
    signedOut: 'The session ended',
    end: 'End',
    endAsk:
      '{{name}} stops seeing the account {{account}} at once. The account’s activity shows that the view has ended.',
    somebody: 'The operator who opened it',
    done: 'View ended.',
    quietTitle: 'No account is being viewed',
    quiet: 'To see the panel of a seller, open their account and choose “View as the account”.',
  },
})
