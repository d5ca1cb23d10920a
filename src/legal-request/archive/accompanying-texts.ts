// What stands in an archive beside the records: a text for whoever opens it, what was asked, and the balance. In Portuguese, as the request is. Pure.
import { localTimeText } from '#kernel/calendar/local-time.ts'
import { add, type Centavos, toCentsNumber } from '#kernel/money.ts'
import { readableProcessNumber } from '#kernel/text/process-number.ts'
import type { RecordSet } from '../records/record-set.ts'
import type { LegalRequest } from '../request.ts'

export const REQUEST_FILE = 'pedido.json'
export const BALANCE_FILE = 'saldo.json'

export function requestText(request: LegalRequest): string {
  const { id, authorityKind, authority, number, processNumber, subjectKind, subjects, from, to, dueOn } = request
  return jsonText({
    pedido: id.toString(),
    autoridade_tipo: authorityKind,
    autoridade: authority,
    numero: number,
    processo: processNumber === null ? null : readableProcessNumber(processNumber),
    sobre: subjectKind,
    sobre_valores: subjects,
    periodo: { de: from?.toISOString() ?? null, ate_antes_de: to?.toISOString() ?? null },
    responder_ate: dueOn,
    registrado_em: request.createdAt.toISOString(),
  })
}

export interface Amounts {
  available: Centavos
  blocked: Centavos
}

export interface Balances {
  accountId: number
  opening: Amounts
  closing: Amounts
  now: Amounts
}

export const balanceText = ({ accountId, opening, closing, now }: Balances, { from, to }: LegalRequest, at: Date) =>
  jsonText({
    conta: accountId,
    no_inicio_do_periodo: { momento: from?.toISOString() ?? null, ...amountsForm(opening) },
    no_fim_do_periodo: { momento: (to === null || to > at ? at : to).toISOString(), ...amountsForm(closing) },
    no_retrato: { momento: at.toISOString(), ...amountsForm(now) },
  })

const amountsForm = ({ available, blocked }: Amounts) => ({
  disponivel_centavos: toCentsNumber(available),
  bloqueado_centavos: toCentsNumber(blocked),
  total_centavos: toCentsNumber(add(available, blocked)),
})

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export interface Readme {
  request: LegalRequest
  sets: readonly RecordSet[]
  hasBalance: boolean
  at: Date
  fingerprint: string
  /** Where the public key is published; null where that is not known. */
  keyUrl: string | null
}

export function readmeText({ request, sets, hasBalance, at, fingerprint, keyUrl }: Readme): string {
  const { authority, number, processNumber } = request
  const files = sets.map(({ name, about }) => `${name}.csv, ${name}.jsonl\n    ${about}`)
  return `RESPOSTA A OFÍCIO

Autoridade: ${authority}
Ofício: ${number}
${processNumber === null ? '' : `Processo: ${readableProcessNumber(processNumber)}\n`}Período: ${periodText(request)}

Tudo o que está aqui é de um único momento dos livros: ${localTimeText(at)}, horário de Brasília (${at.toISOString()}).
O conteúdo é sigiloso: destina-se à autoridade que o pediu.

O QUE HÁ AQUI

${REQUEST_FILE}
    O que foi pedido.
${hasBalance ? `${BALANCE_FILE}\n    O saldo da conta no início e no fim do período e no momento do retrato.\n` : ''}${files.join('\n')}
manifesto.json
    Cada arquivo com tamanho, SHA-256, número de registros e somas, e o último lançamento da razão com o hash de toda a cadeia até ele.
manifesto.sig
    Assinatura Ed25519 de manifesto.json.

Entra o que foi criado no período e aquilo de que trata algum lançamento do período. O sistema não guarda CPF nem CNPJ de quem abre uma
conta: um documento é procurado entre compradores, pagadores e recebedores. Dados do modo de teste nunca estão aqui.

UNIDADES E HORÁRIOS

CSV: separado por ponto e vírgula, em UTF-8, para planilhas. Valores em reais com vírgula; horários de Brasília.
JSON e JSON Lines (um registro por linha): valores em centavos, em campos que terminam em _centavos; horários em UTC, com Z no fim.
Os dois formatos têm os mesmos registros e os mesmos campos. Um campo vazio (null) é um dado que o sistema não tem.

COMO CONFERIR

Impressão digital da chave pública (SHA-256): ${fingerprint}
${keyUrl === null ? '' : `Chave pública: ${keyUrl}\n`}
Com o programa: porteira legal-request verify ARQUIVO --public-key chave.pem --passphrase-file senha.txt
Sem ele: abra o arquivo com age (age-encryption.org) e gzip e tar, e confira
    openssl pkeyutl -verify -pubin -inkey chave.pem -rawin -in manifesto.json -sigfile manifesto.sig
    sha256sum de cada arquivo, comparado com manifesto.json
`
}

function periodText({ from, to }: LegalRequest): string {
  const begin = from === null ? 'desde o início' : `de ${localTimeText(from)}`
  return `${begin} ${to === null ? 'até o momento do retrato' : `até antes de ${localTimeText(to)}`} (horário de Brasília)`
}
