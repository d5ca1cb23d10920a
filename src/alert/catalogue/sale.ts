// Alerts about money that comes in, and about its way back.
import type { Centavos } from '#kernel/money.ts'
import type { AlertDefinition } from './definition.ts'

interface RefundParams {
  accountId: number
  pspRefundId: string
  endToEndId: string
  reason: string
}

interface RefundEndParams {
  accountId: number
  receipt: bigint
  endToEndId: string
  pspRefundId: string
  status: string
  end: object
}

interface PspRefundParams {
  pspAccountId: number
  endToEndId: string
  refundId: string
  rtrId: string | null
  nature: string | null
  amount: string
  booked: boolean
}

interface BoletoParams {
  accountId: number
  sale: bigint
  pspAccountId: number
  chargeId: string | null
}

interface UnmatchedParams {
  accountId: number
  receipt: bigint
  reason: string | null
  saleId: bigint | null
}

export const SALE_ALERTS = {
  CHARGE_NOT_AS_REQUESTED: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; reason: string }) => 'a charge is not what was asked for',
    whatToDo: 'The PSP made a charge with another amount, txid or code. No code was handed out; ask the PSP why.',
  },
  BOLETO_NOT_MADE: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; reason: string }) => 'the PSP makes no boleto before the operator has acted',
    whatToDo:
      'Its answer, in `reason`, speaks of the gateway and not of the sale: a right that the application lacks, or a limit of the account at the PSP. Settle it with the PSP. Sales that were begun go on for a day, and are then refused.',
  },
  CARD_TESTING_SUSPECTED: {
    severity: 'warning',
    subject: 'account',
    message: (_: { accountId: number; declined: number; approved: number; until: string }) =>
      'most cards of an account are declined: somebody may be trying stolen ones',
    whatToDo:
      'Its cards are off until the time in `until`, and come back by themselves; everything else is sold as before. Ask the seller who is buying. Switch them on again before that at the account, or off for longer by taking its provider for cards away.',
  },
  CARD_TESTING_EVERYWHERE: {
    severity: 'warning',
    subject: null,
    message: (_: { declined: number; usual: number }) =>
      'far more cards than usual are declined, of all accounts together',
    whatToDo:
      'Somebody may be trying stolen cards at many shops. Look which accounts sell by card now, and switch cards off where the buyers are not real; nothing was switched off by this. Raised once an hour.',
  },
  CARD_TAKEN_BACK: {
    severity: 'warning',
    subject: 'sale',
    message: (_: BoletoParams & { state: string }) =>
      'a cardholder contests a sale, or its acquirer has cancelled what it had approved',
    whatToDo:
      'Contested: its dispute is open, and the amount held. Acquirers give no deadline here: send the seller’s defence, which stands at the dispute, to the PSP within three business days. Where `state` is cancelled nothing was booked, and the sale is unchanged: ask the acquirer whether the money still comes, and if not enter a dispute of the sale (CHARGEBACK) and forfeit it. Raised once.',
  },
  SALE_NOT_CLOSED: {
    severity: 'warning',
    subject: 'sale',
    message: (_: {
      accountId: number
      sale: bigint
      saleUuid: string
      txid: string
      pspAccountId: number
      reason: string
    }) => 'a sale whose time is over cannot be closed',
    whatToDo:
      'For an hour, or of a card for three days, the PSP has neither taken the charge away nor said what became of it; `reason` is its last answer. Ask it about the txid; the gateway goes on asking, about a Pix each minute. Raised once.',
  },
  BOLETO_AMOUNT_UNKNOWN: {
    severity: 'critical',
    subject: 'sale',
    message: (_: BoletoParams) => 'a boleto was paid, and the PSP does not say how much',
    whatToDo:
      'The PSP lists the charge as paid and has not noticed the gateway of it, however often it was asked to. Look whether it reaches the callback address; the gateway goes on asking. Raised once.',
  },
  BOLETO_CONFIRMED_BY_HAND: {
    severity: 'warning',
    subject: 'sale',
    message: (_: BoletoParams) => 'a boleto was confirmed by hand at the PSP, and no money came',
    whatToDo:
      'Nothing was booked, and the sale is unchanged. Ask who confirmed it at the PSP and where the money is; cancel the sale if it was paid some other way. Raised once.',
  },
  CARD_CONFIRMED_BY_HAND: {
    severity: 'warning',
    subject: 'sale',
    message: (_: BoletoParams) => 'a payment by card was confirmed by hand at the PSP, and no money came',
    whatToDo:
      'Nothing was booked, and the sale is not paid; a day after its beginning it ends as FALHA. Ask who confirmed it at the PSP and where the money is. Raised once.',
  },
  CARD_GOES_BACK: {
    severity: 'warning',
    subject: 'receipt',
    message: (_: UnmatchedParams) => 'a card was charged for a sale that does not accept it',
    whatToDo:
      'Its acquirer is asked to give it back as soon as it takes that, which may be after it has settled the payment, and until it has gone back. Nothing has to be done; tell the buyer when they ask.',
  },
  BOLETO_TAKEN_BACK: {
    severity: 'critical',
    subject: 'sale',
    message: (_: BoletoParams & { state: string }) =>
      'the PSP says that the money of a boleto is disputed or has gone back',
    whatToDo:
      'A payment of it that waits is neither credited nor sent to a key meanwhile; where it is the only one and has gone back, its receipt is RETURNED. Nothing else was booked, and a sale that it paid is unchanged and cannot be refunded. Clear it up with the PSP; if the money of a sale is gone, a correction of the day books that. Raised once.',
  },
  TRANSFER_UNCERTAIN: {
    severity: 'warning',
    subject: 'receipt',
    message: (_: { accountId: number; receipt: bigint; pspAccountId: number }) =>
      'a transfer came, and it is not certain which sale it pays',
    whatToDo:
      'The receipt names the sales that may be meant, with what agrees and what does not. Assign it to one of them, or send it back; no rule disposes of it.',
  },
  TRANSFER_CONTRADICTED: {
    severity: 'info',
    subject: 'receipt',
    message: (_: { accountId: number; receipt: bigint; saleId: bigint | null; others: string[] }) =>
      'a transfer paid the sale of its reference, and its amount and payer are those of another one',
    whatToDo:
      'The reference is what the buyer was asked to write, so that sale is paid. Ask the buyer if they wanted to pay another one, which `others` names.',
  },
  MOVEMENTS_UNCLEAR: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; count: number }) => 'credits of a bank statement are not booked by themselves',
    whatToDo:
      'They do not say that they are a TED, or lines of the same day and amount are booked already. Look each up at the bank, and book it or dismiss it.',
  },
  PAYMENT_UNMATCHED: {
    severity: 'warning',
    subject: 'receipt',
    message: (_: UnmatchedParams) => 'money arrived that no sale accepts',
    whatToDo: 'Return the money or credit it (see unexpected money).',
  },
  PAYMENT_OF_LOST_SALE: {
    severity: 'critical',
    subject: 'receipt',
    message: (_: UnmatchedParams & { txid: string | null }) =>
      'money arrived for a sale of ours that this database does not know',
    whatToDo:
      'The database has lost commits: unless you have put a copy back on purpose, see recovery. Then return the money or credit it.',
  },
  RETURN_FAILED: {
    severity: 'warning',
    subject: 'receipt',
    message: (_: RefundEndParams) => 'money could not be sent back to its payer',
    whatToDo: "Read `failure` of the receipt's `refund`; then return the money once more, or credit it.",
  },
  REFUND_BLOCKED_AT_PSP: {
    severity: 'critical',
    subject: 'refund',
    message: (_: RefundParams) => 'a refund waits for the operator',
    whatToDo:
      'Do what `reason` asks for at the PSP, such as putting money into the account. The refund goes on by itself.',
  },
  REFUND_WITHOUT_END: {
    severity: 'warning',
    subject: 'refund',
    message: (_: RefundParams) => 'a refund has been asked about in vain',
    whatToDo:
      'All waits of `PSP_LOOKUP_WAITS_MS` are used up and the PSP has told no end; `reason` is its last answer. Ask it about the refund id; the money stays held, and the gateway asks each hour. Raised once.',
  },
  CARD_REFUND_UNCERTAIN: {
    severity: 'critical',
    subject: 'refund',
    message: (_: { accountId: number; pspRefundId: string; endToEndId: string; amount: Centavos; chargeId: string }) =>
      'nobody knows whether the acquirer has taken a refund of a card on',
    whatToDo:
      'Its call has no id at the acquirer, so the gateway never makes it again, and a part that went back shows nowhere. Look for it at the acquirer, and then say at the sale whether it went. The money stays held meanwhile. Raised once.',
  },
  REFUND_CONFLICT: {
    severity: 'critical',
    subject: 'receipt',
    message: (_: RefundEndParams) => 'the PSP contradicts what was booked of a refund',
    whatToDo:
      "Another amount, a failure after it was done, or done after it was decided otherwise. Nothing was booked: clear it up with the PSP; the day's reconciliation makes a case of it that can be corrected. Raised once.",
  },
  REFUND_TWO_ENDS: {
    severity: 'info',
    subject: 'refund',
    message: (_: { refund: string }) => 'the PSP tells two ends of one refund',
    whatToDo: 'Nothing: neither was believed, and the gateway asks about the refund. Raised once.',
  },
  PSP_INITIATED_REFUND: {
    severity: 'warning',
    subject: 'receipt',
    message: (_: PspRefundParams) => 'money went back that nobody here sent back',
    whatToDo:
      'The bank took a Pix of a sale back (`nature` says why), and no dispute explains it. It is booked as a refund of the sale; ask the PSP for the reason.',
  },
  UNMATCHED_MONEY_RETURNED: {
    severity: 'critical',
    subject: 'psp',
    message: (_: PspRefundParams) => 'money went back that nobody here sent back',
    whatToDo:
      'The bank took a Pix back (`nature` says why), or a boleto or card, that no sale had accepted, or that was credited or sent to a key before. Nothing is booked: settle it with whom it belongs to. Where `amount` is a part of a Pix that waits, do not credit the whole. Raised once; ends by itself where the bank did not do it after all.',
  },
  DISPUTED_MONEY_RETURNED: {
    severity: 'warning',
    subject: 'receipt',
    message: (_: PspRefundParams) => 'money of a disputed sale went back, and its dispute does not end',
    whatToDo: 'Ask the PSP how the dispute ended. Raised once.',
  },
  PSP_ENTRY_NOT_BOOKED: {
    severity: 'critical',
    subject: 'psp',
    message: (_: {
      pspAccountId: number
      endToEndId: string
      txid: string | null
      amount: Centavos
      paidAt: Date
      trouble: string
    }) => "an entry of the PSP's list cannot be booked",
    whatToDo:
      'The other entries were booked. `trouble` says why this one was not; the gateway tries again whenever the list shows it. Raised once.',
  },
} as const satisfies Record<string, AlertDefinition>
