// What the pages say of transfers to a bank account.
import { both } from '../bilingual-text.ts'

export const TRANSFER_TEXTS = {
  transfer: both('Transferência bancária', 'Bank transfer'),
  transferHint: both(
    'Por Pix para uma chave ou por TED, a partir da sua conta',
    'By Pix to a key or by TED, from your own account',
  ),
  transferDetails: both(
    'Precisamos do documento de quem vai transferir, para reconhecer o pagamento.',
    'We need the document of whoever transfers, to recognise the payment.',
  ),
  seeTransfer: both(
    (sum: string) => `Ver os dados para transferir ${sum}`,
    (sum: string) => `See where to transfer ${sum}`,
  ),
  transferTitle: both('Faça a transferência', 'Make the transfer'),
  transferSteps: both(
    'Transfira o valor exato a partir de uma conta sua, e escreva a referência na mensagem. A confirmação aparece aqui.',
    'Transfer the exact amount from an account of yours, and write the reference into the message. The confirmation appears here.',
  ),
  transferReference: both('Referência, para a mensagem', 'Reference, for the message'),
  copyReference: both('Copiar referência', 'Copy the reference'),
  referenceCopied: both('Referência copiada', 'Reference copied'),
  pixKey: both('Chave Pix', 'Pix key'),
  copyPixKey: both('Copiar chave Pix', 'Copy the Pix key'),
  pixKeyCopied: both('Chave copiada', 'Key copied'),
  bank: both('Banco', 'Bank'),
  branch: both('Agência', 'Branch'),
  account: both('Conta', 'Account'),
  checkingAccount: both('corrente', 'checking'),
  savingsAccount: both('poupança', 'savings'),
  paymentAccount: both('de pagamento', 'payment'),
  holder: both('Titular', 'Holder'),
  holderDocument: both('CPF ou CNPJ do titular', 'Document of the holder'),
  transferUntil: both('Transfira até', 'Transfer until'),
  waitingForTransfer: both(
    'Aguardando a transferência. Por Pix a confirmação vem em minutos; por TED, até o próximo dia útil.',
    'Waiting for the transfer. By Pix it is confirmed within minutes; by TED, by the next business day.',
  ),
}
