// One Portuguese word for one thing, in what people read: the panel, its alerts and mails, the pages of the checkout and the guides. Which
// word is whose stands in docs/glossary.md. What the contract calls ESTORNADO keeps its name.
import { guidesIn, PORTUGUESE } from './guides.ts'
import { codeOf, lineAt, ROOT, type Source } from './sources.ts'

const WORDS: [form: RegExp, instead: string][] = [
  [/(?<!\p{L})[Ee]storn\p{L}*/gu, 'reembolso (of a sale), devolução (by a bank) or desfazer (of a booking)'],
  [/(?<!\p{L})[Bb]enefici[áa]ri[oa]s?(?!\p{L})/gu, 'favorecido (a saved key) or recebedor (whom a cashout reached)'],
  // A part of an address is one, too.
  [/(?<![\p{L}/])[Dd]isputas?(?!\p{L})/gu, 'contestação'],
  [/(?<!\p{L})[Cc]redenciador\p{L}*/gu, 'adquirente'],
  [/(?<!\p{L})(?:[ao]?o|[dn]o|pelo|um) adquirente/giu, 'a adquirente'],
  // The PSP account of the sandbox bank has the name "Banco de Teste".
  [/(?<!\p{L})[Bb]anco de teste(?!\p{L})/gu, 'banco de testes'],
  [/(?<!\p{L})contas? PSP(?!\p{L})/giu, 'conta de PSP'],
  [/(?<!\p{L})pix recorrente/giu, 'Pix Automático'],
]

const OF_PANEL: typeof WORDS = [
  // Whom a mail or a backup is for: elsewhere than in the panel that is meant.
  [/(?<!\p{L})[Dd]estinat[áa]ri[oa]s?(?!\p{L})/gu, 'favorecido or recebedor'],
  // In either language; the contract's PIX is a code.
  [/(?<![\p{L}_/])(?:(?<!')PIX|PIX(?!'))(?![\p{L}_:])/gu, 'Pix, and Pix Automático for recurring ones'],
]

const IS_READ = /^(?:panel|checkout)\/src\/|^src\/(?:kernel\/alert-words|pay-page|member|mail|http\/guides)\//

function otherWordsIn({ path, text }: Source): string[] {
  return [...WORDS, ...(path.startsWith('panel/') ? OF_PANEL : [])].flatMap(([form, instead]) =>
    [...text.matchAll(form)].map(({ index, 0: word }) => `${path}:${lineAt(text, index)} "${word}": write ${instead}`),
  )
}

/** Names of files, of fields and of addresses are not words. */
const withoutNames = (text: string) => text.replace(/`[^`\n]+`/g, name => name.replace(/[^\n]/g, ' '))

export const otherPortuguese = (sources: Source[]): string[] =>
  [
    ...sources.filter(({ path }) => IS_READ.test(path)).map(source => ({ ...source, text: codeOf(source) })),
    ...[...guidesIn(ROOT)]
      .filter(([path]) => path.startsWith(PORTUGUESE))
      .map(([path, text]) => ({ path, text: withoutNames(text) })),
  ].flatMap(otherWordsIn)
