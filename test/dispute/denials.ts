// A bank that says nothing of a Pix any more, or denies what it has done with it.
import type { Wire, Words } from '../psp/faulty-wire.ts'
import type { Sold } from './disputing.ts'

const ALWAYS = 1_000

const at = ({ endToEndId }: Sold) => `/v2/pix/${endToEndId}`

/** The bank loses every request for, or about, this Pix. */
export function cutAt(wire: Wire, sale: Sold, methods = ['PUT', 'GET']): void {
  for (const method of methods) wire.fail(method, at(sale), { forwarded: false, answer: 'cut' }, ALWAYS)
}

/** What the bank has done with this Pix it says has failed, also in its list of received payments, which a sweep may read at any moment. */
export function denyAt(wire: Wire, sale: Sold): void {
  const denied = ({ status, body }: Words): Words => ({ status, body: failedIn(body) })
  for (const method of ['PUT', 'GET']) wire.fail(method, at(sale), { forwarded: true, answer: denied }, ALWAYS)
  wire.fail('GET', '/v2/pix?', { forwarded: true, answer: theirs => deniedInList(theirs, sale) }, ALWAYS)
}

const failedIn = (body: string) =>
  body.replaceAll('"EM_PROCESSAMENTO"', '"NAO_REALIZADO"').replaceAll('"DEVOLVIDO"', '"NAO_REALIZADO"')

function deniedInList({ status, body }: Words, { endToEndId }: Sold): Words {
  const { pix, ...rest } = JSON.parse(body) as { pix?: { endToEndId: string }[] }
  const shown = pix?.map(one => (one.endToEndId === endToEndId ? JSON.parse(failedIn(JSON.stringify(one))) : one))
  return { status, body: JSON.stringify({ ...rest, pix: shown }) }
}
