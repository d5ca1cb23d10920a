// Who lives here, and by which terms: each shop settles in another way.
import type { MethodTerms, Settlement, Terms } from '../terms.ts'

export const FREE = { fixedCents: 0, basisPoints: 0, minimumCents: null, maximumCents: null }

const sells = (settlement: Settlement): MethodTerms => ({
  boleto: { ...FREE, fixedCents: 350 },
  creditCard: { ...FREE, basisPoints: 399 },
  debitCard: { ...FREE, basisPoints: 199, minimumCents: 40 },
  creditCardInstallments: [
    { from: 2, to: 6, price: { ...FREE, basisPoints: 449 } },
    { from: 7, to: 12, price: { ...FREE, fixedCents: 30, basisPoints: 549 } },
  ],
  transfer: { ...FREE, fixedCents: 100 },
  settlement,
})

const USUAL: Terms = {
  pix: { ...FREE, basisPoints: 99 },
  cashout: { ...FREE, fixedCents: 100 },
  reserve: { basisPoints: 0, days: 30 },
  dayCents: null,
  approvalAboveCents: null,
  acceptsLatePayment: true,
  returnsFeeOnRefund: false,
  unexpectedReceipts: 'RETURN',
  methods: sells({ cardDays: 30, cardMode: 'PER_INSTALLMENT', boletoDays: 0, waitsForProvider: true }),
}

export const SHOPS: Record<string, Terms> = {
  usual: USUAL,
  reserved: {
    ...USUAL,
    pix: { fixedCents: 10, basisPoints: 150, minimumCents: 60, maximumCents: 900 },
    reserve: { basisPoints: 500, days: 30 },
    returnsFeeOnRefund: true,
    unexpectedReceipts: 'CREDIT',
    methods: sells({ cardDays: 2, cardMode: 'PER_INSTALLMENT', boletoDays: 2, waitsForProvider: true }),
  },
  strict: {
    ...USUAL,
    cashout: { fixedCents: 50, basisPoints: 33, minimumCents: 120, maximumCents: 700 },
    reserve: { basisPoints: 1_250, days: 2 },
    dayCents: 900_00,
    acceptsLatePayment: false,
    unexpectedReceipts: 'KEEP',
    methods: sells({ cardDays: 1, cardMode: 'AT_ONCE', boletoDays: 1, waitsForProvider: false }),
  },
  halved: {
    ...USUAL,
    reserve: { basisPoints: 5_000, days: 3 },
    methods: sells({ cardDays: 0, cardMode: 'AT_ONCE', boletoDays: 0, waitsForProvider: true }),
  },
  careful: {
    ...USUAL,
    pix: { ...FREE, fixedCents: 49 },
    approvalAboveCents: 250_00,
    returnsFeeOnRefund: true,
    methods: sells({ cardDays: 0, cardMode: 'PER_INSTALLMENT', boletoDays: 3, waitsForProvider: false }),
  },
}
