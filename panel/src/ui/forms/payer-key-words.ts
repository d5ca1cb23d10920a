// Words of the Pix key of a payer.
import { defineWords } from '../../words/words.ts'

export const payerKeyWords = defineWords('payer-key', {
  pt: {
    key: 'Chave Pix de quem pagou',
    keyHelp:
      'Um boleto ou uma TED não tem caminho de volta: o dinheiro vai por Pix a uma chave de quem pagou. O banco recusa a de outra pessoa.',
    keyType: 'Tipo da chave',
    keyWrong: 'Esta chave não é deste tipo.',
  },
  en: {
    key: 'Pix key of the payer',
    keyHelp:
      'A boleto or a TED has no way back: the money goes by Pix to a key of its payer. The bank refuses one of another holder.',
    keyType: 'Type of the key',
    keyWrong: 'This is no key of this type.',
  },
})
