// Texts of the list of cashouts that wait for approval.
import { defineWords } from '../../words/words.ts'

export const approvalWords = defineWords('approvals', {
  pt: {
    title: 'Aprovações',
    description: 'Saques que só saem depois que alguém decide. Abra um deles para conferir, aprovar ou recusar.',
    caption: 'Saques que esperam',
    columns: { payee: 'Para', why: 'Por quê', votes: 'Aprovações', until: 'Decidir até', amount: 'Valor' },
    votes: '{{given}} de {{needed}}',
    until: 'até {{moment}}',
    empty: 'Nada espera por aqui',
    emptyText: 'Quando as regras da conta segurarem um saque, ele aparece nesta lista.',
    rules: 'Ver as regras',
  },
  en: {
    title: 'Approvals',
    description: 'Cashouts that go out only after somebody decides. Open one to check, approve or reject it.',
    caption: 'Waiting cashouts',
    columns: { payee: 'To', why: 'Why', votes: 'Approvals', until: 'Decide until', amount: 'Amount' },
    votes: '{{given}} of {{needed}}',
    until: 'until {{moment}}',
    empty: 'Nothing is waiting here',
    emptyText: 'When the rules of the account hold a cashout back, it appears in this list.',
    rules: 'See the rules',
  },
})
