// The receiver orders a debit, or a further try of one: what is refused at once, and what goes to the payer's bank.
import { cycleOf } from '#kernel/calendar/cycles.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { parseReais, ZERO } from '#kernel/money.ts'
import { HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { dayAt, instantOn } from '../calendar.ts'
import { CUSTOMER } from '../customer.ts'
import { knownFields } from '../http/forms.ts'
import { isTxidUsed } from '../pix/txid.ts'
import { expireRecs } from '../rec/change.ts'
import { cyclesOf, type Rec } from '../rec/rec.ts'
import { findRec } from '../rec/store.ts'
import { problem, type Violacao } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { queueTask } from '../tasks.ts'
import { type Cobr, dueOnOf, isOpenTry, lastTryBefore, MAX_RETRIES, retriesOf, settlementOf } from './cobr.ts'
import { addTry, notifyCobr, recOf } from './move.ts'
import { refuseCobr } from './refuse.ts'
import { CobrForm, type CobrRequest } from './schema.ts'
import { findCobr, insertCobr, liveCobrOf, triesOf } from './store.ts'

/** How many days before the settlement the payer's bank has to know of it, and from how many days before it takes it. */
const WINDOW = { latest: 2, earliest: 10 }
/** The payer's bank has two hours to schedule a charge. */
const SCHEDULING = { min: 30 * SECOND_MS, max: 2 * HOUR_MS }

export function createCobr(bank: Bank, txid: string, sent: CobrRequest): Cobr {
  const request = knownFields<CobrRequest>(CobrForm, sent)
  const document = { ...request, ajusteDiaUtil: request.ajusteDiaUtil ?? true }
  const now = bank.clock.now()
  return bank.database.transaction(() => {
    expireRecs(bank)
    const rec = findRec(bank, document.idRec)
    const cycle = rec === undefined ? 0 : cycleIn(rec, document.calendario.dataDeVencimento)
    const violations = [
      ...txidViolations(bank, txid),
      ...recViolations(rec),
      ...dayViolations(document, dayAt(now)),
      ...amountViolations(document),
      ...accountViolations(bank, document),
      ...cycleViolations(bank, document, cycle),
    ]
    if (violations.length > 0) throw refuseCobr(violations)
    const progress: Cobr['progress'] = { ending: null, history: [{ status: 'CRIADA', at: now }] }
    const cobr: Cobr = { txid, idRec: document.idRec, createdAt: now, status: 'CRIADA', cycle, document, progress }
    insertCobr(bank, cobr)
    // An early order waits until the payer's bank takes it.
    const takenFrom = instantOn(addDays(settlementOf(document), -WINDOW.earliest), 0)
    const dueAt = Math.max(now, takenFrom) + bank.latencyOf(txid, SCHEDULING)
    queueTask(bank, 'schedule charge', txid, { n: 1 }, dueAt)
    return cobr
  })
}

export function existingCobr(bank: Bank, txid: string): Cobr {
  const cobr = findCobr(bank, txid)
  if (cobr === undefined) throw problem('CobRNaoEncontrado')
  return cobr
}

export function orderRetry(bank: Bank, txid: string, day: LocalDate): Cobr {
  return bank.database.transaction(() => {
    const cobr = existingCobr(bank, txid)
    const violations = retryViolations(bank, cobr, day)
    if (violations.length > 0) throw refuseCobr(violations)
    const { n } = addTry(bank, cobr, { kind: 'NTAG', settlesOn: day, status: 'SOLICITADA' })
    const dueAt = bank.clock.now() + bank.latencyOf(`${txid}/${n}`, SCHEDULING)
    queueTask(bank, 'schedule charge', txid, { n }, dueAt)
    notifyCobr(bank, cobr)
    return cobr
  })
}

function retryViolations(bank: Bank, cobr: Cobr, day: LocalDate): Violacao[] {
  const refused = (razao: string, propriedade: string, valor: string) => [{ razao, propriedade, valor }]
  const rec = recOf(bank, cobr)
  if (rec.document.politicaRetentativa === 'NAO_PERMITE')
    return refused('A política da recorrência não permite retentativa.', 'politicaRetentativa', 'NAO_PERMITE')
  const tries = triesOf(bank, cobr.txid)
  const open = tries.find(isOpenTry)
  if (cobr.status === 'CRIADA' || open !== undefined)
    return refused('Existe uma tentativa não finalizada.', 'tentativas', open?.status ?? cobr.status)
  if (cobr.status !== 'ATIVA') return refused('A cobrança está encerrada.', 'status', cobr.status)
  if (day <= dayAt(bank.clock.now())) return refused('A data não é futura.', 'data', day)
  if (day >= lastTryBefore(cobr)) return refused('A data passa de 7 dias após o vencimento (DTNT).', 'data', day)
  if (cycleIn(rec, day) > cobr.cycle) return refused('A data cai no ciclo seguinte.', 'data', day)
  if (retriesOf(tries) >= MAX_RETRIES) return refused('A cobrança já teve 3 retentativas (QUNT).', 'tentativas', '3')
  return []
}

/** 0 before the first. */
const cycleIn = (rec: Rec, day: string): number => cycleOf(cyclesOf(rec), day as LocalDate) ?? 0

function txidViolations(bank: Bank, txid: string): Violacao[] {
  return isTxidUsed(bank, txid) ? [{ razao: 'O txid encontra-se em uso.', propriedade: 'txid', valor: txid }] : []
}

function recViolations(rec: Rec | undefined): Violacao[] {
  if (rec === undefined) return [{ razao: 'A recorrência não existe.', propriedade: 'idRec' }]
  if (rec.status === 'APROVADA') return []
  return [{ razao: `A recorrência não está APROVADA: está ${rec.status}.`, propriedade: 'idRec', valor: rec.idRec }]
}

function dayViolations(document: Cobr['document'], today: LocalDate): Violacao[] {
  const due = document.calendario.dataDeVencimento
  const refused = (razao: string) => [{ razao, propriedade: 'calendario.dataDeVencimento', valor: due }]
  if (due < today) return refused('O vencimento é anterior à data de criação da cobrança.')
  if (addDays(today, WINDOW.latest) > settlementOf(document))
    return refused('A liquidação está a menos de 2 dias (FCD2).')
  return []
}

function amountViolations({ valor: { original } }: Cobr['document']): Violacao[] {
  if (parseReais(original) !== ZERO) return []
  return [{ razao: 'O valor precisa ser maior que zero.', propriedade: 'valor.original', valor: original }]
}

function accountViolations(bank: Bank, { recebedor: { agencia, conta } }: Cobr['document']): Violacao[] {
  if (agencia === undefined && bank.dialect().needsBranch)
    return [{ razao: 'O campo é obrigatório.', propriedade: 'recebedor.agencia' }]
  const own = CUSTOMER.account
  if (conta === own.conta && (agencia === undefined || agencia === own.agencia)) return []
  return [{ razao: 'A conta não pertence a este usuário recebedor.', propriedade: 'recebedor.conta', valor: conta }]
}

function cycleViolations(bank: Bank, document: Cobr['document'], cycle: number): Violacao[] {
  const other = liveCobrOf(bank, document.idRec, cycle)
  if (other === undefined) return []
  const razao = `Já existe uma cobrança desta recorrência no mesmo ciclo, com vencimento em ${dueOnOf(other)}.`
  return [{ razao, propriedade: 'calendario.dataDeVencimento', valor: document.calendario.dataDeVencimento }]
}
