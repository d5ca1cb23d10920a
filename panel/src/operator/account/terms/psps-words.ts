// Texts of the providers of an account.
import { defineWords } from '../../../words/words.ts'

export const pspsWords = defineWords('desk-account-psps', {
  pt: {
    psps: 'Provedores',
    pspsAsk: 'Vale para o que for vendido e pago a partir de agora. O que já está em andamento segue por onde começou.',
    payIn: 'Recebe por',
    payOut: 'Paga por',
    boletoPsp: 'Boletos por',
    boletoPspHelp: 'Só os provedores que emitem boletos. Para vender, a conta precisa também de um preço.',
    sellsBoletos: 'Venda por boleto',
    boletosSold: 'disponível',
    boletosNotSold: 'indisponível: falta o provedor, o preço, ou o provedor está com os boletos desligados',
    unbound: 'nenhum',
    unboundIn: 'Nenhum: a conta não vende',
    unboundOut: 'Nenhum: a conta não saca',
    unboundBoleto: 'Nenhum: a conta não vende por boleto',
  },
  en: {
    psps: 'Providers',
    pspsAsk: 'In force for what is sold and paid from now on. What is under way goes on where it began.',
    payIn: 'Receives by',
    payOut: 'Pays by',
    boletoPsp: 'Boletos by',
    boletoPspHelp: 'Only providers that make boletos. To sell, the account needs a price as well.',
    sellsBoletos: 'Sale by boleto',
    boletosSold: 'available',
    boletosNotSold: 'not available: the provider or the price is missing, or the provider’s boletos are off',
    unbound: 'none',
    unboundIn: 'None: the account does not sell',
    unboundOut: 'None: the account does not cash out',
    unboundBoleto: 'None: the account sells no boletos',
  },
})
