// The words around alerts in mails and chats, in both languages.
import type { AlertSeverity } from '#alert/catalogue/definition.ts'
import { localTimeText } from '#kernel/calendar/local-time.ts'
import type { Language } from '#kernel/language.ts'
import { type AlertMessage, type Entry, MAX_NAMED } from './entry.ts'

interface Words {
  severity: Record<AlertSeverity, string>
  test: string
  testText: string
  one: (brand: string) => string
  many: (brand: string, count: number) => string
  repeat: (repeat: number) => string
  acknowledged: (by: string | null) => string
  resolved: string
  times: (count: number, last: string) => string
  more: (count: number) => string
  whatToDo: string
  runbook: string
  panel: string
}

const WORDS: Record<Language, Words> = {
  'pt-BR': {
    severity: { critical: 'CRÍTICO', warning: 'ATENÇÃO', info: 'INFORMAÇÃO' },
    test: 'TESTE',
    testText: 'Isto é um teste do canal de alertas: nada aconteceu.',
    one: brand => `Alerta do gateway ${brand}`,
    many: (brand, count) => `${count} alertas do gateway ${brand}`,
    repeat: repeat => `lembrete ${repeat}: ainda sem confirmação`,
    acknowledged: by => `visto por ${by ?? 'uma pessoa da operação'}`,
    resolved: 'terminou',
    times: (count, last) => `${count} vezes, a última em ${last}`,
    more: count => `e mais ${count} alertas: veja no painel`,
    whatToDo: 'O que fazer',
    runbook: 'Roteiro',
    panel: 'Abrir os alertas no painel',
  },
  en: {
    severity: { critical: 'CRITICAL', warning: 'WARNING', info: 'INFO' },
    test: 'TEST',
    testText: 'This is a test of the channel of alerts: nothing has happened.',
    one: brand => `Alert of the gateway ${brand}`,
    many: (brand, count) => `${count} alerts of the gateway ${brand}`,
    repeat: repeat => `reminder ${repeat}: not acknowledged yet`,
    acknowledged: by => `acknowledged by ${by ?? 'an operator'}`,
    resolved: 'is over',
    times: (count, last) => `${count} times, the last one at ${last}`,
    more: count => `and ${count} more alerts: see the panel`,
    whatToDo: 'What to do',
    runbook: 'Runbook',
    panel: 'Open the alerts in the panel',
  },
}

/** A message as short texts, which each receiver puts into its form. */
export interface Wording {
  heading: string
  /** One line for where there is no room for more. */
  summary: string
  lines: { entry: Entry; title: string; detail: string; whatToDo: string }[]
  more: string | null
  runbook: string
  panel: string
}

export function wordingOf({ language, brand, entries, isTest }: AlertMessage): Wording {
  const words = WORDS[language]
  const named = entries.slice(0, MAX_NAMED)
  const [first] = entries
  const heading = entries.length === 1 ? words.one(brand) : words.many(brand, entries.length)
  const text = isTest ? words.testText : first === undefined ? '' : titleOf(words, first, isTest)
  const summary = isTest || entries.length === 1 ? text : `${heading}: ${text}`
  return {
    heading: isTest ? `[${words.test}] ${words.one(brand)}` : heading,
    summary: isTest ? `[${words.test}] ${summary}` : summary,
    lines: named.map(entry => ({
      entry,
      title: isTest ? words.testText : titleOf(words, entry, isTest),
      detail: detailOf(words, entry, language),
      whatToDo: isTest || entry.says !== 'OPEN' ? '' : `${words.whatToDo}: ${entry.whatToDo}`,
    })),
    more: entries.length > named.length ? words.more(entries.length - named.length) : null,
    runbook: words.runbook,
    panel: words.panel,
  }
}

function titleOf(words: Words, { severity, title, says, repeat, alert }: Entry, isTest: boolean): string {
  const ending =
    says === 'ACKNOWLEDGED'
      ? words.acknowledged(alert.acknowledgedBy)
      : says === 'RESOLVED'
        ? words.resolved
        : repeat > 0
          ? words.repeat(repeat)
          : null
  const text = `${words.severity[severity]} · ${title}`
  return ending === null || isTest ? text : `${text} (${ending})`
}

function detailOf(words: Words, { alert }: Entry, language: Language): string {
  const { subject, rung: count, lastAt } = alert
  const about = subject === null ? [] : [[subject.kind, subject.uuid ?? subject.id].join(' ')]
  const last = language === 'en' ? `${lastAt.toISOString().slice(0, 19)}Z` : localTimeText(lastAt)
  return [alert.code, ...about, ...(count > 1 ? [words.times(count, last)] : [last])].join(' · ')
}
