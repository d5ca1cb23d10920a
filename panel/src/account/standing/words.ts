// Texts about an account that may not charge or pay out, or has a debt.
import { defineWords } from '../../words/words.ts'

export const standingWords = defineWords('standing', {
  pt: {
    PENDING: {
      title: 'Sua conta espera a aprovação da operação.',
      text: 'Até lá, cobranças e saques são recusados.',
    },
    BLOCKED: {
      title: 'Sua conta está bloqueada pela operação.',
      text: 'Novas cobranças e novos saques são recusados, e os saques ainda não enviados ficam parados. Fale com a operação.',
    },
    CLOSING: {
      title: 'Sua conta está em encerramento.',
      text: 'Novas cobranças e novos saques são recusados. Fale com a operação.',
    },
    CLOSED: { title: 'Sua conta está encerrada.', text: 'Novas cobranças e novos saques são recusados.' },
    ALL_CASHOUTS_SUSPENDED: {
      title: 'Os saques estão suspensos para todas as contas.',
      text: 'Novos saques são recusados até a operação religar. As vendas continuam.',
    },
    CASHOUTS_SUSPENDED: {
      title: 'Os saques desta conta estão desligados pela operação.',
      text: 'Novos saques são recusados, pela API e por este painel. As vendas continuam. Fale com a operação.',
    },
    TRANSFERS_STOPPED: {
      title: 'Os saques desta conta estão suspensos pela operação.',
      text: 'Novos saques são recusados, e os ainda não enviados ficam parados. As vendas continuam. Fale com a operação.',
    },
    NO_PAY_OUT: {
      title: 'Esta conta não tem provedor para pagar.',
      text: 'Novos saques são recusados até a operação escolher um.',
    },
    NO_PAY_IN: {
      title: 'Esta conta não tem provedor para receber.',
      text: 'Novas cobranças são recusadas até a operação escolher um.',
    },
    TEST_MODE_OFF: {
      title: 'O modo de teste está desligado neste gateway.',
      text: 'Novas cobranças e novos saques desta conta de teste são recusados. O que já está aqui pode ser lido.',
    },
    PAY_IN_OFF: {
      title: 'O provedor que recebe por Pix está desligado.',
      text: 'Novas cobranças por Pix são recusadas até a operação religar.',
    },
    RECOVERY: {
      title: 'O gateway está conferindo com os bancos o que já foi pago.',
      text: 'Nada é enviado até o fim da conferência: novos saques ficam na fila, e nenhum pode ser cancelado.',
    },
    PAY_OUT_OFF: {
      title: 'O provedor que paga está desligado.',
      text: 'Novos saques são aceitos, ficam na fila e seguem sozinhos quando a operação religar.',
    },
    DEBT: {
      title: 'O saldo disponível está negativo.',
      text: 'O que entrar cobre primeiro essa diferença; até lá, não há saques.',
    },
  },
  en: {
    PENDING: {
      title: 'Your account is waiting for the operator’s approval.',
      text: 'Until then charges and cashouts are refused.',
    },
    BLOCKED: {
      title: 'Your account is blocked by the operator.',
      text: 'New charges and new cashouts are refused, and cashouts that have not been sent are held. Contact the operator.',
    },
    CLOSING: {
      title: 'Your account is being closed.',
      text: 'New charges and new cashouts are refused. Contact the operator.',
    },
    CLOSED: { title: 'Your account is closed.', text: 'New charges and new cashouts are refused.' },
    ALL_CASHOUTS_SUSPENDED: {
      title: 'Cashouts are suspended for all accounts.',
      text: 'New cashouts are refused until the operator resumes them. Sales go on.',
    },
    CASHOUTS_SUSPENDED: {
      title: 'Cashouts from this account are switched off by the operator.',
      text: 'New cashouts are refused, through the API and in this panel. Sales go on. Contact the operator.',
    },
    TRANSFERS_STOPPED: {
      title: 'Cashouts from this account are suspended by the operator.',
      text: 'New cashouts are refused, and those that have not been sent are held. Sales go on. Contact the operator.',
    },
    NO_PAY_OUT: {
      title: 'This account has no provider to pay out.',
      text: 'New cashouts are refused until the operator chooses one.',
    },
    NO_PAY_IN: {
      title: 'This account has no provider to receive payments.',
      text: 'New charges are refused until the operator chooses one.',
    },
    TEST_MODE_OFF: {
      title: 'Test mode is switched off in this gateway.',
      text: 'New charges and new cashouts of this test account are refused. What is here can still be read.',
    },
    PAY_IN_OFF: {
      title: 'The provider that receives Pix is switched off.',
      text: 'New charges by Pix are refused until the operator switches it on.',
    },
    RECOVERY: {
      title: 'The gateway is checking with the banks what has been paid already.',
      text: 'Nothing is sent before that is done: new cashouts are queued, and none can be cancelled.',
    },
    PAY_OUT_OFF: {
      title: 'The provider that pays out is switched off.',
      text: 'New cashouts are accepted, stay queued, and go on by themselves once the operator switches it on.',
    },
    DEBT: {
      title: 'The available balance is negative.',
      text: 'Incoming money covers the difference first; until then there are no cashouts.',
    },
  },
})
