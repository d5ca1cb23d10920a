// The fields whose texts and numbers the request log shows. Everything else is masked: a caller who misspells a field, or writes it in
// another language, must not bring a buyer into the log. Booleans are always shown.

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(word => word !== ''))

/** Names of the contract that say nothing of a person and hold no secret. */
export const SHOWN_FIELDS = words(`
  id uuid saleId saleUuid userId transactionId webhookId eventId cartId checkoutId subjectId externalId idRec idSolicRec txid endToEndId
  externalReference externalTransactionId contrato protocol
  status state type types kind event events outcome paymentMethod method methods pixKeyType notificationType retryPolicy subject
  error errorType code message motivo tipo origem jornada periodicidade politicaRetentativa waitsFor language
  amount netAmount grossAmount originalAmount unitPrice quantity total fixed variable fee fees systemFee reserveAmount
  available blocked availableAfter blockedAfter balanceAfter availableAmount blockedAmount lackingAmount heldAmount forfeitedAmount chargedAmount
  returnedAmount shippingAmount discountAmount minAmount maxAmount min max minQuantity maxQuantity maxSales held expected late settled
  valor valorMinimo valorPadrao credits debits count part parts installments maxInstallments fineBasisPoints interestMonthlyBasisPoints
  createdAt updatedAt processedAt completedAt expiresAt openedAt closedAt settledAt startedAt submittedAt acceptedAt deliveredAt
  abandonedAt recoveredAt deadlineAt defendedAt disabledAt expectedAt endedAt returnedAt nextAttemptAt nextSecretFrom lastActivityAt
  date day dueDate dueFrom dueTo dueInDays expectedOn from to since until after before at em today
  expiresInSeconds expiresInBusinessDays payableDaysAfterDue abandonAfterSeconds validadeAposVencimento
  dataInicial dataFinal dataDeVencimento dataLiquidacaoPrevista expiraEm autorizarAte solicitacaoExpiraEm proximaCobranca
  diasRetentativa retentativasPlanejadas atrasoMaximoDias ciclo cycle
  attempts httpStatus durationMs n sequence resent nextCursor cursor limit order expand undelivered
  title cardBrand brand version
`)

/** Free texts: shown without what looks like an address, a document or a card in them. */
export const FREE_TEXTS = words('title message externalReference externalTransactionId externalId contrato protocol')
