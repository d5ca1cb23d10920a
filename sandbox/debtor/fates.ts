// How the payer's bank and the payer behave, decided by the name of a recurrence's debtor: one entry a fate, in any case and with or without
// accents, by whole words: "Muda Ltda" has no callbacks, "Mudanças Ltda" has them. A name without an entry authorises by hand and pays.
import { type Centavos, parseReais } from '#kernel/money.ts'
import type { DebtorName } from '#kernel/sandbox/outcomes.ts'
import { HOUR_MS } from '#kernel/time.ts'

export interface DebtorFate {
  /** What becomes of a request to authorise: left to the person, refused at once, or never answered. */
  authorisation: 'person' | 'refuses' | 'ignores'
  /** The most that the payer allows for one charge. */
  cap: Centavos | null
  /** So many tries of one charge fail, each both in the morning and in the evening. */
  failingTries: number
  /** Whether a try that will be paid fails in the morning. */
  paysInTheEvening: boolean
  /** Why the payer's bank does not schedule a charge at all. */
  rejection: { codigo: string; descricao: string } | null
  /** What the payer cancels once a charge is scheduled. */
  cancels: 'charge' | 'recurrence' | null
  callbacks: { delayMs: number; copies: number; stale: boolean }
}

const NORMAL: DebtorFate = {
  authorisation: 'person',
  cap: null,
  failingTries: 0,
  paysInTheEvening: false,
  rejection: null,
  cancels: null,
  callbacks: { delayMs: 0, copies: 1, stale: false },
}

const LATE = { delayMs: 6 * HOUR_MS, copies: 1, stale: false }
const NONE = { delayMs: 0, copies: 0, stale: false }
const REPEATED = { delayMs: 0, copies: 3, stale: true }

type Entry = [begins: RegExp, fate: (named: string) => Partial<DebtorFate>]

/** By the name that is declared for it in the kernel. */
const FATES: Record<DebtorName, Entry> = {
  'Sem saldo': [/^sem saldo\b/, () => ({ failingTries: Number.POSITIVE_INFINITY })],
  'À noite': [/^a noite\b/, () => ({ paysInTheEvening: true })],
  'Na retentativa 2': [/^na retentativa ([1-9])\b/, tries => ({ failingTries: Number(tries) })],
  'Limite 50,00': [/^limite ([\d.]+(?:,\d\d)?)/, limit => ({ cap: capOf(limit) })],
  'Conta encerrada': [
    /^conta encerrada\b/,
    () => ({ rejection: { codigo: 'AC05', descricao: 'A conta do pagador foi encerrada.' } }),
  ],
  Divergente: [
    /^divergente\b/,
    () => ({ rejection: { codigo: 'DTED', descricao: 'A data não condiz com a periodicidade.' } }),
  ],
  Recusa: [/^recusa\b/, () => ({ authorisation: 'refuses' })],
  Ignora: [/^ignora\b/, () => ({ authorisation: 'ignores' })],
  'Cancela débito': [/^cancela debito\b/, () => ({ cancels: 'charge' })],
  'Cancela tudo': [/^cancela tudo\b/, () => ({ cancels: 'recurrence' })],
  Atrasa: [/^atrasa\b/, () => ({ callbacks: LATE })],
  Muda: [/^muda\b/, () => ({ callbacks: NONE })],
  Repete: [/^repete\b/, () => ({ callbacks: REPEATED })],
}

export function debtorFateOf(name: string): DebtorFate {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
  for (const [begins, fate] of Object.values(FATES)) {
    const match = begins.exec(plain)
    if (match !== null) return { ...NORMAL, ...fate(match[1] ?? '') }
  }
  return NORMAL
}

/** "1.250,00", as Brazilians write it. */
const capOf = (text: string): Centavos | null => parseReais(text.replaceAll('.', '').replace(',', '.'))
