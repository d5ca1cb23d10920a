// What is sent to the bank and received from it where the wire is compared with its description.
import type { Exchange } from './bcb-reference.ts'

export const DEBTOR = { cpf: '12345678909', nome: 'Maria Silva' }

/** What the gateway calls, by the first part of the path. */
export const ASKED = new Set(['PUT cob', 'GET cob', 'PATCH cob', 'PUT pix', 'GET pix', 'PUT webhook', 'GET webhook'])

/** Every operation of the bank, with every status that it may answer. */
export const HEARD = [
  'DELETE /webhook/{chave} 204',
  'DELETE /webhook/{chave} 404',
  'GET /cob 200',
  'GET /cob 400',
  'GET /cob/{txid} 200',
  'GET /cob/{txid} 401',
  'GET /cob/{txid} 403',
  'GET /cob/{txid} 404',
  'GET /cob/{txid} 503',
  'GET /pix 200',
  'GET /pix 400',
  'GET /pix/{e2eid} 200',
  'GET /pix/{e2eid} 404',
  'GET /pix/{e2eid}/devolucao/{id} 200',
  'GET /pix/{e2eid}/devolucao/{id} 404',
  'GET /webhook 200',
  'GET /webhook 400',
  'GET /webhook/{chave} 200',
  'GET /webhook/{chave} 404',
  'PATCH /cob/{txid} 200',
  'PATCH /cob/{txid} 400',
  'PATCH /cob/{txid} 404',
  'POST /cob 201',
  'POST /cob 400',
  'PUT /cob/{txid} 201',
  'PUT /cob/{txid} 400',
  'PUT /pix/{e2eid}/devolucao/{id} 201',
  'PUT /pix/{e2eid}/devolucao/{id} 400',
  'PUT /pix/{e2eid}/devolucao/{id} 404',
  'PUT /webhook/{chave} 200',
  'PUT /webhook/{chave} 400',
]

/** Each laid over a charge, and sent as a revision of one. */
export const COB_CHANGES: object[] = [
  {},
  { calendario: {} },
  { calendario: { expiracao: 1 } },
  { calendario: { expiracao: 0 } },
  { calendario: { expiracao: 2_147_483_648 } },
  { calendario: { expiracao: '60' } },
  { calendario: null },
  { valor: { original: '0.01' } },
  { valor: { original: '9999999999.99' } },
  { valor: { original: '10000000000.00' } },
  { valor: { original: '1.0' } },
  { valor: { original: 1 } },
  { valor: { original: '1.00', modalidadeAlteracao: 2 } },
  { valor: {} },
  { chave: 'x'.repeat(78) },
  { chave: 7 },
  { devedor: DEBTOR },
  { devedor: { cnpj: '11222333000181', nome: 'Loja' } },
  { devedor: { ...DEBTOR, cnpj: '11222333000181' } },
  { devedor: { nome: 'Maria' } },
  { devedor: { cpf: '12345678909' } },
  { devedor: { cpf: '123.456.789-09', nome: 'Maria' } },
  { devedor: { ...DEBTOR, nome: 'x'.repeat(201) } },
  { solicitacaoPagador: 'x'.repeat(140) },
  { solicitacaoPagador: 'x'.repeat(141) },
  { infoAdicionais: Array(50).fill({ nome: 'a', valor: 'b' }) },
  { infoAdicionais: Array(51).fill({ nome: 'a', valor: 'b' }) },
  { infoAdicionais: [{ nome: 'a' }] },
  { infoAdicionais: [{ nome: 'x'.repeat(51), valor: 'b' }] },
  { loc: { id: 999 } },
  { loc: {} },
  { more: 'than is known' },
]

export const DEVOLUCOES: object[] = [
  { valor: '1.00' },
  { valor: '1.00', natureza: 'ORIGINAL' },
  { valor: '1.00', natureza: 'RETIRADA' },
  { valor: '1.00', natureza: 'MED_FRAUDE' },
  { valor: '1.00', descricao: 'x'.repeat(140) },
  { valor: '1.00', descricao: 'x'.repeat(141) },
  { valor: '1' },
  { valor: 1 },
  { valor: '-1.00' },
  {},
]

const COB = {
  calendario: { criacao: '2026-03-02T12:00:00.000Z', expiracao: 3_600 },
  txid: 'a'.repeat(26),
  revisao: 0,
  status: 'ATIVA',
  valor: { original: '1.00' },
  chave: 'a@b.example',
}
const answered = (answer: unknown, status = 201, mediaType = 'application/json; charset=utf-8'): Exchange => ({
  method: 'PUT',
  path: `/cob/${COB.txid}`,
  status,
  mediaType,
  answered: answer,
})

/** Answers that are not as described, and what is said of them. */
export const WRONG: [Exchange, RegExp][] = [
  [answered(COB), /^$/],
  [answered({ ...COB, revisao: undefined }), /revisao/],
  [answered({ ...COB, status: 'PAGA' }), /status/],
  [answered({ ...COB, txid: 'a'.repeat(36) }), /txid/],
  [answered({ ...COB, valor: { original: '1.000' } }), /valor/],
  [answered({ ...COB, calendario: { criacao: 'yesterday', expiracao: 1 } }), /criacao/],
  [answered({ ...COB, loc: { id: 1, location: 'a.example/x', tipoCob: 'cob' } }), /loc/],
  [answered(COB, 201, 'text/html'), /text\/html instead of application\/json/],
  [answered({ title: 'no' }, 400, 'application/problem+json'), /type/],
  [answered(COB, 418), /no answer 418/],
]

type Asked = Pick<Exchange, 'method' | 'path' | 'asked'>

export const WRONGLY_ASKED: [Asked, RegExp][] = [
  [{ method: 'PUT', path: '/cob/short', asked: { ...COB, calendario: {} } }, /txid/],
  [{ method: 'PUT', path: `/cob/${COB.txid}`, asked: { valor: { original: '1.00' }, chave: 'a' } }, /calendario/],
  [{ method: 'PUT', path: `/cob/${COB.txid}`, asked: { ...COB, devedor: { ...DEBTOR, cpf: '1' } } }, /devedor/],
  [{ method: 'GET', path: '/cob?inicio=2026-01-01T00:00:00Z' }, /fim/],
  [{ method: 'GET', path: '/pix?inicio=yesterday&fim=2026-01-01T00:00:00Z' }, /inicio/],
  [{ method: 'GET', path: '/webhook?paginacao.itensPorPagina=1001' }, /itensPorPagina/],
]
