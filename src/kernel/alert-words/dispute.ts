// Words of the alerts about disputes and their defences, in both languages.

export const DISPUTE_ALERTS = {
  pt: {
    DISPUTE_OF_UNKNOWN_PAYMENT: {
      title: 'Foi contestado um Pix que este banco de dados não conhece',
      whatToDo: 'A contestação fica na conta transitória até o Pix ser conhecido. Se não for, pergunte ao provedor.',
    },
    DISPUTE_EXCEEDS_PAYMENT: {
      title: 'Foi contestado mais do que resta do que foi pago',
      whatToDo:
        'Veja a venda: reembolsos ou outras contestações levaram o resto, ou o provedor disse um valor que não é deste Pix. De um pagamento que nenhuma venda aceitou nada é bloqueado: ele ainda não é de ninguém.',
    },
    DISPUTE_MONEY_SPENT: {
      title: 'O valor contestado já saiu: o resto é bloqueado conforme entrar',
      whatToDo: 'Nada a fazer, ou fale com o vendedor.',
    },
    DISPUTE_UNANSWERED: {
      title: 'O prazo de uma contestação está acabando, e ninguém respondeu',
      whatToDo: 'Restam seis horas: responda, ou deixe como está.',
    },
    DISPUTE_DEFENCE_LATE: {
      title: 'O prazo de uma contestação está acabando, e o provedor ainda não recebeu a defesa',
      whatToDo: 'Restam seis horas: confira as permissões da conta no provedor, ou defenda no site do banco.',
    },
    DISPUTE_OVERDUE: {
      title: 'Uma contestação passou do prazo, e ninguém disse como terminou',
      whatToDo: 'Passaram três dias: pergunte ao provedor e libere ou perca o valor.',
    },
    DEFENCE_NOT_CONFIRMED: {
      title: 'Uma defesa foi enviada várias vezes, e o provedor não a confirma',
      whatToDo: 'Defenda no site do banco antes do prazo.',
    },
    DEFENCE_REFUSED: {
      title: 'O provedor recusou a defesa de uma contestação',
      whatToDo: 'Leia o motivo; outra defesa pode ser enviada antes do prazo.',
    },
    DEFENCE_WITH_OPERATOR: {
      title: 'Uma defesa espera que você a entregue: nenhum provedor a recebe pelo sistema',
      whatToDo: 'Entregue no site da adquirente ou do banco, no prazo, e registre a entrega na contestação.',
    },
    DISPUTE_CONFLICT: {
      title: 'O provedor contradiz o que se sabe de uma contestação',
      whatToDo: 'Nada foi lançado: pergunte ao provedor.',
    },
    DISPUTE_LOSS_UNKNOWN: {
      title: 'Uma contestação foi perdida, e não se sabe quanto voltou',
      whatToDo:
        'Pergunte ao provedor quanto voltou e registre essa perda. Um pagamento que nenhuma venda aceitou não é cobrado de ninguém: libere a contestação e acerte o pagamento.',
    },
    DISPUTE_NOT_BOOKED: {
      title: 'Uma contestação do provedor não pôde ser lançada',
      whatToDo: 'Veja o motivo; o sistema tenta de novo sempre que a lista mostra a contestação.',
    },
    DISPUTE_LIST_UNREADABLE: {
      title: 'A lista de contestações de um provedor não pôde ser lida',
      whatToDo: 'Cinco leituras falharam. O sistema continua tentando, e nada se perde.',
    },
    DISPUTE_ENTRY_UNREADABLE: {
      title: 'A lista de contestações de um provedor traz um item que não pode ser lido',
      whatToDo: 'Procure o item no site do provedor e relate a forma dele.',
    },
  },
  en: {
    DISPUTE_OF_UNKNOWN_PAYMENT: {
      title: 'A Pix is disputed that this database does not know',
      whatToDo: 'The dispute stands in the suspense account until the Pix is known. If it never is, ask the provider.',
    },
    DISPUTE_EXCEEDS_PAYMENT: {
      title: 'More is disputed than is left of what was paid',
      whatToDo:
        "Look at the sale: refunds or other disputes have taken the rest, or the provider told an amount that is none of this Pix. Of a payment that no sale accepted nothing is held: it is nobody's yet.",
    },
    DISPUTE_MONEY_SPENT: {
      title: 'The disputed money has left already: the rest is held as it comes',
      whatToDo: 'Nothing to do, or talk to the seller.',
    },
    DISPUTE_UNANSWERED: {
      title: 'The deadline of a dispute is near and nobody has answered',
      whatToDo: 'Six hours are left: answer it, or let it be.',
    },
    DISPUTE_DEFENCE_LATE: {
      title: 'The deadline of a dispute is near and the provider has not taken its defence',
      whatToDo: 'Six hours are left: check the rights of the provider account, or defend on the bank’s own site.',
    },
    DISPUTE_OVERDUE: {
      title: 'A dispute is past its deadline, and nobody has said how it ended',
      whatToDo: 'Three days have passed: ask the provider, then release or forfeit the money.',
    },
    DEFENCE_NOT_CONFIRMED: {
      title: 'A defence was sent several times, and the provider does not confirm it',
      whatToDo: 'Defend on the bank’s own site before the deadline.',
    },
    DEFENCE_REFUSED: {
      title: 'The provider has refused the defence of a dispute',
      whatToDo: 'Read the reason; another defence may be given before the deadline.',
    },
    DEFENCE_WITH_OPERATOR: {
      title: 'A defence waits for you to hand it in: no provider takes it through the system',
      whatToDo: 'Hand it in on the site of the acquirer or the bank, in time, and record that at the dispute.',
    },
    DISPUTE_CONFLICT: {
      title: 'The provider contradicts what is known of a dispute',
      whatToDo: 'Nothing was booked: ask the provider.',
    },
    DISPUTE_LOSS_UNKNOWN: {
      title: 'A dispute was lost, and what went back of it is not known',
      whatToDo:
        'Ask the provider what went back, then forfeit that amount. A payment that no sale accepted is charged to nobody: release the dispute, and settle the payment.',
    },
    DISPUTE_NOT_BOOKED: {
      title: 'A dispute of the provider could not be booked',
      whatToDo: 'Read the reason; the system tries again whenever the list shows the dispute.',
    },
    DISPUTE_LIST_UNREADABLE: {
      title: 'A provider’s list of disputes could not be read',
      whatToDo: 'Five readings have failed. The system goes on trying, and nothing is lost.',
    },
    DISPUTE_ENTRY_UNREADABLE: {
      title: 'A provider’s list of disputes holds an entry that cannot be read',
      whatToDo: 'Look for it on the provider’s own site, and report its form.',
    },
  },
}
