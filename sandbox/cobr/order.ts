// The receiver orders a debit, or a further try of one: what is refused at once, and what goes to the payer's bank.
import { cycleOf } from '#kernel/calendar/cycles.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { parseReais, ZERO } from '#kernel/money.ts'
import { HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { dayAt, instantOn } from '../calendar.ts'
import { CUSTOMER } from '../customer.ts'
import type { House } from '../house.ts'
import { knownFields } from '../http/forms.ts'
import { isTxidUsed } from '../pix/txid.ts'
import { expireRecs } from '../rec/change.ts'
import { cyclesOf, type Rec } from '../rec/rec.ts'
import { findRec } from '../rec/store.ts'
import { problem, type Violacao } from '../refused.ts'
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

export function createCobr(house: House, txid: string, sent: CobrRequest): Cobr {
  const request = knownFields<CobrRequest>(CobrForm, sent)
  const document = { ...request, ajusteDiaUtil: request.ajusteDiaUtil ?? true }
  const now = house.clock.now()
  return house.database.transaction(() => {
    expireRecs(house)
    const rec = findRec(house, document.idRec)
    const cycle = rec === undefined ? 0 : cycleIn(rec, document.calendario.dataDeVencimento)
    const violations = [
      ...txidViolations(house, txid),
      ...recViolations(rec),
      ...dayViolations(document, dayAt(now)),
      ...amountViolations(document),
      ...accountViolations(house, document),
      ...cycleViolations(house, document, cycle),
    ]
    if (violations.length > 0) throw refuseCobr(violations)
    const progress: Cobr['progress'] = { ending: null, history: [{ status: 'CRIADA', at: now }] }
    const cobr: Cobr = { txid, idRec: document.idRec, createdAt: now, status: 'CRIADA', cycle, document, progress }
    insertCobr(house, cobr)
    // An early order waits until the payer's bank takes it.
    const takenFrom = instantOn(addDays(settlementOf(document), -WINDOW.earliest), 0)
    const dueAt = Math.max(now, takenFrom) + house.latencyOf(txid, SCHEDULING)
    queueTask(house, 'schedule charge', txid, { n: 1 }, dueAt)
    return cobr
  })
}

export function existingCobr(house: House, txid: string): Cobr {
  const cobr = findCobr(house, txid)
  if (cobr === undefined) throw problem('CobRNaoEncontrado')
  return cobr
}

export function orderRetry(house: House, txid: string, day: LocalDate): Cobr {
  return house.database.transaction(() => {
    const cobr = existingCobr(house, txid)
    const violations = retryViolations(house, cobr, day)
    if (violations.length > 0) throw refuseCobr(violations)
    const { n } = addTry(house, cobr, { kind: 'NTAG', settlesOn: day, status: 'SOLICITADA' })
    const dueAt = house.clock.now() + house.latencyOf(`${txid}/${n}`, SCHEDULING)
    queueTask(house, 'schedule charge', txid, { n }, dueAt)
    notifyCobr(house, cobr)
    return cobr
  })
}

function retryViolations(house: House, cobr: Cobr, day: LocalDate): Violacao[] {
  const refused = (razao: string, propriedade: string, valor: string) => [{ razao, propriedade, valor }]
  const rec = recOf(house, cobr)
  if (rec.document.politicaRetentativa === 'NAO_PERMITE')
    return refused('A política da recorrência não permite retentativa.', 'politicaRetentativa', 'NAO_PERMITE')
  const tries = triesOf(house, cobr.txid)
  const open = tries.find(isOpenTry)
  if (cobr.status === 'CRIADA' || open !== undefined)
    return refused('Existe uma tentativa não finalizada.', 'tentativas', open?.status ?? cobr.status)
  if (cobr.status !== 'ATIVA') return refused('A cobrança está encerrada.', 'status', cobr.status)
  if (day <= dayAt(house.clock.now())) return refused('A data não é futura.', 'data', day)
  if (day >= lastTryBefore(cobr)) return refused('A data passa de 7 dias após o vencimento (DTNT).', 'data', day)
  if (cycleIn(rec, day) > cobr.cycle) return refused('A data cai no ciclo seguinte.', 'data', day)
  if (retriesOf(tries) >= MAX_RETRIES) return refused('A cobrança já teve 3 retentativas (QUNT).', 'tentativas', '3')
  return []
}

/** 0 before the first. */
const cycleIn = (rec: Rec, day: string): number => cycleOf(cyclesOf(rec), day as LocalDate) ?? 0

function txidViolations(house: House, txid: string): Violacao[] {
  return isTxidUsed(house, txid) ? [{ razao: 'O txid encontra-se em uso.', propriedade: 'txid', valor: txid }] : []
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

function accountViolations(house: House, { recebedor: { agencia, conta } }: Cobr['document']): Violacao[] {
  if (agencia === undefined && house.dialect().needsBranch)
    return [{ razao: 'O campo é obrigatório.', propriedade: 'recebedor.agencia' }]
  const own = CUSTOMER.account
  if (conta === own.conta && (agencia === undefined || agencia === own.agencia)) return []
  return [{ razao: 'A conta não pertence a este usuário recebedor.', propriedade: 'recebedor.conta', valor: conta }]
}

function cycleViolations(house: House, document: Cobr['document'], cycle: number): Violacao[] {
  const other = liveCobrOf(house, document.idRec, cycle)
  if (other === undefined) return []
  const razao = `Já existe uma cobrança desta recorrência no mesmo ciclo, com vencimento em ${dueOnOf(other)}.`
  return [{ razao, propriedade: 'calendario.dataDeVencimento', valor: document.calendario.dataDeVencimento }]
}
