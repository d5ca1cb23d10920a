// Texts of a sale by transfer.
import { defineWords } from '../../words/words.ts'

export const transferSaleWords = defineWords('sale-transfer', {
  pt: {
    title: 'Dados para transferência',
    text: 'Quem compra faz um Pix para a chave, ou uma TED para a conta, com a referência na mensagem.',
    reference: 'Referência',
    copyReference: 'Copiar referência',
    pixKey: 'Chave Pix',
    copyKey: 'Copiar chave Pix',
    bank: 'Banco',
    branch: 'Agência',
    account: 'Conta',
    types: { CORRENTE: 'corrente', POUPANCA: 'poupança', PAGAMENTO: 'de pagamento' },
    holder: 'Titular',
    expires: 'Vale até',
    paidBy: 'Paga por',
    byPix: 'Pix na chave',
    byTed: 'TED',
  },
  en: {
    title: 'Data for the transfer',
    text: 'The buyer sends a Pix to the key, or a TED to the account, with the reference in its message.',
    reference: 'Reference',
    copyReference: 'Copy reference',
    pixKey: 'Pix key',
    copyKey: 'Copy Pix key',
    bank: 'Bank',
    branch: 'Branch',
    account: 'Account',
    types: { CORRENTE: 'current', POUPANCA: 'savings', PAGAMENTO: 'payment' },
    holder: 'Holder',
    expires: 'Open until',
    paidBy: 'Paid by',
    byPix: 'Pix to the key',
    byTed: 'TED',
  },
})
