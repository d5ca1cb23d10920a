// What the audit log keeps of a deed, by the gateway's names: what has words in the panel, and what tells a person nothing. All of
// it, or a test complains.
export const TOLD = [
  ...([
    'name',
    'email',
    'role',
    'url',
    'events',
    'active',
    'retryPolicy',
    'standardHeaders',
    'notificationType',
  ] as const),
  ...(['pixKey', 'pixKeyType', 'amount', 'held', 'forfeited', 'elsewhere', 'status', 'kind', 'decision'] as const),
  ...(['reasons', 'released', 'waited', 'evidence', 'document', 'releaseAt', 'reason', 'scopes', 'expiresAt'] as const),
  ...(['publicKey', 'said', 'day', 'pspAccountId', 'endedSessions', 'passkeys', 'authenticatorApp', 'from'] as const),
  ...([
    'force',
    'until',
    'since',
    'resent',
    'replayed',
    'externalReference',
    'hours',
    'by',
    'browser',
    'system',
  ] as const),
  ...(['accountName', 'environment', 'baseUrl', 'side', 'weakens', 'code', 'message', 'justification'] as const),
  // Of an account.
  ...([
    'apiCashoutEnabled',
    'transferAllowed',
    'acceptsLatePayment',
    'returnsFeeOnRefund',
    'unexpectedReceipts',
  ] as const),
  ...(['duplicateCashoutWindowSeconds', 'membersNeedSecondFactor', 'fees', 'limits', 'reserve', 'ips'] as const),
  ...(['payInPspAccountId', 'payOutPspAccountId', 'postbackSecret', 'basisPoints', 'days', 'fixedCentavos'] as const),
  ...(['minimumCentavos', 'maximumCentavos'] as const),
  ...(['pix', 'pixAutomatico', 'boleto', 'creditCard', 'debitCard', 'cashout'] as const),
  ...(['cashoutMinimumCentavos', 'cashoutMaximumCentavos', 'cashoutDayCentavos', 'cashoutNightCentavos'] as const),
  ...(['granted', 'pending', 'centavos', 'effectiveAt'] as const),
  // Of the mails that a person wants.
  ...(['moneyIn', 'disputes', 'failedCashouts', 'webhooksSwitchedOff', 'language'] as const),
  // Of a provider.
  ...(['clientId', 'clientSecret', 'certificate', 'privateKey', 'ca', 'payInEnabled'] as const),
  ...(['payOutEnabled', 'fallbackPspAccountId'] as const),
  // Of rules for cashouts.
  ...(['approvalAboveCents', 'approvalsNeeded', 'waitHours', 'onlyBeneficiaries', 'coolingHours'] as const),
  ...(['newPayeeAboveCents', 'newKeyAboveCents', 'newKeyHours', 'newAddressAboveCents', 'approvalUrl'] as const),
  ...(['checkAboveCents', 'most10MinutesCents', 'mostHourCents', 'timesUsual', 'usualLeastCents'] as const),
] as const

export type ToldName = (typeof TOLD)[number]

/** Ids of things that the entry links to or names anyway, and wrappers. */
export const UNTOLD = [
  ...([
    'sale',
    'refund',
    'dispute',
    'orderId',
    'view',
    'run',
    'as',
    'delivery',
    'eventId',
    'invitation',
    'userId',
  ] as const),
  ...([
    'accountId',
    'caseId',
    'disputeId',
    'id',
    'endToEndId',
    'owner',
    'characters',
    'change',
    'payload',
    'outcome',
    'outflow',
  ] as const),
  ...(['approval', 'before', 'after', 'removed'] as const),
] as const
