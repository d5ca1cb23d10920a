// The text of each alert for the operator, and what to do about it, in Portuguese.

import { BACKUP_ALERTS } from './backup.ts'
import { BOLETO_ALERTS_PT } from './boleto.ts'
import { CHANNEL_ALERTS } from './channel.ts'
import { DISPUTE_ALERTS } from './dispute.ts'
import { LEGAL_REQUEST_ALERTS } from './legal-request.ts'
import { MONITORING_ALERTS } from './monitoring.ts'
import { TRANSFER_ALERTS } from './transfer.ts'

export const ALERTS_IN_PORTUGUESE = {
  ...BOLETO_ALERTS_PT,
  CASHOUT_CONFLICT: {
    title: 'O provedor contradiz o que foi lançado de um saque',
    whatToDo: 'Compare os dois lados da anomalia e decida.',
  },
  CASHOUT_OUTCOME_UNKNOWN: {
    title: 'Não se descobre o que foi feito de um saque enviado',
    whatToDo: 'Pergunte ao provedor pelo identificador do pagamento e decida a anomalia.',
  },
  CASHOUT_ANSWER_CHANGED: {
    title: 'O provedor mudou o que disse de uma anomalia sem decisão',
    whatToDo: 'Veja o que ele diz agora antes de decidir.',
  },
  CASHOUT_RETURN_TOO_LARGE: {
    title: 'Voltou de um saque mais do que saiu',
    whatToDo:
      'Esclareça com o provedor e com o vendedor e decida a anomalia. Se o próprio pagamento espera decisão, decida-o antes.',
  },
  CASHOUT_BLOCKED_AT_PSP: {
    title: 'Um saque espera a operação',
    whatToDo: 'Faça no provedor o que o motivo pede, como pôr dinheiro na conta. O saque segue por conta própria.',
  },
  CASHOUT_WITHOUT_END: {
    title: 'Um saque está sem resposta há uma hora',
    whatToDo:
      'Pergunte ao provedor pelo identificador do pagamento. O sistema continua consultando, e o valor fica bloqueado.',
  },
  PAYOUT_NOT_CONFIRMED: {
    title: 'O provedor não confirma um pagamento da própria lista',
    whatToDo:
      'A lista e a consulta divergem: pergunte ao provedor pelo identificador do pagamento. O sistema consulta a cada hora, por 25 horas.',
  },
  CASHOUT_SENT_BEFORE_RESTORE: {
    title: 'Um saque foi enviado antes de este banco de dados ser restaurado',
    whatToDo: 'Nada a fazer: o sistema consulta o fim dele e não o envia de novo.',
  },
  CASHOUT_RESTORED: {
    title: 'Um pagamento que este banco de dados tinha esquecido foi restaurado',
    whatToDo: 'Nada a fazer: o saque voltou com o valor bloqueado e termina por conta própria.',
  },
  CASHOUT_OF_LOST_ACCOUNT: {
    title: 'Um pagamento de uma conta que este banco de dados esqueceu foi lançado na conta transitória',
    whatToDo: 'A conta se perdeu com o pagamento: acerte com o vendedor, que só os seus próprios registros conhecem.',
  },
  VELOCITY_LIMIT_EXCEEDED: {
    title: 'Está saindo de uma conta mais do que o usual: saques esperam a operação',
    whatToDo: 'Confirme que foi o vendedor quem pediu e aprove ou recuse cada saque.',
  },
  HOUSE_VELOCITY_LIMIT_EXCEEDED: {
    title: 'Está saindo do gateway todo mais do que o usual: saques esperam a operação',
    whatToDo: 'Descubra quais contas estão pagando e aprove ou recuse o que espera.',
  },
  BOLETO_NOT_MADE: {
    title: 'O provedor não gera boletos enquanto alguém não agir',
    whatToDo:
      'A resposta dele fala do gateway, e não da venda: uma permissão que falta à aplicação, ou um limite da conta no provedor. Resolva com o provedor. As vendas já iniciadas seguem por um dia e depois são recusadas.',
  },
  CHARGE_NOT_AS_REQUESTED: {
    title: 'Uma cobrança do provedor não é a que foi pedida',
    whatToDo: 'Nenhum código foi entregue. Pergunte ao provedor por que valor, txid ou código saíram diferentes.',
  },
  RECURRENCE_NOT_AS_REQUESTED: {
    title: 'Uma recorrência não é o que foi pedido',
    whatToDo:
      'O PSP criou uma recorrência com outros termos, ou um código que leva a outro lugar. Nenhum código foi entregue, e ela está sendo retirada; pergunte ao PSP por quê.',
  },
  RECURRENCE_NOT_TAKEN_BACK: {
    title: 'Uma recorrência cuja criação foi abandonada não pôde ser retirada do PSP',
    whatToDo:
      'Há uma hora o PSP não a encerra nem diz o que houve com ela; a última resposta está nos detalhes. Ninguém recebeu o código. O sistema tenta de novo a cada minuto.',
  },
  RECURRENCE_NOT_CANCELLED: {
    title: 'Uma recorrência que deve terminar ainda não terminou no PSP depois de um dia',
    whatToDo:
      'Peça ao PSP que a encerre pelo idRec; a última resposta está nos detalhes. Nada mais é cobrado por ela aqui. O sistema continua pedindo.',
  },
  RECURRENCE_UNKNOWN: {
    title: 'Um provedor lista recorrências que este sistema não conhece',
    whatToDo:
      'O registro do sistema diz quais. Foram criadas no provedor por outro meio, ou antes de uma restauração do banco de dados. Nada é debitado por elas; cancele no provedor as que ninguém usa.',
  },
  RECURRENCE_CONFLICT: {
    title: 'O PSP contradiz o que disse antes de uma recorrência',
    whatToDo: 'Os detalhes mostram o estado daqui e o que o PSP informa agora. Nada mudou aqui; esclareça com o PSP.',
  },
  SALE_NOT_CLOSED: {
    title: 'Uma venda vencida não pôde ser encerrada no provedor',
    whatToDo: 'Pergunte ao provedor pelo txid. O sistema continua tentando.',
  },
  ...TRANSFER_ALERTS.pt,
  PAYMENT_OF_LOST_SALE: {
    title: 'Chegou um Pix de uma venda que este banco de dados não conhece',
    whatToDo:
      'O banco de dados perdeu registros: se você não restaurou uma cópia de propósito, veja a recuperação. Depois devolva o valor ou credite-o.',
  },
  RETURN_FAILED: {
    title: 'Um valor não pôde voltar a quem pagou',
    whatToDo: 'Veja o motivo; depois devolva mais uma vez ou credite o valor.',
  },
  REFUND_BLOCKED_AT_PSP: {
    title: 'Um reembolso espera a operação',
    whatToDo: 'Faça no provedor o que o motivo pede, como pôr dinheiro na conta. O reembolso segue por conta própria.',
  },
  REFUND_WITHOUT_END: {
    title: 'Um reembolso foi consultado várias vezes, e o provedor não diz como terminou',
    whatToDo:
      'Pergunte ao provedor pelo identificador do reembolso. O valor fica bloqueado, e o sistema consulta a cada hora.',
  },
  REFUND_CONFLICT: {
    title: 'O provedor contradiz o que foi lançado de um reembolso',
    whatToDo: 'Nada foi lançado: esclareça com o provedor. A conciliação do dia traz um caso que pode ser corrigido.',
  },
  REFUND_TWO_ENDS: {
    title: 'O provedor conta dois fins de um reembolso',
    whatToDo: 'Nada a fazer: nenhum foi aceito, e o sistema consulta o reembolso.',
  },
  PSP_INITIATED_REFUND: {
    title: 'O banco devolveu o Pix de uma venda sem ninguém daqui pedir',
    whatToDo: 'Está lançado como reembolso da venda. Pergunte ao provedor o motivo.',
  },
  UNMATCHED_MONEY_RETURNED: {
    title: 'Um valor que nenhuma venda aceitou voltou a quem pagou sem ninguém daqui pedir',
    whatToDo:
      'Nada foi lançado: acerte com quem é dono do valor. Se voltou só uma parte de um Pix que espera, não credite o total.',
  },
  DISPUTED_MONEY_RETURNED: {
    title: 'O valor de uma venda contestada voltou, e a contestação continua aberta',
    whatToDo: 'Pergunte ao provedor como a contestação terminou.',
  },
  DEBITS_MISSED: {
    title: 'Cobranças recorrentes não foram feitas',
    whatToDo:
      'O prazo para enviar as cobranças passou; o motivo está na causa. Os vendedores veem quais foram e podem cobrar em outro dia do mesmo ciclo.',
  },
  DEBITS_WAIT_FOR_PSP: {
    title: 'Cobranças recorrentes esperam por uma conta de PSP desligada',
    whatToDo:
      'Ligue de novo a conta de PSP, com o Pix Automático e a conta recebedora, ou os ciclos ficarão sem cobrança.',
  },
  DEBIT_CONFLICT: {
    title: 'O PSP contradiz o que se sabe de uma cobrança recorrente',
    whatToDo:
      'Ela continua ou foi paga, mas aqui já terminou, ou pertence a outra recorrência. Nada foi lançado: pergunte ao PSP pelo txid.',
  },
  DEBIT_WITHOUT_MONEY: {
    title: 'Uma cobrança recorrente consta como paga, mas o dinheiro não foi encontrado',
    whatToDo: 'Há uma hora o PSP não informa o Pix dela: pergunte pelo txid. O gateway continua perguntando.',
  },
  DEBIT_WITHOUT_END: {
    title: 'Uma cobrança recorrente está há nove dias sem fim',
    whatToDo: 'Pergunte ao PSP pelo txid. O gateway continua perguntando; nada é lançado enquanto isso.',
  },
  DEBIT_NOT_CANCELLED: {
    title: 'Uma cobrança recorrente que o vendedor quis cancelar continua',
    whatToDo:
      'O PSP recusou ou não respondeu a tempo, como dizem os detalhes. Pergunte a ele pelo txid; o vendedor pode reembolsar o que for pago.',
  },
  DEBIT_NOT_FOUND: {
    title: 'O PSP não conhece uma cobrança recorrente que tinha aceitado',
    whatToDo: 'Pergunte ao PSP pelo txid. O gateway continua perguntando.',
  },
  PSP_ENTRY_NOT_BOOKED: {
    title: 'Um item da lista do provedor não pôde ser lançado',
    whatToDo:
      'Os outros itens foram lançados. Veja o motivo; o sistema tenta de novo sempre que a lista mostra o item.',
  },
  ...DISPUTE_ALERTS.pt,
  ...MONITORING_ALERTS.pt,
  PSP_NOT_ANSWERING: {
    title: 'Um provedor não responde e, por ora, não é mais consultado',
    whatToDo: 'O sistema segue por conta própria. Se durar, ligue para o provedor.',
  },
  PSP_LIST_UNREADABLE: {
    title: 'Uma lista de um provedor não pôde ser lida',
    whatToDo: 'Cinco leituras falharam. Nada se perde: a lista é lida de onde parou.',
  },
  PSP_LIST_ENTRIES_UNREADABLE: {
    title: 'A lista de um provedor traz itens que não podem ser lidos',
    whatToDo: 'Procure os itens no extrato do provedor e relate a forma deles.',
  },
  CALLBACK_NOT_APPLIED: {
    title: 'Um aviso de um provedor foi tentado em vão',
    whatToDo: 'Veja os avisos sem efeito, corrija a causa e tente de novo; deixe de lado os forjados.',
  },
  CALLBACK_UNREADABLE: {
    title: 'Um aviso de um provedor não pôde ser lido',
    whatToDo: 'Relate o conteúdo do aviso. O que ele conta é encontrado pelas listas.',
  },
  CALLBACKS_NOT_REGISTERED: {
    title: 'Um provedor não aceitou o endereço dos avisos',
    whatToDo:
      'Cinco tentativas falharam. Se for o Pix Automático, confira se a aplicação no provedor tem permissão para ele. Até lá, o que acontece lá é descoberto por consulta, mais tarde.',
  },
  PSP_CALLS_NEARLY_USED: {
    title: 'Quatro quintos das chamadas que um provedor permite por dia já foram usados',
    whatToDo: 'Peça mais ao provedor e veja o que mais usa a mesma aplicação. Isto termina com o dia.',
  },
  PSP_CERTIFICATE_EXPIRES: {
    title: 'O certificado de um provedor está para vencer',
    whatToDo: 'Troque o certificado na conta do provedor.',
  },
  PSP_CERTIFICATE_EXPIRED: {
    title: 'O certificado de um provedor venceu',
    whatToDo: 'Troque o certificado na conta do provedor: sem ele o provedor não responde.',
  },
  BALANCE_NOT_COVERED: {
    title: 'A conta em um provedor não cobre o que deveria estar lá',
    whatToDo: 'Descubra o que falta e ponha o dinheiro de volta.',
  },
  SETTLEMENT_OVERDUE: {
    title: 'Uma adquirente não liquidou o que deve',
    whatToDo: 'Pergunte à adquirente por que não pagou desde esse dia. O que depende dela continua bloqueado até lá.',
  },
  DAY_NOT_RECONCILED: {
    title: 'Um dia não pôde ser conciliado',
    whatToDo: 'As listas do provedor não puderam ser lidas cinco vezes. O sistema continua tentando.',
  },
  DAY_DIFFERS: {
    title: 'Um dia das listas de um provedor difere dos nossos livros',
    whatToDo: 'Veja os casos abertos e explique ou corrija cada um.',
  },
  BOOKS_DO_NOT_ADD_UP: {
    title: 'Os livros não fecham',
    whatToDo: 'Rode npx porteira doctor e aja conforme o que ele achar.',
  },
  CLOCK_IN_CLOSED_DAY: {
    title: 'O relógio está em um dia fechado: nada é lançado',
    whatToDo: 'Acerte o relógio. Se ele estava adiantado antes, duas pessoas da operação reabrem os dias.',
  },
  RECOVERY_ENTERED: {
    title: 'O gateway está em recuperação até alguém da operação liberar',
    whatToDo: 'Nada é pago e ninguém é avisado até você liberar.',
  },
  HOLD_NOT_RELEASED: {
    title: 'O que está bloqueado em uma conta não pôde ser liberado',
    whatToDo: 'Os livros da conta recusam a liberação: rode npx porteira doctor. O sistema tenta de novo a cada hora.',
  },
  ...CHANNEL_ALERTS.pt,
  ...LEGAL_REQUEST_ALERTS.pt,
  ...BACKUP_ALERTS.pt,
  CALLBACK_CERTIFICATE_EXPIRES: {
    title: 'O certificado do servidor de avisos está para vencer',
    whatToDo: 'Troque os arquivos do certificado no servidor.',
  },
  CALLBACK_CERTIFICATE_EXPIRED: {
    title: 'O certificado do servidor de avisos venceu',
    whatToDo: 'Troque os arquivos do certificado no servidor: sem ele os provedores não avisam.',
  },
}
