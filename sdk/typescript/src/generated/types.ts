// Generated from /openapi.json by `npm run golden`. Not changed by hand.

export interface Balance {
  available: number
  blocked: number
  total: number
}

export interface BalanceAt {
  at: string
  available: number
  blocked: number
  total: number
}

export interface BalanceEvent {
  type: 'BALANCE'
  event: 'balance.blocked' | 'balance.unblocked'
  /** The account */
  userId: number
  reason: 'WITHDRAWAL' | 'RESERVE' | 'SETTLEMENT' | 'REFUND' | 'MED' | 'CAUTELAR' | 'JUDICIAL' | 'MANUAL'
  /** Cents, as text */
  amount: string
  /** Of how many sales */
  holds?: number | undefined
  /** Number or reference of what ordered it */
  document?: string | null | undefined
  occurredAt: string
}

/** By transfer: where the buyer sends the amount */
export interface BankTransfer {
  pixKey: string
  bank: string
  branch: string
  account: string
  accountType: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO'
  holderName: string
  holderDocument: string
  /** What the buyer writes into the message of the transfer */
  reference: string
}

export interface Cart {
  id: number
  uuid: string
  /** The account */
  userId: number
  state: 'OPEN' | 'ABANDONED' | 'RECOVERED' | 'COMPLETED' | 'EXPIRED'
  /** Cents, as text */
  amount: string
  date: string
  abandonedAt: string | null
  recoveredAt: string | null
  /** The uuid of its checkout; null: of a shop of the seller */
  checkoutId: string | null
  /** Where its buyer goes on; null: nowhere any more, or not for who asks */
  recoveryUrl: string | null
  externalReference: string | null
  marketingConsent: boolean
  customerName: string
  customerEmail: string
  customerPhone: string
  customerDocument: string
  cartItems: Array<{
    /** From 1 */
    id: number
    title: string
    /** Cents, as text */
    unitPrice: string
    quantity: number
    tangible: boolean
  }>
  /** The sale that has paid it */
  transactionId: number | null
  saleUuid: string | null
  utm: Record<string, unknown> | null
  /** All that were made to pay it, in their order */
  sales: Array<{
    id: number
    uuid: string
    status: string
    paymentMethod: string
  }>
  lastActivityAt: string
  endedAt: string | null
  /** Since then nothing says who its buyer was */
  erasedAt: string | null
}

export interface CartEvent {
  id: number
  uuid: string
  /** The account */
  userId: number
  type: 'CART'
  status: 'ABANDONED' | 'RECOVERED'
  /** Cents, as text */
  amount: string
  date: string
  abandonedAt: string | null
  recoveredAt: string | null
  /** The uuid of its checkout; null: of a shop of the seller */
  checkoutId: string | null
  /** Where its buyer goes on; null: nowhere any more, or not for who asks */
  recoveryUrl: string | null
  externalReference: string | null
  marketingConsent: boolean
  customerName: string
  customerEmail: string
  customerPhone: string
  customerDocument: string
  cartItems: Array<{
    /** From 1 */
    id: number
    title: string
    /** Cents, as text */
    unitPrice: string
    quantity: number
    tangible: boolean
  }>
  /** The sale that has paid it */
  transactionId: number | null
  saleUuid: string | null
  utm: Record<string, unknown> | null
}

export interface Cashout {
  /** For older integrations; the uuid is recommended */
  id: number
  uuid: string
  /** Reais, with two decimals */
  amount: string
  /** Reais, with two decimals */
  netAmount: string
  pixKey: string
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM'
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  createdAt: string
  updatedAt: string
  fees: {
    /** Reais, with two decimals */
    fixed: string
    /** Reais, with two decimals */
    variable: string
    /** Reais, with two decimals */
    total: string
  }
  externalReference?: string | undefined
  /** Why it was not paid */
  failure?: {
    code: string
    message: string
  } | undefined
  /** Reais, with two decimals */
  returnedAmount?: string | undefined
  returnedAt?: string | undefined
}

export interface Checkout {
  id: number
  uuid: string
  kind: 'SESSION' | 'LINK'
  status: 'ACTIVE' | 'ARCHIVED' | 'EXPIRED'
  /** Where buyers go; null: it is nothing for who asks */
  url: string | null
  slug?: string | null | undefined
  title?: string | undefined
  /** null: the buyer names it */
  amount: number | null
  openAmount?: {
    /** Cents */
    min: number
    /** Cents */
    max: number
  } | undefined
  methods: Array<'PIX' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'BOLETO' | 'TRANSFER'>
  items: Array<{
    title: string
    /** Cents */
    unitPrice: number
    quantity: number
    tangible: boolean
    minQuantity?: number | undefined
    maxQuantity?: number | undefined
  }>
  expiresAt: string | null
  createdAt: string
  /** Of a link: how many carts were opened */
  opened?: number | undefined
  sold?: number | undefined
  /** By charges that can still be paid */
  reserved?: number | undefined
  maxSales?: number | null | undefined
  /** Cents */
  shippingAmount?: number | undefined
  /** Cents */
  discountAmount?: number | undefined
  askAddress?: true | undefined
  askDocument?: true | undefined
  abandonAfterSeconds?: number | null | undefined
  pix?: {
    expiresInSeconds: number
  } | undefined
  boleto?: {
    dueInDays: number
  } | undefined
  card?: {
    maxInstallments: number
  } | undefined
  externalReference?: string | undefined
  postbackUrl?: string | undefined
  successUrl?: string | undefined
  cancelUrl?: string | undefined
  returnAutomatically?: true | undefined
  showsAmount?: true | undefined
  thankYou?: string | undefined
  language?: 'pt-BR' | 'en' | undefined
  metadata?: Record<string, unknown> | undefined
  /** Of a session */
  cart?: {
    uuid: string
    state: string
  } | null | undefined
  /** Of a session: what has paid it, or still may */
  sale?: {
    id: number
    uuid: string
    status: string
  } | null | undefined
}

export interface CreatedCashout {
  /** For older integrations; the uuid is recommended */
  id: number
  uuid: string
  /** Reais, with two decimals */
  amount: string
  /** Reais, with two decimals */
  netAmount: string
  pixKey: string
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM'
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  createdAt: string
  fees: {
    /** Reais, with two decimals */
    fixed: string
    /** Reais, with two decimals */
    variable: string
    /** Reais, with two decimals */
    total: string
  }
}

export interface Debit {
  uuid: string
  txid: string
  idRec: string
  contrato: string
  ciclo: number
  dataDeVencimento: string
  dataLiquidacaoPrevista: string | null
  amount: number | null
  status: 'PLANEJADA' | 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA' | 'NAO_COBRADA'
  origem: 'AUTOMATICA' | 'MANUAL'
  tentativas: Array<{
    data: string
    tipo: string
    status: string
    codigo: string | null
    descricao: string | null
    endToEndId: string | null
  }>
  retentativasPlanejadas: string[]
  /** Its cancellation is on the way to its PSP */
  cancelamentoPedidoEm: string | null
  /** It was asked to be cancelled, and goes on */
  cancelamentoNaoFeito: {
    em: string
    /** What the PSP said; null: it gave no answer in time */
    descricao: string | null
  } | null
  encerramento: {
    tipo: string | null
    solicitante: string | null
    codigo: string | null
    descricao: string | null
    em: string
  } | null
  sale: {
    uuid: string
    status: string
  } | null
  externalReference?: string | undefined
  date: string
  updatedAt: string
}

export interface DebitChange {
  amount?: number | undefined
  /** A day in São Paulo, such as 2027-02-10 */
  dataDeVencimento?: string | undefined
  items?: Array<{
    title: string
    unitPrice: number
    quantity: number
    tangible?: boolean | undefined
  }> | undefined
  infoAdicional?: string | null | undefined
  externalReference?: string | null | undefined
}

export interface DebitEvent {
  id: number
  uuid: string
  /** The account */
  userId: number
  type: 'RECURRENCE_DEBIT'
  txid: string
  idRec: string
  contrato: string
  ciclo: number
  dataDeVencimento: string
  dataLiquidacaoPrevista: string | null
  status: 'PLANEJADA' | 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA' | 'NAO_COBRADA'
  origem: 'AUTOMATICA' | 'MANUAL'
  tentativas: Array<{
    data: string
    tipo: string
    status: string
    codigo: string | null
    descricao: string | null
    endToEndId: string | null
  }>
  retentativasPlanejadas: string[]
  /** Its cancellation is on the way to its PSP */
  cancelamentoPedidoEm: string | null
  /** It was asked to be cancelled, and goes on */
  cancelamentoNaoFeito: {
    em: string
    /** What the PSP said; null: it gave no answer in time */
    descricao: string | null
  } | null
  encerramento: {
    tipo: string | null
    solicitante: string | null
    codigo: string | null
    descricao: string | null
    em: string
  } | null
  sale: {
    uuid: string
    status: string
  } | null
  externalReference?: string | undefined
  date: string
  updatedAt: string
  amount: string | null
  customerName: string
  customerDocument: string
}

export interface Defence {
  /** SENT: the PSP has it, by its API or by other means. KEPT: no PSP takes it by its API, the operator has yet to hand it in. REFUSED: the PSP did not take it */
  status: 'PENDING' | 'SENT' | 'KEPT' | 'REFUSED'
  justification: string
  evidence: Array<{
    title: string
    text?: string | undefined
    url?: string | undefined
  }>
  submittedAt: string
  updatedAt: string
  failure: {
    code: string
    message: string
  } | null
}

export interface Delivery {
  id: number
  webhookId: number
  /** Of the fact: the same for every attempt and resend; null when the fact is not kept any more */
  eventId: string | null
  event: string | null
  about: {
    kind: 'SALE' | 'WITHDRAWAL' | 'REFUND' | 'DISPUTE' | 'BALANCE' | 'CART' | 'RECURRENCE' | 'RECURRENCE_DEBIT' | 'TEST'
    uuid: string | null
    /** Of the sale that it belongs to */
    saleUuid: string | null
    /** Cents */
    amount: number | null
    /** The name of a sale’s customer */
    customer: string | null
    /** To which a cashout goes */
    pixKey: string | null
    /** The caller’s own externalReference */
    reference: string | null
  } | null
  /** The body that was sent */
  payload: unknown
  httpStatus: number | null
  attempts: number
  /** PENDING: an attempt is still to come. SKIPPED: closed without a send */
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'SKIPPED'
  error: string | null
  createdAt: string
  deliveredAt: string | null
  nextAttemptAt: string | null
}

export interface DeliveryAttempt {
  n: number
  startedAt: string
  durationMs: number
  httpStatus: number | null
  error: string | null
  /** The first 2 KiB of the answer */
  responseHead: string | null
  outcome: 'DELIVERED' | 'RETRY' | 'FAILED'
}

export interface DeliveryWithAttempts {
  id: number
  webhookId: number
  /** Of the fact: the same for every attempt and resend; null when the fact is not kept any more */
  eventId: string | null
  event: string | null
  about: {
    kind: 'SALE' | 'WITHDRAWAL' | 'REFUND' | 'DISPUTE' | 'BALANCE' | 'CART' | 'RECURRENCE' | 'RECURRENCE_DEBIT' | 'TEST'
    uuid: string | null
    /** Of the sale that it belongs to */
    saleUuid: string | null
    /** Cents */
    amount: number | null
    /** The name of a sale’s customer */
    customer: string | null
    /** To which a cashout goes */
    pixKey: string | null
    /** The caller’s own externalReference */
    reference: string | null
  } | null
  /** The body that was sent */
  payload: unknown
  httpStatus: number | null
  attempts: DeliveryAttempt[]
  /** PENDING: an attempt is still to come. SKIPPED: closed without a send */
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'SKIPPED'
  error: string | null
  createdAt: string
  deliveredAt: string | null
  nextAttemptAt: string | null
  /** Where the last attempt went */
  url: string
  /** A person has asked for it */
  redelivery: boolean
  /** What was sent beside the body; null where each attempt made it anew, or the fact is not kept any more */
  headers: Record<string, string | null> | null
}

export interface Dispute {
  id: number
  uuid: string
  kind: 'MED' | 'CHARGEBACK'
  status: 'OPEN' | 'DEFENDED' | 'RELEASED' | 'FORFEITED' | 'CANCELLED'
  saleId: number | null
  saleUuid: string | null
  endToEndId: string
  /** Disputed, cents */
  amount: number
  /** Held for it now, cents */
  heldAmount: number
  /** What is still to be held, cents */
  lackingAmount: number
  /** Gone back to the payer, cents */
  forfeitedAmount: number
  /** Of that, taken from the account for this dispute, cents */
  chargedAmount: number
  reason: string | null
  protocol: string | null
  openedAt: string
  deadlineAt: string | null
  acceptedAt: string | null
  defendedAt: string | null
  closedAt: string | null
  createdAt: string
  updatedAt: string
  defence: Defence | null
}

export interface DisputeEvent {
  id: number
  uuid: string
  /** The account */
  userId: number
  kind: 'MED' | 'CHARGEBACK'
  status: 'OPEN' | 'DEFENDED' | 'RELEASED' | 'FORFEITED' | 'CANCELLED'
  /** Cents, as text */
  amount: string
  /** Cents, as text */
  forfeitedAmount: string
  saleId: number | null
  saleUuid: string | null
  endToEndId: string
  protocol: string | null
  reason: string | null
  openedAt: string
  deadlineAt: string | null
  closedAt: string | null
  /** Of dispute.deadline */
  hoursLeft?: number | undefined
  type: 'DISPUTE'
}

export interface Event {
  id: number
  /** The same as in the headers of a notification */
  eventId: string
  /** The name of the event */
  type: string
  /** sale, withdrawal, refund, ... */
  subject: string
  subjectId: number
  /** The version of the subject that this tells of */
  sequence: number
  createdAt: string
  /** The body that a webhook gets */
  payload: unknown
}

export interface EventCatalogue {
  data: Array<{
    event: string
    description: string
  }>
  nextCursor: null
  /** The word in the names of the headers: X-{brand}-Signature */
  brand: string
}

export interface EventPage {
  data: Event[]
  /** To come back with: `after` of the next request, always */
  nextCursor: string
  /** Whether there may be more at once */
  more: boolean
}

export interface ExpandedCashout {
  /** For older integrations; the uuid is recommended */
  id: number
  uuid: string
  /** Reais, with two decimals */
  amount: string
  /** Reais, with two decimals */
  netAmount: string
  pixKey: string
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM'
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  createdAt: string
  updatedAt: string
  fees: {
    /** Reais, with two decimals */
    fixed: string
    /** Reais, with two decimals */
    variable: string
    /** Reais, with two decimals */
    total: string
  }
  externalReference?: string | undefined
  /** Why it was not paid */
  failure?: {
    code: string
    message: string
  } | undefined
  /** Reais, with two decimals */
  returnedAmount?: string | undefined
  returnedAt?: string | undefined
  description: string | null
  endToEndId: string | null
  processedAt: string | null
}

export interface ExpandedSale {
  id: number
  uuid: string
  status: 'PENDENTE' | 'EM_PROCESSAMENTO' | 'PAGO' | 'CANCELADO' | 'RECUSADO' | 'ESTORNADO' | 'FALHA' | 'CHARGEBACK' | 'MED'
  /** Cents */
  amount: number
  /** Cents: less the fee */
  netAmount: number
  /** Cents */
  systemFee: number
  /** Cents: what of it is held back now */
  reserveAmount: number
  paymentMethod: 'PIX' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'BOLETO' | 'TRANSFER' | 'PIX_AUTOMATICO'
  date: string
  completedAt: string | null
  /** Absent ones are "" */
  customer: {
    name: string
    email: string
    document: string
    phone: string
  }
  items: Array<{
    id: number
    title: string
    /** Cents */
    unitPrice: number
    quantity: number
    tangible: boolean
  }>
  /** The code that the buyer pays (Pix Copia e Cola) */
  pixKey: string | null
  cardLastFour: string | null
  cardBrand: string | null
  /** The line of the boleto: 47 digits */
  boletoCode: string | null
  /** The txid, or the id of the charge at the PSP */
  externalTransactionId: string
  /** By credit card */
  installments?: number | undefined
  /** Where the cardholder authenticates, while that is asked */
  challengeUrl?: string | undefined
  /** Of a card that was declined: why, in the words of the PSP */
  decline?: {
    code: string | null
    message: string
    retryable: boolean
  } | undefined
  bankTransfer?: BankTransfer | undefined
  shipping?: Record<string, unknown> | undefined
  externalReference?: string | undefined
  /** The recurrence that it belongs to */
  idRec?: string | undefined
  contrato?: string | undefined
  endToEndId: string | null
  /** As the bank reports them */
  payer: {
    name: string
    /** Masked */
    document: string
  } | null
  /** Cents: all that went back, by refunds and lost disputes */
  refundedAmount: number
  expiresAt: string
  dueDate?: string | null | undefined
  payUntil?: string | null | undefined
  /** Paid at a bank, and perhaps not credited yet */
  identifiedAt?: string | null | undefined
  /** 44 digits */
  boletoBarcode?: string | null | undefined
  boletoPdfUrl?: string | null | undefined
  /** Cents, with fine and interest */
  paidAmount?: number | null | undefined
  /** Of a boleto or card: what the acquirer pays, part by part */
  settlement?: SettledPart[] | undefined
}

export interface Liveness {
  status: 'live'
  /** The version of the gateway */
  version: string
  /** The commit that it was made of, 40 hexadecimal digits, where that is known */
  commit: string | null
}

export interface MissedDeliveries {
  resent: number
  more: boolean
  /** The body of the next request, while there is more */
  next: {
    since: string
    until: string
    after: number
  } | null
}

export interface NewCart {
  customer: {
    name: string
    email?: string | undefined
    /** 8 to 15 digits; signs between them are ignored */
    phone?: string | undefined
    /** A CPF or CNPJ, with or without its punctuation. Its check digits have to be right */
    document?: string | undefined
  }
  items: Array<{
    title: string
    unitPrice: number
    quantity: number
    tangible?: boolean | undefined
  }>
  amount?: number | undefined
  recoveryUrl: string
  externalReference?: string | undefined
  /** Default 3,600; null: it is never abandoned */
  abandonAfterSeconds?: number | null | undefined
  marketingConsent?: boolean | undefined
  utm?: Record<string, unknown> | undefined
}

export interface NewCashout {
  /** Reais, at most two decimals */
  amount: number
  pixKey: string
  pixKeyType?: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM' | undefined
  externalReference?: string | undefined
  description?: string | undefined
  holderDocument?: string | undefined
  postbackUrl?: string | undefined
}

export interface NewCheckout {
  items: Array<{
    title: string
    unitPrice: number
    quantity: number
    tangible?: boolean | undefined
    minQuantity?: number | undefined
    maxQuantity?: number | undefined
  }>
  shippingAmount?: number | undefined
  discountAmount?: number | undefined
  methods?: Array<'PIX' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'BOLETO' | 'TRANSFER'> | undefined
  /** Without it only where an item is tangible */
  askAddress?: boolean | undefined
  askDocument?: boolean | undefined
  externalReference?: string | null | undefined
  postbackUrl?: string | null | undefined
  successUrl?: string | null | undefined
  cancelUrl?: string | null | undefined
  /** Default 3,600; null: carts are never abandoned */
  abandonAfterSeconds?: number | null | undefined
  pix?: {
    expiresInSeconds?: number | undefined
  } | undefined
  boleto?: {
    /** Default 3 */
    dueInDays?: number | undefined
  } | undefined
  card?: {
    /** By credit card; null, the default: as many as the fees of the account allow */
    maxInstallments?: number | null | undefined
  } | undefined
  language?: 'pt-BR' | 'en' | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  customer?: {
    name?: string | undefined
    email?: string | undefined
    /** 8 to 15 digits; signs between them are ignored */
    phone?: string | undefined
    /** A CPF or CNPJ, with or without its punctuation. Its check digits have to be right */
    document?: string | undefined
  } | undefined
  returnAutomatically?: boolean | undefined
  expiresInSeconds?: number | undefined
}

export interface NewDebit {
  /** A day in São Paulo, such as 2027-02-10 */
  dataDeVencimento: string
  amount?: number | undefined
  items?: Array<{
    title: string
    unitPrice: number
    quantity: number
    tangible?: boolean | undefined
  }> | undefined
  infoAdicional?: string | undefined
  externalReference?: string | undefined
}

export interface NewPaymentLink {
  title: string
  items?: Array<{
    title: string
    unitPrice: number
    quantity: number
    tangible?: boolean | undefined
    minQuantity?: number | undefined
    maxQuantity?: number | undefined
  }> | undefined
  openAmount?: {
    min: number
    max: number
  } | undefined
  shippingAmount?: number | undefined
  discountAmount?: number | undefined
  methods?: Array<'PIX' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'BOLETO' | 'TRANSFER'> | undefined
  /** Without it only where an item is tangible */
  askAddress?: boolean | undefined
  askDocument?: boolean | undefined
  externalReference?: string | null | undefined
  postbackUrl?: string | null | undefined
  successUrl?: string | null | undefined
  cancelUrl?: string | null | undefined
  /** Default 3,600; null: carts are never abandoned */
  abandonAfterSeconds?: number | null | undefined
  pix?: {
    expiresInSeconds?: number | undefined
  } | undefined
  boleto?: {
    /** Default 3 */
    dueInDays?: number | undefined
  } | undefined
  card?: {
    /** By credit card; null, the default: as many as the fees of the account allow */
    maxInstallments?: number | null | undefined
  } | undefined
  language?: 'pt-BR' | 'en' | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  maxSales?: number | null | undefined
  expiresAt?: string | null | undefined
  /** Whether previews of the link show the amount */
  showsAmount?: boolean | undefined
  thankYou?: string | null | undefined
  /** 3 to 60 of a-z, 0-9 and -; without one it is drawn */
  slug?: string | undefined
}

export interface NewRecurrence {
  jornada: 1 | 2 | 3 | 4
  contrato: string
  objeto?: string | undefined
  customer: {
    name: string
    document: string
    email?: string | undefined
    /** 8 to 15 digits; signs between them are ignored */
    phone?: string | undefined
  }
  pagador?: {
    ispb: string
    agencia?: string | undefined
    conta: string
    /** A CPF or CNPJ, with or without its punctuation. Its check digits have to be right */
    document?: string | undefined
  } | undefined
  /** A moment, such as 2027-02-10T12:00:00Z */
  solicitacaoExpiraEm?: string | undefined
  /** A moment, such as 2027-02-10T12:00:00Z */
  autorizarAte?: string | undefined
  /** A day in São Paulo, such as 2027-02-10 */
  dataInicial?: string | undefined
  /** A day in São Paulo, such as 2027-02-10 */
  dataFinal?: string | undefined
  periodicidade: 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL'
  valor?: number | undefined
  valorMinimo?: number | undefined
  valorPadrao?: number | undefined
  politicaRetentativa?: 'NAO_PERMITE' | 'PERMITE_3R_7D' | undefined
  diasRetentativa?: number[] | undefined
  cobrancaAutomatica?: boolean | undefined
  ajusteDiaUtil?: boolean | undefined
  atrasoMaximoDias?: number | undefined
  primeiroPagamento?: {
    amount: number
    expiresInSeconds?: number | undefined
    /** A day in São Paulo, such as 2027-02-10 */
    dataDeVencimento?: string | undefined
    validadeAposVencimento?: number | undefined
  } | undefined
  items: Array<{
    title: string
    unitPrice: number
    quantity: number
    tangible?: boolean | undefined
  }>
  infoAdicional?: string | undefined
  externalReference?: string | undefined
  postbackUrl?: string | undefined
}

export interface NewRefund {
  amount?: number | undefined
  reason?: string | undefined
  externalReference?: string | undefined
  /** A PIX key of the payer of a boleto or TED, neither of which has a way back of its own */
  refundTo?: {
    pixKey: string
    pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM'
  } | undefined
}

export interface NewSale {
  amount: number
  paymentMethod: 'PIX' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'BOLETO' | 'TRANSFER' | 'PIX_AUTOMATICO'
  customer: {
    name: string
    email?: string | undefined
    /** A CPF or CNPJ, with or without its punctuation. Its check digits have to be right */
    document?: string | undefined
    phone?: string | undefined
    address?: {
      street: string
      number: string
      complement?: string | undefined
      district: string
      city: string
      /** Two letters, such as SP */
      state: string
      /** Eight digits */
      zipCode: string
    } | undefined
  }
  items: Array<{
    title: string
    unitPrice: number
    quantity: number
    tangible?: boolean | undefined
  }>
  postbackUrl?: string | undefined
  externalReference?: string | undefined
  shipping?: Record<string, unknown> | undefined
  /** The uuid of a cart of yours that this sale is to pay for */
  cartId?: string | undefined
  transfer?: {
    /** Until the end of that day; 3 if absent */
    expiresInBusinessDays?: number | undefined
  } | undefined
  pix?: {
    expiresInSeconds?: number | undefined
  } | undefined
  boleto?: {
    /** A day in São Paulo, such as 2026-11-30 */
    dueDate?: string | undefined
    /** In the place of dueDate; 3 without both */
    dueInDays?: number | undefined
    payableDaysAfterDue?: number | undefined
    /** 200 is 2 % */
    fineBasisPoints?: number | undefined
    /** 100 is 1 % a month */
    interestMonthlyBasisPoints?: number | undefined
    /** What the buyer reads on it */
    message?: string | undefined
  } | undefined
  card?: {
    /** Of the provider's page; never a number */
    token?: string | undefined
    /** visa, mastercard, amex, elo, hipercard */
    brand?: string | undefined
    lastFour?: string | undefined
  } | undefined
  /** 1 if absent */
  installments?: number | undefined
  billingAddress?: {
    street: string
    number: string
    complement?: string | undefined
    district: string
    city: string
    /** Two letters, such as SP */
    state: string
    /** Eight digits */
    zipCode: string
  } | undefined
  /** Where a cardholder who had to authenticate comes back to */
  returnUrl?: string | undefined
}

export interface NewWebhook {
  webhookUrl: string
  /** Names of the catalogue; cart events only by choice */
  events?: string[] | undefined
  /** WITHDRAWAL: unsigned, and without events */
  notificationType?: 'TRANSACTION' | 'WITHDRAWAL' | undefined
  /** extended: up to 24 attempts over three days */
  retryPolicy?: 'default' | 'extended' | undefined
  /** Sends the headers of Standard Webhooks beside ours */
  standardHeaders?: boolean | undefined
  active?: boolean | undefined
}

export interface NotReady {
  status: 'not ready'
  because: 'stopping' | 'database' | 'schema'
}

export interface PaymentLinkChange {
  title?: string | undefined
  items?: Array<{
    title: string
    unitPrice: number
    quantity: number
    tangible?: boolean | undefined
    minQuantity?: number | undefined
    maxQuantity?: number | undefined
  }> | undefined
  openAmount?: {
    min: number
    max: number
  } | undefined
  shippingAmount?: number | undefined
  discountAmount?: number | undefined
  methods?: Array<'PIX' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'BOLETO' | 'TRANSFER'> | undefined
  /** Without it only where an item is tangible */
  askAddress?: boolean | undefined
  askDocument?: boolean | undefined
  externalReference?: string | null | undefined
  postbackUrl?: string | null | undefined
  successUrl?: string | null | undefined
  cancelUrl?: string | null | undefined
  /** Default 3,600; null: carts are never abandoned */
  abandonAfterSeconds?: number | null | undefined
  pix?: {
    expiresInSeconds?: number | undefined
  } | undefined
  boleto?: {
    /** Default 3 */
    dueInDays?: number | undefined
  } | undefined
  card?: {
    /** By credit card; null, the default: as many as the fees of the account allow */
    maxInstallments?: number | null | undefined
  } | undefined
  language?: 'pt-BR' | 'en' | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  maxSales?: number | null | undefined
  expiresAt?: string | null | undefined
  /** Whether previews of the link show the amount */
  showsAmount?: boolean | undefined
  thankYou?: string | null | undefined
}

export interface Readiness {
  status: 'ready'
  /** Nothing is paid and nothing delivered until a person has looked */
  recovering?: true | undefined
}

export interface Receivable {
  id: string
  saleId: number
  saleUuid: string
  paymentMethod: 'BOLETO' | 'CREDIT_CARD' | 'DEBIT_CARD'
  /** From 1 */
  part: number
  /** Of the sale */
  parts: number
  /** Cents: what is the seller’s of it, less what refunds and disputes have taken */
  amount: number
  /** Cents: before anything was taken */
  originalAmount: number
  /** Cents: of the sale’s amount */
  grossAmount: number
  /** Cents: what is not released yet */
  held: number
  /** On which it becomes available, as long as the acquirer has paid */
  expectedOn: string
  /** EXPECTED: the acquirer owes it; REDUCED: so too, less what has gone back; SETTLED: the acquirer has paid; CANCELLED: it went back before */
  status: 'EXPECTED' | 'REDUCED' | 'SETTLED' | 'CANCELLED'
  settledAt: string | null
  createdAt: string
}

export interface ReceivablesSummary {
  /** In São Paulo */
  today: string
  data: Array<{
    /** On which it becomes available */
    day: string
    /** Cents: the acquirer owes it */
    expected: number
    /** Cents: the acquirer has paid it */
    settled: number
    /** Cents: of what is expected, what the acquirer should have paid before today */
    late: number
    /** Cents: what is not released yet */
    held: number
    count: number
  }>
  /** Of all days, with the same status and method */
  totals: {
    /** Cents: the acquirer owes it */
    expected: number
    /** Cents: the acquirer has paid it */
    settled: number
    /** Cents: of what is expected, what the acquirer should have paid before today */
    late: number
    /** Cents: what is not released yet */
    held: number
    count: number
  }
}

export interface Recurrence {
  id: number
  uuid: string
  idRec: string | null
  contrato: string
  objeto: string | null
  jornada: 1 | 2 | 3 | 4
  status: 'CRIANDO' | 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'CANCELADA' | 'EXPIRADA' | 'FALHOU'
  /** Absent ones are "" */
  customer: {
    name: string
    document: string
    email: string
    phone: string
  }
  dataInicial: string
  dataFinal: string | null
  periodicidade: 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL'
  valor: number | null
  valorMinimo: number | null
  valorPadrao: number | null
  politicaRetentativa: 'PERMITE_3R_7D' | 'NAO_PERMITE'
  diasRetentativa: number[]
  cobrancaAutomatica: boolean
  ajusteDiaUtil: boolean
  atrasoMaximoDias: number
  items: Array<{
    title: string
    /** Cents */
    unitPrice: number
    quantity: number
    tangible: boolean
  }>
  infoAdicional: string | null
  autorizarAte: string | null
  pixCopiaECola: string | null
  /** The last request to the payer to authorise it */
  solicitacao: {
    /** null: the PSP has not answered yet */
    idSolicRec: string | null
    status: 'CRIADA' | 'ENVIADA' | 'RECEBIDA' | 'ACEITA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA' | null
    expiraEm: string
  } | null
  /** By whom it was authorised */
  ativacao: {
    /** null: the PSP does not say */
    jornada: 1 | 2 | 3 | 4 | null
    em: string
    pagador: {
      ispb: string | null
      /** Masked */
      document: string | null
    }
  } | null
  encerramento: {
    tipo: 'REJEICAO' | 'CANCELAMENTO' | 'EXPIRACAO'
    solicitante: string | null
    codigo: string | null
    descricao: string | null
    em: string
  } | null
  /** Its end is on the way to its PSP */
  cancelamentoPedidoEm: string | null
  proximaCobranca: {
    ciclo: number
    dataDeVencimento: string
    /** null: a try has failed, and no other one is planned */
    dataLiquidacaoPrevista: string | null
    amount: number | null
  } | null
  alerta: 'PAGO_SEM_AUTORIZACAO' | 'FALTA_VALOR' | 'PSP_DESLIGADO' | null
  /** Of its first payment, as sales are read; null in journeys without one */
  sale: Record<string, unknown> | null
  externalReference?: string | undefined
  postbackUrl?: string | undefined
  date: string
  updatedAt: string
}

export interface RecurrenceChange {
  /** A day in São Paulo, such as 2027-02-10 */
  dataInicial?: string | undefined
  customer?: {
    name?: string | undefined
    email?: string | undefined
    /** 8 to 15 digits; signs between them are ignored */
    phone?: string | undefined
  } | undefined
  items?: Array<{
    title: string
    unitPrice: number
    quantity: number
    tangible?: boolean | undefined
  }> | undefined
  valorPadrao?: number | null | undefined
  cobrancaAutomatica?: boolean | undefined
  diasRetentativa?: number[] | undefined
  atrasoMaximoDias?: number | undefined
  infoAdicional?: string | null | undefined
  postbackUrl?: string | null | undefined
  externalReference?: string | null | undefined
}

export interface RecurrenceEvent {
  id: number
  uuid: string
  /** The account */
  userId: number
  type: 'RECURRENCE'
  status: 'CRIANDO' | 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'CANCELADA' | 'EXPIRADA' | 'FALHOU'
  idRec: string | null
  contrato: string
  objeto: string | null
  jornada: 1 | 2 | 3 | 4
  date: string
  dataInicial: string
  dataFinal: string | null
  periodicidade: 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL'
  valor: string | null
  valorMinimo: string | null
  valorPadrao: string | null
  politicaRetentativa: 'PERMITE_3R_7D' | 'NAO_PERMITE'
  customerName: string
  customerDocument: string
  customerEmail: string
  customerPhone: string
  /** The last request to the payer to authorise it */
  solicitacao: {
    /** null: the PSP has not answered yet */
    idSolicRec: string | null
    status: 'CRIADA' | 'ENVIADA' | 'RECEBIDA' | 'ACEITA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA' | null
    expiraEm: string
  } | null
  /** By whom it was authorised */
  ativacao: {
    /** null: the PSP does not say */
    jornada: 1 | 2 | 3 | 4 | null
    em: string
    pagador: {
      ispb: string | null
      /** Masked */
      document: string | null
    }
  } | null
  encerramento: {
    tipo: 'REJEICAO' | 'CANCELAMENTO' | 'EXPIRACAO'
    solicitante: string | null
    codigo: string | null
    descricao: string | null
    em: string
  } | null
  /** Its end is on the way to its PSP */
  cancelamentoPedidoEm: string | null
  alerta: 'PAGO_SEM_AUTORIZACAO' | 'FALTA_VALOR' | 'PSP_DESLIGADO' | null
  externalReference: string | null
}

export interface Redelivery {
  id: number
  eventId: string
  /** PENDING: an attempt is still to come. SKIPPED: closed without a send */
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'SKIPPED'
}

export interface Refund {
  id: number
  uuid: string
  saleUuid: string
  /** Cents */
  amount: number
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  createdAt: string
  reason?: string | undefined
  externalReference?: string | undefined
  /** Of a card: it is sent once the acquirer has settled the sale, or on the next day, as it takes one part a day */
  waitsFor?: 'SETTLEMENT' | 'NEXT_DAY' | undefined
  /** When it will probably be sent */
  expectedAt?: string | undefined
  /** The bank sent it back by itself */
  unasked?: true | undefined
  completedAt?: string | undefined
  failure?: {
    code: string
    message: string
  } | undefined
}

export interface RefundEvent {
  id: number
  uuid: string
  /** The account */
  userId: number
  saleId: number
  saleUuid: string
  /** Cents, as text */
  amount: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  createdAt: string
  reason?: string | undefined
  externalReference?: string | undefined
  /** Of a card: it is sent once the acquirer has settled the sale, or on the next day, as it takes one part a day */
  waitsFor?: 'SETTLEMENT' | 'NEXT_DAY' | undefined
  /** When it will probably be sent */
  expectedAt?: string | undefined
  /** The bank sent it back by itself */
  unasked?: true | undefined
  completedAt?: string | undefined
  failure?: {
    code: string
    message: string
  } | undefined
  type: 'REFUND'
}

export interface ResentEvent {
  id: number
  /** Stays what it was */
  eventId: string
  type: string
}

export interface Sale {
  id: number
  uuid: string
  status: 'PENDENTE' | 'EM_PROCESSAMENTO' | 'PAGO' | 'CANCELADO' | 'RECUSADO' | 'ESTORNADO' | 'FALHA' | 'CHARGEBACK' | 'MED'
  /** Cents */
  amount: number
  /** Cents: less the fee */
  netAmount: number
  /** Cents */
  systemFee: number
  /** Cents: what of it is held back now */
  reserveAmount: number
  paymentMethod: 'PIX' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'BOLETO' | 'TRANSFER' | 'PIX_AUTOMATICO'
  date: string
  completedAt: string | null
  /** Absent ones are "" */
  customer: {
    name: string
    email: string
    document: string
    phone: string
  }
  items: Array<{
    id: number
    title: string
    /** Cents */
    unitPrice: number
    quantity: number
    tangible: boolean
  }>
  /** The code that the buyer pays (Pix Copia e Cola) */
  pixKey: string | null
  cardLastFour: string | null
  cardBrand: string | null
  /** The line of the boleto: 47 digits */
  boletoCode: string | null
  /** The txid, or the id of the charge at the PSP */
  externalTransactionId: string
  /** By credit card */
  installments?: number | undefined
  /** Where the cardholder authenticates, while that is asked */
  challengeUrl?: string | undefined
  /** Of a card that was declined: why, in the words of the PSP */
  decline?: {
    code: string | null
    message: string
    retryable: boolean
  } | undefined
  bankTransfer?: BankTransfer | undefined
  shipping?: Record<string, unknown> | undefined
  externalReference?: string | undefined
  /** The recurrence that it belongs to */
  idRec?: string | undefined
  contrato?: string | undefined
}

export interface SaleEvent {
  id: number
  uuid: string
  /** The account */
  userId: number
  /** Cents, as text */
  amount: string
  date: string
  status: 'PENDENTE' | 'EM_PROCESSAMENTO' | 'PAGO' | 'CANCELADO' | 'RECUSADO' | 'ESTORNADO' | 'FALHA' | 'CHARGEBACK' | 'MED'
  paymentMethod: 'PIX' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'BOLETO' | 'TRANSFER' | 'PIX_AUTOMATICO'
  customerDocument: string
  customerEmail: string
  customerName: string
  customerPhone: string
  pixKey: string | null
  boletoCode: string | null
  /** JSON, as text */
  shipping: string | null
  saleItems: Array<{
    id: number
    saleId: number
    saleUuid: string
    title: string
    /** Cents, as text */
    unitPrice: string
    quantity: number
    tangible: boolean
  }>
  /** Cents */
  fee: number
  transactionId: number
  type: 'TRANSACTION'
  externalReference?: string | undefined
  idRec?: string | undefined
  contrato?: string | undefined
}

export interface SalePostback {
  id: number
  uuid: string
  /** The account */
  userId: number
  /** Cents, as text */
  amount: string
  date: string
  status: 'PENDENTE' | 'EM_PROCESSAMENTO' | 'PAGO' | 'CANCELADO' | 'RECUSADO' | 'ESTORNADO' | 'FALHA' | 'CHARGEBACK' | 'MED'
  paymentMethod: 'PIX' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'BOLETO' | 'TRANSFER' | 'PIX_AUTOMATICO'
  customerDocument: string
  customerEmail: string
  customerName: string
  customerPhone: string
  pixKey: string | null
  boletoCode: string | null
  /** JSON, as text */
  shipping: string | null
  saleItems: Array<{
    id: number
    saleId: number
    saleUuid: string
    title: string
    /** Cents, as text */
    unitPrice: string
    quantity: number
    tangible: boolean
  }>
  externalTransactionId: string
  externalReference?: string | undefined
  idRec?: string | undefined
  contrato?: string | undefined
}

export interface SettledPart {
  /** From 1 */
  part: number
  /** Cents: what is the seller’s of it */
  amount: number
  expectedOn: string
  status: 'EXPECTED' | 'REDUCED' | 'SETTLED' | 'CANCELLED'
}

export interface StatementLine {
  /** Numbered in the order of the account’s books; what moves none of its money has numbers too */
  id: string
  date: string
  type: 'SALE' | 'SALE_FEE' | 'SALE_CHARGES' | 'SALE_FEE_RETURNED' | 'RESERVE_HELD' | 'RESERVE_RELEASED' | 'SETTLEMENT_HELD' | 'SETTLEMENT_RELEASED' | 'CASHOUT_HELD' | 'CASHOUT_PAID' | 'CASHOUT_FEE' | 'CASHOUT_RELEASED' | 'CASHOUT_RETURNED' | 'CASHOUT_CHARGED' | 'CASHOUT_UNCHARGED' | 'RECEIPT_CREDITED' | 'SALE_UNDONE' | 'REFUND_HELD' | 'REFUND_PAID' | 'REFUND_RELEASED' | 'REFUND_FORCED' | 'DISPUTE_HELD' | 'DISPUTE_RELEASED' | 'DISPUTE_TAKEN' | 'DISPUTE_CHARGED' | 'ORDER_HELD' | 'ORDER_RELEASED' | 'ORDER_TAKEN' | 'CORRECTION_CREDIT' | 'CORRECTION_DEBIT'
  description: string
  reference: {
    type: 'sale' | 'cashout' | 'receipt' | 'refund' | 'dispute' | 'hold' | 'correction'
    id: number
    uuid: string | null
    externalReference: string | null
    saleUuid: string | null
    endToEndId: string | null
    /** The recurrence that the sale is a cycle of */
    idRec?: string | undefined
    /** Its contract */
    contrato?: string | undefined
  }
  /** Cents: what the line changes of the whole balance; 0 where money is only held or released */
  amount: number
  /** Cents: what it changes of the available balance */
  availableAmount: number
  /** Cents: what it changes of the blocked balance */
  blockedAmount: number
  /** Cents: what of it goes to the operator as a fee; below zero where a fee is given back */
  fee: number
  /** Cents: the whole balance behind the line: that before it, and amount */
  balanceAfter: number
  /** Cents: the available balance behind it */
  availableAfter: number
  /** Cents: the blocked balance behind it */
  blockedAfter: number
}

export interface StatementSummary {
  from: string | null
  to: string | null
  opening: Balance
  /** Cents: the sum of all lines that add to the whole balance */
  credits: number
  /** Cents: the sum of all that take from it, below zero: opening.total + credits + debits = closing.total */
  debits: number
  /** Cents: what of the debits went to the operator */
  fees: number
  closing: Balance
  types: Array<{
    type: 'SALE' | 'SALE_FEE' | 'SALE_CHARGES' | 'SALE_FEE_RETURNED' | 'RESERVE_HELD' | 'RESERVE_RELEASED' | 'SETTLEMENT_HELD' | 'SETTLEMENT_RELEASED' | 'CASHOUT_HELD' | 'CASHOUT_PAID' | 'CASHOUT_FEE' | 'CASHOUT_RELEASED' | 'CASHOUT_RETURNED' | 'CASHOUT_CHARGED' | 'CASHOUT_UNCHARGED' | 'RECEIPT_CREDITED' | 'SALE_UNDONE' | 'REFUND_HELD' | 'REFUND_PAID' | 'REFUND_RELEASED' | 'REFUND_FORCED' | 'DISPUTE_HELD' | 'DISPUTE_RELEASED' | 'DISPUTE_TAKEN' | 'DISPUTE_CHARGED' | 'ORDER_HELD' | 'ORDER_RELEASED' | 'ORDER_TAKEN' | 'CORRECTION_CREDIT' | 'CORRECTION_DEBIT'
    description: string
    count: number
    amount: number
    availableAmount: number
    blockedAmount: number
    fee: number
  }>
}

export interface TestEvent {
  type: 'TEST'
  /** Of this event */
  id: string
  webhookId: number
  createdAt: string
  message: string
}

export interface Webhook {
  id: number
  webhookUrl: string
  events: string[]
  notificationType: 'TRANSACTION' | 'WITHDRAWAL'
  retryPolicy: 'default' | 'extended'
  standardHeaders: boolean
  active: boolean
  /** When it was switched off because it took nothing for days */
  disabledAt: string | null
  disabledReason: string | null
  /** When a new secret takes the place of the old one */
  nextSecretFrom: string | null
  createdAt: string
  updatedAt: string
}

export interface WebhookChange {
  webhookUrl?: string | undefined
  /** Names of the catalogue; cart events only by choice */
  events?: string[] | undefined
  /** extended: up to 24 attempts over three days */
  retryPolicy?: 'default' | 'extended' | undefined
  /** Sends the headers of Standard Webhooks beside ours */
  standardHeaders?: boolean | undefined
  active?: boolean | undefined
}

export interface WebhookWithSecret {
  id: number
  webhookUrl: string
  events: string[]
  notificationType: 'TRANSACTION' | 'WITHDRAWAL'
  retryPolicy: 'default' | 'extended'
  standardHeaders: boolean
  active: boolean
  /** When it was switched off because it took nothing for days */
  disabledAt: string | null
  disabledReason: string | null
  /** When a new secret takes the place of the old one */
  nextSecretFrom: string | null
  createdAt: string
  updatedAt: string
  /** Signs what is sent. Shown here and never again */
  secret: string
}

export interface WithdrawalApprovalCall {
  id: number
  uuid: string
  /** The account */
  userId: number
  /** Reais, with two decimals */
  amount: string
  /** Reais, with two decimals */
  netAmount: string
  pixKey: string
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM'
  externalReference: string | null
  description: string | null
  createdAt: string
  type: 'WITHDRAWAL_APPROVAL'
}

export interface WithdrawalApprovalDecision {
  decision: 'APPROVED' | 'REFUSED'
  /** REFUSED: shown as the reason, of at most 200 characters. */
  reason?: string | undefined
}

export interface WithdrawalEvent {
  id: number
  uuid: string
  /** The account */
  userId: number
  /** Reais, with two decimals */
  amount: string
  pixKey: string
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM'
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
  externalId: string | null
  createdAt: string
  updatedAt: string
  processedAt: string | null
  user: {
    id: number
    name: string
    email: string
  }
  type: 'WITHDRAWAL'
}

export interface WithdrawalReturnedEvent {
  id: number
  uuid: string
  /** The account */
  userId: number
  /** Reais, with two decimals */
  amount: string
  pixKey: string
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM'
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
  externalId: string | null
  createdAt: string
  updatedAt: string
  processedAt: string | null
  user: {
    id: number
    name: string
    email: string
  }
  type: 'WITHDRAWAL'
  /** Reais, with two decimals */
  returnedAmount?: string | undefined
  returnedAt?: string | undefined
}

export interface GetBalanceAtQuery {
  /** A day in São Paulo, at its end, or a moment (date-time) */
  at: string
}

export interface ListStatementLinesQuery {
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
  /** Of the descriptions */
  language?: 'pt' | 'en' | undefined
  /** One or several, with commas: SALE, SALE_FEE, SALE_CHARGES, SALE_FEE_RETURNED, RESERVE_HELD, RESERVE_RELEASED, SETTLEMENT_HELD, SETTLEMENT_RELEASED, CASHOUT_HELD, CASHOUT_PAID, CASHOUT_FEE, CASHOUT_RELEASED, CASHOUT_RETURNED, CASHOUT_CHARGED, CASHOUT_UNCHARGED, RECEIPT_CREDITED, SALE_UNDONE, REFUND_HELD, REFUND_PAID, REFUND_RELEASED, REFUND_FORCED, DISPUTE_HELD, DISPUTE_RELEASED, DISPUTE_TAKEN, DISPUTE_CHARGED, ORDER_HELD, ORDER_RELEASED, ORDER_TAKEN, CORRECTION_CREDIT, CORRECTION_DEBIT */
  type?: string | undefined
  referenceType?: 'sale' | 'cashout' | 'receipt' | 'refund' | 'dispute' | 'hold' | 'correction' | undefined
  /** What the lines are about: a uuid or a number */
  reference?: string | undefined
  /** A sale with its refunds and disputes: its uuid or number */
  sale?: string | undefined
  minAmount?: number | undefined
  maxAmount?: number | undefined
  order?: 'desc' | 'asc' | undefined
}

export interface GetStatementSummaryQuery {
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
  /** Of the descriptions */
  language?: 'pt' | 'en' | undefined
}

export interface ListReceivablesQuery {
  /** Available from this day on (2026-01-31) */
  from?: string | undefined
  /** Available until this day */
  to?: string | undefined
  status?: 'EXPECTED' | 'REDUCED' | 'SETTLED' | 'CANCELLED' | undefined
  method?: 'BOLETO' | 'CREDIT_CARD' | 'DEBIT_CARD' | undefined
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
}

export interface GetReceivablesSummaryQuery {
  /** Available from this day on (2026-01-31) */
  from?: string | undefined
  /** Available until this day */
  to?: string | undefined
  status?: 'EXPECTED' | 'REDUCED' | 'SETTLED' | 'CANCELLED' | undefined
  method?: 'BOLETO' | 'CREDIT_CARD' | 'DEBIT_CARD' | undefined
}

export interface ListSalesQuery {
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
  status?: 'PENDENTE' | 'EM_PROCESSAMENTO' | 'PAGO' | 'CANCELADO' | 'RECUSADO' | 'ESTORNADO' | 'FALHA' | 'CHARGEBACK' | 'MED' | undefined
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
  externalReference?: string | undefined
  endToEndId?: string | undefined
  document?: string | undefined
  idRec?: string | undefined
  contrato?: string | undefined
  /** payment: what paid it and what went back */
  expand?: 'payment' | undefined
}

export interface GetSaleQuery {
  /** payment: what paid it and what went back */
  expand?: 'payment' | undefined
}

export interface SimulatePaymentAnswer {
  uuid: string
}

export interface ListRefundsQuery {
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
}

export interface ListDisputesQuery {
  status?: 'OPEN' | 'DEFENDED' | 'RELEASED' | 'FORFEITED' | 'CANCELLED' | undefined
  kind?: 'MED' | 'CHARGEBACK' | undefined
  /** The uuid of a sale */
  sale?: string | undefined
  deadlineBefore?: string | undefined
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
}

export interface ListCashoutsQuery {
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
  status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | undefined
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
  externalReference?: string | undefined
  /** payment: its end-to-end id, and when it ended */
  expand?: 'payment' | undefined
}

export interface GetCashoutQuery {
  /** payment: its end-to-end id, and when it ended */
  expand?: 'payment' | undefined
}

export interface ListPaymentLinksQuery {
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
  status?: 'ACTIVE' | 'ARCHIVED' | 'EXPIRED' | undefined
  externalReference?: string | undefined
}

export interface ListCheckoutsQuery {
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
  status?: 'ACTIVE' | 'ARCHIVED' | 'EXPIRED' | undefined
  externalReference?: string | undefined
}

export interface ListCartsQuery {
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
  state?: 'OPEN' | 'ABANDONED' | 'RECOVERED' | 'COMPLETED' | 'EXPIRED' | undefined
  /** The uuid of a checkout session or a payment link */
  checkout?: string | undefined
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
  document?: string | undefined
}

export interface ListRecurrencesQuery {
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
  status?: 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'CANCELADA' | 'EXPIRADA' | undefined
  contrato?: string | undefined
  jornada?: number | undefined
  /** A CPF or CNPJ, with or without its punctuation. Its check digits have to be right */
  document?: string | undefined
  externalReference?: string | undefined
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
}

export interface CancelRecurrenceBody {
  motivo?: string | undefined
}

export interface OfferRecurrenceBody {
  jornada: 2
}

export interface RequestAuthorizationBody {
  pagador: {
    ispb: string
    agencia?: string | undefined
    conta: string
    /** A CPF or CNPJ, with or without its punctuation. Its check digits have to be right */
    document?: string | undefined
  }
  /** A moment, such as 2027-02-10T12:00:00Z */
  expiraEm?: string | undefined
}

export interface ListDebitsQuery {
  status?: 'PLANEJADA' | 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA' | 'NAO_COBRADA' | undefined
  /** A day in São Paulo, such as 2027-02-10 */
  dueFrom?: string | undefined
  /** A day in São Paulo, such as 2027-02-10 */
  dueTo?: string | undefined
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
}

export interface ListRecurrenceDebitsQuery {
  status?: 'PLANEJADA' | 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA' | 'NAO_COBRADA' | undefined
  /** A day in São Paulo, such as 2027-02-10 */
  dueFrom?: string | undefined
  /** A day in São Paulo, such as 2027-02-10 */
  dueTo?: string | undefined
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
}

export interface CancelDebitBody {
  motivo?: string | undefined
}

export interface RetryDebitBody {
  /** A day in São Paulo, such as 2027-02-10 */
  data: string
}

export interface ListEventsQuery {
  /** The nextCursor of an earlier page, or the id or eventId of an event. Absent or empty: from the beginning */
  after?: string | undefined
  limit?: number | undefined
  /** Only these types, separated by commas: sale.paid,sale.refunded */
  type?: string | undefined
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
  /** Only what no webhook of the account has taken */
  undelivered?: boolean | undefined
  /** Also cart.abandoned and cart.recovered, which nobody is told unasked */
  carts?: boolean | undefined
  /** Also the events recurrence.*, which nobody is told unasked */
  recurrences?: boolean | undefined
}

export interface ListDeliveriesQuery {
  /** PENDING: an attempt is still to come. SKIPPED: closed without a send */
  status?: 'PENDING' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | undefined
  /** The name of an event */
  event?: string | undefined
  /** Only what was told about the sale of this number or uuid */
  sale?: string | undefined
  /** What it tells of: a number, uuid, reference, txid, end-to-end id, PIX key, document or amount (150.00), or a part of a customer’s name or e-mail */
  q?: string | undefined
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
  limit?: number | undefined
  before?: number | undefined
}

export interface CountDeliveriesQuery {
  /** PENDING: an attempt is still to come. SKIPPED: closed without a send */
  status?: 'PENDING' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | undefined
  /** The name of an event */
  event?: string | undefined
  /** Only what was told about the sale of this number or uuid */
  sale?: string | undefined
  /** What it tells of: a number, uuid, reference, txid, end-to-end id, PIX key, document or amount (150.00), or a part of a customer’s name or e-mail */
  q?: string | undefined
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
}

export interface CountDeliveriesAnswer {
  count: number
  /** There are more: count and amount are the least that there is */
  more: boolean
}

export interface ResendMissedDeliveriesBody {
  since: string
  until?: string | undefined
  after?: number | undefined
}

export interface ListRequestsQuery {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  /** Such as /api/transactions/:id */
  route?: string | undefined
  /** One, or all of a kind: 404, 4xx */
  status?: string | undefined
  errorCode?: string | undefined
  /** Of the API key */
  keyId?: string | undefined
  /** An X-Request-Id */
  id?: string | undefined
  /** The uuid of a sale, a cashout or whatever else it was about */
  object?: string | undefined
  /** From this day in São Paulo (2026-01-31), or from this moment (date-time) */
  from?: string | undefined
  /** To this day, which is part of the period, or before this moment (date-time) */
  to?: string | undefined
  limit?: number | undefined
  /** The nextCursor of an earlier page; none is made by callers */
  cursor?: string | undefined
}

export interface GetRequestAnswer {
  /** The answer’s X-Request-Id */
  id: string
  createdAt: string
  method: string
  /** The pattern, such as /api/transactions/:id; `unknown` where no route takes the call */
  route: string
  /** What was called; values that are no ids are masked */
  path: string
  status: number
  errorCode: string | null
  durationMs: number
  /** Of the API key */
  keyId: string
  subject: {
    kind: 'sale' | 'refund' | 'cashout' | 'recurrence' | 'checkout' | 'payment-link' | 'cart' | 'dispute'
    uuid: string
  } | null
  ip: string | null
  idempotencyKey: string | null
  /** Answered with what its idempotency key had got before */
  replayed: boolean
  requestBytes: number
  answerBytes: number
  /** Masked and shortened; null where there was none */
  requestBody: unknown
  /** Masked and shortened; null where there was none */
  answerBody: unknown
  /** What it caused */
  events: Array<{
    id: string
    event: string
    createdAt: string
  }>
}

/** Event of a signed webhook -> its body. */
export interface EventPayloads {
  'balance.blocked': BalanceEvent
  'balance.unblocked': BalanceEvent
  'cart.abandoned': CartEvent
  'cart.recovered': CartEvent
  'dispute.closed': DisputeEvent
  'dispute.deadline': DisputeEvent
  'dispute.opened': DisputeEvent
  'recurrence.amount_due': DebitEvent
  'recurrence.authorized': RecurrenceEvent
  'recurrence.canceled': RecurrenceEvent
  'recurrence.debit_canceled': DebitEvent
  'recurrence.debit_missed': DebitEvent
  'recurrence.debit_refused': DebitEvent
  'recurrence.debit_scheduled': DebitEvent
  'recurrence.expired': RecurrenceEvent
  'recurrence.refused': RecurrenceEvent
  'recurrence.try_failed': DebitEvent
  'recurrence.unauthorized_payment': RecurrenceEvent
  'refund.completed': RefundEvent
  'refund.failed': RefundEvent
  'sale.canceled': SaleEvent
  'sale.chargeback': SaleEvent
  'sale.paid': SaleEvent
  'sale.pending': SaleEvent
  'sale.refunded': SaleEvent
  'sale.refused': SaleEvent
  'webhook.test': TestEvent
  'withdrawal.canceled': WithdrawalEvent
  'withdrawal.completed': WithdrawalEvent
  'withdrawal.pending': WithdrawalEvent
  'withdrawal.rejected': WithdrawalEvent
  'withdrawal.returned': WithdrawalReturnedEvent
}

/** Every code of a refusal. */
export type RefusalCode =
  | 'API_WITHDRAWAL_DISABLED_GLOBALLY'
  | 'CONFLICT'
  | 'FORBIDDEN'
  | 'GENERAL_ERROR'
  | 'IDEMPOTENCY_IN_FLIGHT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'INTERNAL_ERROR'
  | 'INVALID_DATA'
  | 'IP_NOT_ALLOWED'
  | 'MAXIMUM_VALUE'
  | 'MINIMUM_VALUE'
  | 'NOT_FOUND'
  | 'OVERLOADED'
  | 'PSP_UNAVAILABLE'
  | 'RATE_LIMITED'
  | 'TRANSFER_NOT_ALLOWED'
  | 'UNAUTHORIZED'
  | 'UNAVAILABLE'
