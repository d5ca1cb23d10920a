// What members are written about what happens in their account, in both languages. Amounts and numbers only: names of customers,
// addresses of webhooks and texts of callers stay in the panel. Only texts: nothing is decided here.
import type { Language } from '#kernel/language.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Letter } from '#mail/letter.ts'
import { isSettledAtOnce, methodText } from './payment-methods.ts'
import { momentText, moneyText } from './text.ts'

export interface MailedActivity {
  name: string
  account: string
  panelUrl: string
  /** The first ones. */
  lines: { body: Record<string, unknown>; amount: Centavos }[]
  count: number
  sum: Centavos
}

/** What is not listed is in the panel. */
function listed(
  language: Language,
  { lines, count }: MailedActivity,
  line: (one: MailedActivity['lines'][number]) => string,
): string[] {
  const more = count - lines.length
  const rest = language === 'en' ? `and ${more} more` : `e mais ${more}`
  return [...lines.map(line), ...(more > 0 ? [rest] : [])]
}

const greeting = (language: Language, name: string) => (language === 'en' ? `Hello, ${name}!` : `Olá, ${name}!`)

const notes = (language: Language, account: string): string[] =>
  language === 'en'
    ? [`About the account ${account}. Choose what you are written in the panel, Settings, Mail to you.`]
    : [`Sobre a conta ${account}. Escolha o que recebe por e-mail no painel, em Configurações, Avisos por e-mail.`]

/** A sale by card is paid when it is approved: where its money is, is nothing that this letter knows. */
export function moneyInLetter(language: Language, activity: MailedActivity): Letter {
  const { name, account, panelUrl, count, sum } = activity
  const [en, total] = [language === 'en', moneyText(language, sum)]
  return {
    subject: `${paidText(language, count)}: ${total}`,
    greeting: greeting(language, name),
    paragraphs: [
      en ? `Paid sales: ${total}.` : `Vendas pagas: ${total}.`,
      ...listed(language, activity, ({ body, amount }) => saleLine(language, body, amount)),
      ...settledLater(language, activity),
    ],
    link: { says: en ? 'See the sales' : 'Ver as vendas', url: `${panelUrl}/vendas` },
    notes: notes(language, account),
  }
}

function paidText(language: Language, count: number): string {
  if (language === 'en') return count === 1 ? 'Sale paid' : `${count} sales paid`
  return count === 1 ? 'Venda paga' : `${count} vendas pagas`
}

/** Also where it may be among those that are not listed. */
function settledLater(language: Language, { lines, count }: MailedActivity): string[] {
  if (count === lines.length && lines.every(({ body }) => isSettledAtOnce(body.paymentMethod))) return []
  return language === 'en'
    ? ['What was paid by boleto or card may be released later: see Receivables in the statement.']
    : ['O que foi pago por boleto ou cartão pode ser liberado depois: veja Recebíveis, no extrato.']
}

function saleLine(language: Language, { id, paymentMethod }: Record<string, unknown>, amount: Centavos): string {
  const sale = language === 'en' ? `sale ${id}` : `venda ${id}`
  return [moneyText(language, amount), sale, methodText(language, paymentMethod)].join(', ')
}

export function disputesLetter(language: Language, activity: MailedActivity): Letter {
  const { name, account, panelUrl, count, sum } = activity
  const [en, total] = [language === 'en', moneyText(language, sum)]
  return {
    subject: en ? `A payer disputes ${total}` : `Um pagador contesta ${total}`,
    greeting: greeting(language, name),
    paragraphs: [
      en
        ? `${count === 1 ? 'A dispute was' : `${count} disputes were`} opened. What there is of the amount is blocked; the panel shows how much.`
        : `${count === 1 ? 'Foi aberta uma contestação' : `Foram abertas ${count} contestações`}. O que houver do valor fica bloqueado; veja quanto no painel.`,
      ...listed(language, activity, ({ body, amount }) => disputeLine(language, body, amount)),
    ],
    link: { says: en ? 'See and answer' : 'Ver e responder', url: `${panelUrl}/contestacoes` },
    notes: notes(language, account),
  }
}

function disputeLine(language: Language, body: Record<string, unknown>, amount: Centavos): string {
  const of = body.saleId === null ? '' : language === 'en' ? ` of sale ${body.saleId}` : ` da venda ${body.saleId}`
  const until = body.deadlineAt
  if (until === null) return `${moneyText(language, amount)}${of}`
  const by = language === 'en' ? 'answer by' : 'responda até'
  return `${moneyText(language, amount)}${of}: ${by} ${momentText(language, String(until))}`
}

export function failedCashoutsLetter(language: Language, activity: MailedActivity): Letter {
  const { name, account, panelUrl, count, sum } = activity
  const [en, total] = [language === 'en', moneyText(language, sum)]
  return {
    subject: en ? `A cashout was not paid: ${total}` : `Um saque não foi pago: ${total}`,
    greeting: greeting(language, name),
    paragraphs: [
      en
        ? `${count === 1 ? 'A cashout' : `${count} cashouts`} failed. The amount is back in the balance.`
        : `${count === 1 ? 'Um saque não foi pago' : `${count} saques não foram pagos`}. O valor voltou ao saldo.`,
      ...listed(
        language,
        activity,
        ({ body, amount }) => `${moneyText(language, amount)}, ${en ? 'cashout' : 'saque'} ${body.id}`,
      ),
    ],
    link: { says: en ? 'See the reason' : 'Ver o motivo', url: `${panelUrl}/saques` },
    notes: notes(language, account),
  }
}

export interface SwitchedOff extends Pick<MailedActivity, 'name' | 'account' | 'panelUrl'> {
  webhookId: number
}

export function switchedOffLetter(language: Language, { name, account, panelUrl, webhookId }: SwitchedOff): Letter {
  const en = language === 'en'
  return {
    subject: en ? `Webhook ${webhookId} was switched off` : `O webhook ${webhookId} foi desligado`,
    greeting: greeting(language, name),
    paragraphs: [
      en
        ? `Webhook ${webhookId} took nothing for three days, so it was switched off. What it misses is kept and can be sent again.`
        : `O webhook ${webhookId} não aceitou nada por três dias e foi desligado. O que ele perde fica guardado e pode ser reenviado.`,
    ],
    link: { says: en ? 'See the webhook' : 'Ver o webhook', url: `${panelUrl}/integracoes/webhooks/${webhookId}` },
    notes: notes(language, account),
  }
}
