// Texts about the recipient of a cashout.
import { defineWords } from '../../words/words.ts'

export const recipientWords = defineWords('cashoutRecipient', {
  pt: {
    unknownTitle: 'Confira a chave com quem vai receber',
    unknown: 'Esta conta ainda não pagou esta chave. O banco só diz o nome de quem recebeu depois de pago.',
    nameless: 'O banco não disse o nome',
    former:
      'Quem recebeu o último Pix desta conta para esta chave, em {{day}}, segundo o banco. Uma chave pode mudar de dono.',
    name: 'Quem recebeu',
    document: 'CPF ou CNPJ',
    bank: 'Banco de quem recebeu',
    untold: 'O banco não informou',
  },
  en: {
    unknownTitle: 'Check the key with the recipient',
    unknown:
      'This account has not paid this key before. The bank tells the name of the recipient only once it is paid.',
    nameless: 'The bank did not tell the name',
    former:
      'The recipient of this account’s last Pix to this key, on {{day}}, as the bank told it. A key can change hands.',
    name: 'Recipient',
    document: 'CPF or CNPJ',
    bank: 'Bank of the recipient',
    untold: 'The bank did not say',
  },
})
