// Cards at Efí's API of charges. A charge takes one attempt: a second is refused, and so is a token that was used, so what became of an attempt
// whose answer was lost is looked up. A refund has neither an id nor a lookup. The sandbox bank adds debit cards and authentication, which Efí
// does not document.
import { toCentsNumber } from '#kernel/money.ts'
import { fields } from '../adapters/reply.ts'
import type { PspHttp } from '../client/conversation.ts'
import type { Reply } from '../client/http.ts'
import type { Outcome } from '../port.ts'
import { collectConfirmationOf, collectOutcomeOf, HAS_METHOD } from './efi-reply.ts'
import { cardBody, pageBody } from './efi-requests.ts'
import { readInterest, readIssued, readPageAddress } from './efi-wire.ts'
import { asPaid } from './judge.ts'
import type { CardCapabilities, CardRequest, Cards, CollectCharge, FramePage, TOKEN_REFUSALS } from './port.ts'

type Find = (chargeId: string) => Promise<Outcome<CollectCharge | null>>

const PARTIAL_DAYS = 90
const TOTAL_DAYS = 360

/** `isSandbox`: the acquirer of the sandbox bank. */
export const cardCapabilitiesOf = (isSandbox: boolean): CardCapabilities => ({
  requiredFields: ['email', 'phone', 'address'],
  debit: isSandbox,
  threeDs: isSandbox,
  refund: {
    from: 'paid',
    isPartial: true,
    isOnePartialADay: true,
    partialDays: PARTIAL_DAYS,
    totalDays: TOTAL_DAYS,
    hasLookup: false,
  },
  voidsApproved: false,
  reportsSettlement: 'whole',
  reportsCredited: false,
  reportsBrand: false,
  softDescriptor: false,
  disputes: 'state',
  defends: false,
})

export function efiCards(
  http: PspHttp,
  find: Find,
  { isSandbox, clientId }: { isSandbox: boolean; clientId: string | null },
): Cards {
  return {
    ...(isSandbox && clientId !== null && { framePath: page => sandboxFrame(clientId, page) }),
    async pay(chargeId, request) {
      const body = cardBody(request, isSandbox)
      const reply = await http.call('POST', `/charge/${encodeURIComponent(chargeId)}/pay`, body)
      const outcome = collectOutcomeOf(reply, readIssued)
      if (outcome.kind === 'done') return asPaid(outcome.value, chargeId, request)
      if (outcome.kind === 'unknown') return outcome
      const isSecond = outcome.code === HAS_METHOD || outcome.code === TOKEN_USED
      return isSecond ? asFirst(outcome, await find(chargeId), { chargeId, request }) : aboutToken(outcome)
    },
    openPage: async (chargeId, request) => {
      const reply = await http.call(
        'POST',
        `/charge/${encodeURIComponent(chargeId)}/link`,
        pageBody(request, isSandbox),
      )
      return collectOutcomeOf(reply, data => readPageAddress(data, chargeId, request.amount))
    },
    async findInterest(total) {
      const query = new URLSearchParams({ brand: ANY_BRAND, total: String(total) })
      return collectOutcomeOf(await http.call('GET', `/installments?${query}`), readInterest)
    },
    refund: async (chargeId, { amount, isWhole }) => {
      // Efí's documents differ in the name of the amount; a whole refund needs none.
      const body = isWhole ? {} : { amount: toCentsNumber(amount) }
      return takenOn(await http.call('POST', `/charge/card/${encodeURIComponent(chargeId)}/refund`, body))
    },
  }
}

/** Interest is a setting of the account, and the same for each. */
const ANY_BRAND = 'visa'

/** Efí has a script of its own in the place of a frame. */
const sandboxFrame = (clientId: string, { origin, language, funding }: FramePage): string =>
  `/cartao/quadro?${new URLSearchParams({ conta: clientId, origem: origin, idioma: language, tipo: funding })}`

type Refusal = Outcome<never> & { kind: 'refused' }
const TOKEN_USED = '3500018'
const OTHER_METHOD = '3500007'

/** An attempt was made before: by us, its answer lost, or on another charge, by whoever had the token. */
function asFirst(
  refused: Refusal,
  found: Outcome<CollectCharge | null>,
  { chargeId, request }: { chargeId: string; request: CardRequest },
): Outcome<CollectCharge> {
  if (found.kind !== 'done') return { kind: 'unknown', reason: `tried before, and the lookup says: ${found.reason}` }
  if (found.value === null) return { kind: 'unknown', reason: 'tried before, and the PSP does not find it' }
  if (found.value.state !== 'new') return asPaid(found.value, chargeId, request)
  return refused.code === TOKEN_USED
    ? aboutToken(refused)
    : { kind: 'unknown', reason: 'tried before, and the PSP reports a new charge' }
}

function aboutToken(refused: Refusal): Refusal {
  const code = tokenRefusalOf(refused)
  return code === null ? refused : { ...refused, code, reason: `${refused.code}: ${refused.reason}` }
}

function tokenRefusalOf({ code, reason }: Refusal): (typeof TOKEN_REFUSALS)[number] | null {
  if (code === TOKEN_USED) return 'TOKEN_USED'
  if (code === OTHER_METHOD) return 'OTHER_FUNDING'
  return /\bpayment_token\b/.test(reason) ? 'TOKEN_UNKNOWN' : null
}

/** Its success has another form than that of every other call. */
function takenOn(reply: Reply): Outcome<true> {
  const isOwnForm = reply.status === 200 && fields(reply.body).status === 200
  return isOwnForm ? { kind: 'done', value: true } : collectConfirmationOf(reply)
}
