// The statement of a day as banks hand it out: OFX 1.02, with Pix and TEDs that came in and Pix that went out. Its entries have the ids
// that the bank's other lists have.
import { boundsOf, type LocalDate } from '#kernel/calendar/local-time.ts'
import { toReais } from '#kernel/money.ts'
import { CUSTOMER } from '../customer.ts'
import { payoutsAfter } from '../payout/store.ts'
import { pixAfter } from '../pix/store.ts'
import type { Bank } from '../resources.ts'
import { tedsAfter } from './store.ts'

interface Line {
  at: number
  type: 'CREDIT' | 'DEBIT'
  amount: string
  id: string
  memo: string
}

const ALL = 100_000

export function statementOf(bank: Bank, day: LocalDate): string {
  const { from, to } = boundsOf(day)
  const lines = linesOf(bank)
    .filter(({ at }) => at >= from.getTime() && at < to.getTime())
    .toSorted((one, other) => one.at - other.at)
  const date = day.replaceAll('-', '')
  return [
    ...HEADER,
    '',
    '<OFX>',
    '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS>',
    `<DTSERVER>${date}000000<LANGUAGE>POR</SONRS></SIGNONMSGSRSV1>`,
    '<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>',
    `<STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>364<BRANCHID>${CUSTOMER.account.agencia}<ACCTID>${CUSTOMER.account.conta}<ACCTTYPE>CHECKING</BANKACCTFROM>`,
    `<BANKTRANLIST><DTSTART>${date}<DTEND>${date}`,
    ...lines.flatMap(({ type, amount, id, memo }) => [
      '<STMTTRN>',
      `<TRNTYPE>${type}`,
      `<DTPOSTED>${date}120000[-3:BRT]`,
      `<TRNAMT>${amount}`,
      `<FITID>${id}`,
      `<MEMO>${memo.replace(/[<>&]/g, ' ')}`,
      '</STMTTRN>',
    ]),
    '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1>',
    '</OFX>',
    '',
  ].join('\r\n')
}

const HEADER = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:UTF-8',
  'CHARSET:NONE',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
]

const linesOf = (bank: Bank): Line[] => [
  ...pixAfter(bank, 0, ALL).map(({ pix }) => ({
    at: pix.receivedAt,
    type: 'CREDIT' as const,
    amount: toReais(pix.amount),
    id: pix.endToEndId,
    memo: `PIX RECEBIDO ${pix.payer.name}`,
  })),
  ...tedsAfter(bank, 0, ALL).map(({ ted }) => ({
    at: ted.receivedAt,
    type: 'CREDIT' as const,
    amount: toReais(ted.amount),
    id: ted.id,
    memo: ['TED RECEBIDA', ted.payer.document, ted.payer.name, ted.message ?? ''].join(' ').trim(),
  })),
  ...payoutsAfter(bank, 0, ALL).map(({ payout }) => ({
    at: payout.requestedAt,
    type: 'DEBIT' as const,
    amount: `-${toReais(payout.amount)}`,
    id: payout.endToEndId ?? payout.idEnvio,
    memo: 'PIX ENVIADO',
  })),
]
