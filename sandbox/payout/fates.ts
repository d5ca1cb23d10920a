// What becomes of a pay-out, decided by the beginning of its destination key: one entry a fate, the last for every other key. Which
// beginnings there are is declared in the kernel. A fate only says what happens; request.ts and step.ts make it happen and know no
// fate by name.
import { CASHOUT_KEY_STARTS, type CashoutKeyStart } from '#kernel/sandbox/outcomes.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

export type PayoutStatus = 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO'

export interface PayoutError {
  codigo: string
  origem: string
  motivo: string
}

/** Counted from the step before it, the first from the acceptance; 'latency' is the bank's own. */
type Wait = 'latency' | number

export interface Call {
  says: PayoutStatus
  afterMs: number
}

export type Step =
  | { kind: 'settle'; after: Wait; becomes: 'REALIZADO'; calls: readonly Call[] }
  | { kind: 'settle'; after: Wait; becomes: 'NAO_REALIZADO'; error: PayoutError; calls: readonly Call[] }
  | { kind: 'return'; after: Wait; share: 'all' | 'half'; calls: readonly Call[] }

export interface Refusal {
  status: number
  nome: string
  mensagem: string
}

export interface Fate {
  /** What the destination key begins with. */
  prefix: string
  /** 'silent': the request is executed and never answered. 'lost': the first request does nothing and is never answered. */
  answer: 'accepted' | 'silent' | 'lost' | { refused: Refusal }
  /** For so long lookups do not find it. */
  hiddenMs?: number
  steps: readonly Step[]
}

const NO_SUCH_ACCOUNT: PayoutError = {
  codigo: 'AC03',
  origem: 'PSP do usuário recebedor',
  motivo: 'A conta do recebedor não existe ou é inválida.',
}

const once = (says: PayoutStatus, afterMs = 0): readonly Call[] => [{ says, afterMs }]

const settled = (after: Wait, calls: readonly Call[] = once('REALIZADO')): Step => ({
  kind: 'settle',
  after,
  becomes: 'REALIZADO',
  calls,
})

const notExecuted: Step = {
  kind: 'settle',
  after: 'latency',
  becomes: 'NAO_REALIZADO',
  error: NO_SUCH_ACCOUNT,
  calls: once('NAO_REALIZADO'),
}

const returned = (share: 'all' | 'half'): Step => ({
  kind: 'return',
  after: 2 * SECOND_MS,
  share,
  calls: once('REALIZADO'),
})

const refused = (status: number, nome: string, mensagem: string) => ({ refused: { status, nome, mensagem } })

export const UNKNOWN_KEY = { status: 404, nome: 'chave_favorecido_nao_encontrada', mensagem: 'Chave não encontrada.' }
export const SHORT_OF_MONEY = { status: 422, nome: 'saldo_insuficiente', mensagem: 'Saldo insuficiente na conta.' }

const LATE_MS = 30 * SECOND_MS

const DUPLICATED: readonly Call[] = [
  { says: 'REALIZADO', afterMs: 0 },
  { says: 'REALIZADO', afterMs: 200 },
  { says: 'REALIZADO', afterMs: 400 },
  { says: 'EM_PROCESSAMENTO', afterMs: 600 },
]

const FATE_OF: Record<CashoutKeyStart, Omit<Fate, 'prefix'>> = {
  'recusada@': { answer: 'accepted', steps: [notExecuted] },
  'negada@': { answer: refused(422, 'pagamento_negado', 'Pagamento negado na análise.'), steps: [] },
  'semchave@': { answer: { refused: UNKNOWN_KEY }, steps: [] },
  'lenta@': { answer: 'accepted', steps: [settled(5 * SECOND_MS)] },
  'muda@': { answer: 'accepted', steps: [settled('latency', [])] },
  'semresposta@': { answer: 'silent', steps: [settled('latency', once('REALIZADO', LATE_MS))] },
  'tardia@': { answer: 'silent', hiddenMs: LATE_MS, steps: [settled('latency', once('REALIZADO', LATE_MS))] },
  'perdida@': { answer: 'lost', steps: [settled('latency')] },
  'duplicada@': { answer: 'accepted', steps: [settled('latency', DUPLICATED)] },
  'devolvida@': { answer: 'accepted', steps: [settled('latency'), returned('all')] },
  'parcial@': { answer: 'accepted', steps: [settled('latency'), returned('half')] },
  'analise@': { answer: 'accepted', steps: [settled(30 * MINUTE_MS)] },
  'semsaldo@': { answer: { refused: SHORT_OF_MONEY }, steps: [] },
  'contradiz@': { answer: 'accepted', steps: [notExecuted, settled(5 * SECOND_MS)] },
}

export const FATES: readonly Fate[] = [
  ...CASHOUT_KEY_STARTS.map(prefix => ({ prefix, ...FATE_OF[prefix] })),
  { prefix: '', answer: 'accepted', steps: [settled('latency')] },
]

export function fateOf(key: string): Fate {
  const lowered = key.toLowerCase()
  const fate = FATES.find(({ prefix }) => lowered.startsWith(prefix))
  if (fate === undefined) throw new Error('the last fate is for every key')
  return fate
}
