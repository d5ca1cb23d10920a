// What the test bank does with what is written to it, in both languages: an entry for each of the kernel's list, and for no other.
import type {
  BoletoPayer,
  CardOutcome,
  CashoutKeyStart,
  DebtorName,
  DisputePayer,
  RefundPayer,
} from '#kernel/sandbox/outcomes.ts'
import { defineWords } from '../words/words.ts'

interface Outcomes {
  cashouts: Record<CashoutKeyStart, string>
  refunds: Record<RefundPayer, string>
  disputes: Record<DisputePayer, string>
  boletos: Record<BoletoPayer, string>
  cards: Record<CardOutcome, string>
  debtors: Record<DebtorName, string>
  [key: string]: Record<string, string>
}

const pt = {
  cashouts: {
    'recusada@': 'O banco aceita e depois recusa, com o código AC03.',
    'negada@': 'O banco recusa na resposta.',
    'semchave@': 'O banco não conhece a chave.',
    'lenta@': 'O banco leva 5 segundos para pagar.',
    'muda@': 'O banco paga e nunca avisa: o gateway descobre ao consultar.',
    'semresposta@': 'O banco paga, não responde, e avisa 30 segundos depois.',
    'tardia@': 'O banco paga, não responde, e por 30 segundos as consultas não encontram nada.',
    'perdida@': 'O pedido se perde. O gateway o envia de novo, com o mesmo código, e então ele é pago.',
    'duplicada@': 'O banco avisa três vezes, e mais uma com uma situação antiga. O saque é pago uma vez.',
    'devolvida@': 'O banco paga, e 2 segundos depois tudo volta para o seu saldo.',
    'parcial@': 'O banco paga, e 2 segundos depois metade volta para o seu saldo.',
    'analise@': 'O banco analisa por 30 minutos do relógio dele, e então paga.',
    'semsaldo@': 'O banco diz sempre que a conta pagadora não tem dinheiro: o saque espera.',
    'contradiz@': 'O banco diz que não pagou, e 5 segundos depois paga: a operação decide sobre a anomalia.',
  },
  refunds: {
    Recusa: 'O banco recusa o reembolso.',
    'Tarda e recusa': 'O banco recusa o reembolso depois de 5 segundos.',
    Tarda: 'O banco reembolsa depois de 5 segundos.',
  },
  disputes: {
    'Contesta e ganha': 'Contesta o Pix (MED), e 2 minutos depois o banco decide a favor de quem pagou: o valor volta.',
    'Contesta e perde': 'Contesta o Pix (MED), e 2 minutos depois o banco decide a favor do vendedor.',
    'Contesta e desiste': 'Contesta o Pix (MED), e 2 minutos depois desiste.',
    Contesta: 'Contesta o Pix (MED). A contestação fica aberta e espera a sua defesa.',
  },
  boletos: {
    'Paga atrasado': 'Paga no primeiro dia de atraso, com a multa e os juros do boleto, se ele ainda pode ser pago.',
    'Paga a mais': 'Paga R$ 10,00 a mais.',
    'Paga a menos': 'Paga R$ 1,00 a menos.',
    'Volta atrás': 'Paga em um banco, que desfaz o pagamento 5 segundos depois: a venda volta a esperar.',
  },
  cards: {
    approved: 'Aprovado.',
    wrongData: 'Recusado: dados inválidos.',
    security: 'Recusado por segurança. Outra tentativa pode dar certo.',
    later: 'Recusado: tente mais tarde.',
    noMoney: 'Recusado: saldo insuficiente.',
    authentication: 'O comprador precisa se autenticar em 15 minutos.',
    review: 'Em análise, e aprovado depois de 30 minutos do relógio do banco.',
    answerLost: 'Aprovado, e a resposta nunca chega.',
    requestLost: 'O pedido se perde todas as vezes.',
    contested: 'Aprovado, e contestado 2 minutos depois.',
    authenticated: 'Pede autenticação; o comprador se autentica 5 segundos depois, e é aprovado.',
    notAuthenticated: 'Pede autenticação; o comprador não se autentica, e 5 segundos depois é recusado.',
    contestedWon: 'Contestado 2 minutos depois de aprovado; mais 2 minutos, e o vendedor ganha.',
    contestedLost: 'Contestado 2 minutos depois de aprovado; mais 2 minutos, e o vendedor perde.',
  },
  debtors: {
    'Sem saldo': 'Todas as tentativas de débito falham.',
    'À noite': 'O débito falha de manhã e é pago à noite.',
    'Na retentativa 2': 'Duas tentativas falham, e a seguinte é paga. Vale de 1 a 9.',
    'Limite 50,00': 'Autoriza com este limite: cobranças maiores são rejeitadas com AM02. Vale qualquer valor.',
    'Conta encerrada': 'As cobranças são rejeitadas com AC05.',
    Divergente: 'As cobranças são rejeitadas com DTED.',
    Recusa: 'Recusa a autorização. Um pedido enviado ao app é recusado sozinho.',
    Ignora: 'Não responde sozinho a um pedido enviado ao app.',
    'Cancela débito': 'Cancela cada cobrança às 23h30 da véspera do débito.',
    'Cancela tudo': 'Cancela a recorrência às 10h do dia seguinte ao agendamento.',
    Atrasa: 'Os avisos do banco chegam com 6 horas de atraso.',
    Muda: 'O banco não avisa nada.',
    Repete: 'O banco avisa três vezes, e mais uma com a situação anterior.',
  },
} as const satisfies Outcomes

const en = {
  cashouts: {
    'recusada@': 'The bank accepts, then refuses with the code AC03.',
    'negada@': 'The bank refuses in its answer.',
    'semchave@': 'The bank does not know the key.',
    'lenta@': 'The bank takes 5 seconds to pay.',
    'muda@': 'The bank pays and never reports it: the gateway finds out by a lookup.',
    'semresposta@': 'The bank pays, does not answer, and reports it 30 seconds later.',
    'tardia@': 'The bank pays, does not answer, and lookups find nothing for 30 seconds.',
    'perdida@': 'The request is lost. The gateway sends it again under the same id, and then it is paid.',
    'duplicada@': 'The bank reports it three times, and once more with an old status. The cashout is paid once.',
    'devolvida@': 'The bank pays, and 2 seconds later all of it is back in your balance.',
    'parcial@': 'The bank pays, and 2 seconds later half of it is back in your balance.',
    'analise@': 'The bank reviews it for 30 minutes of its own clock, then pays.',
    'semsaldo@': 'The bank always says that the paying account is short of money: the cashout waits.',
    'contradiz@': 'The bank says that it did not pay, and pays 5 seconds later: the operator decides the anomaly.',
  },
  refunds: {
    Recusa: 'The bank refuses the refund.',
    'Tarda e recusa': 'The bank refuses the refund after 5 seconds.',
    Tarda: 'The bank refunds after 5 seconds.',
  },
  disputes: {
    'Contesta e ganha':
      'Disputes the Pix (MED), and 2 minutes later the bank finds for the payer: the amount goes back.',
    'Contesta e perde': 'Disputes the Pix (MED), and 2 minutes later the bank finds for the seller.',
    'Contesta e desiste': 'Disputes the Pix (MED), and gives up 2 minutes later.',
    Contesta: 'Disputes the Pix (MED). The dispute stays open and waits for your defence.',
  },
  boletos: {
    'Paga atrasado': 'Pays on the first day that is late, with the boleto’s fine and interest, if it can be paid then.',
    'Paga a mais': 'Pays R$ 10.00 more.',
    'Paga a menos': 'Pays R$ 1.00 less.',
    'Volta atrás': 'Pays at a bank, which takes the payment back 5 seconds later: the sale waits again.',
  },
  cards: {
    approved: 'Approved.',
    wrongData: 'Declined: wrong data.',
    security: 'Declined for security. Another try may help.',
    later: 'Declined: try again later.',
    noMoney: 'Declined: too little money.',
    authentication: 'The buyer has to authenticate within 15 minutes.',
    review: 'In review, and approved after 30 minutes of the bank’s clock.',
    answerLost: 'Approved, and the answer never comes.',
    requestLost: 'The request is lost each time.',
    contested: 'Approved, and contested 2 minutes later.',
    authenticated: 'Asks for authentication; the buyer authenticates 5 seconds later, and it is approved.',
    notAuthenticated: 'Asks for authentication; the buyer does not authenticate, and it is declined 5 seconds later.',
    contestedWon: 'Contested 2 minutes after its approval; another 2 minutes, and the seller wins.',
    contestedLost: 'Contested 2 minutes after its approval; another 2 minutes, and the seller loses.',
  },
  debtors: {
    'Sem saldo': 'Every try of a debit fails.',
    'À noite': 'The debit fails in the morning and is paid in the evening.',
    'Na retentativa 2': 'Two tries fail, and the next one is paid. Any number from 1 to 9 will do.',
    'Limite 50,00': 'Authorises with this cap: larger charges are rejected with AM02. Any amount will do.',
    'Conta encerrada': 'Charges are rejected with AC05.',
    Divergente: 'Charges are rejected with DTED.',
    Recusa: 'Refuses to authorise. A request sent to the app is refused by itself.',
    Ignora: 'Does not answer a request sent to the app by itself.',
    'Cancela débito': 'Cancels each charge at 23:30 of the day before its debit.',
    'Cancela tudo': 'Cancels the recurrence at 10:00 of the day after a charge was scheduled.',
    Atrasa: 'Callbacks of the bank come 6 hours late.',
    Muda: 'The bank sends no callbacks.',
    Repete: 'The bank sends each callback three times, and once as it was before.',
  },
} as const satisfies Outcomes

export const outcomeWords = defineWords('testBankOutcomes', { pt, en })
