// Where texts are that are sealed under ENCRYPTION_KEY. A test compares this with the tables.

export interface SealedColumn {
  table: string
  column: string
  /** Its rows' key: whole numbers, in the order of its index. Empty: there is one row. */
  key: readonly string[]
  /** Whether its rows carry a row hash. */
  isHashed: boolean
}

const OF_ACCOUNT = ['account_id', 'id']

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'psp_account', column: 'credentials_sealed', key: ['id'], isHashed: true },
  { table: 'account', column: 'postback_secret_sealed', key: ['id'], isHashed: true },
  { table: 'payout_rule', column: 'check_secret_sealed', key: ['account_id'], isHashed: true },
  { table: 'webhook', column: 'secret_sealed', key: OF_ACCOUNT, isHashed: false },
  { table: 'webhook', column: 'next_secret_sealed', key: OF_ACCOUNT, isHashed: false },
  { table: 'alert_channel', column: 'target_sealed', key: ['id'], isHashed: false },
  { table: 'alert_channel', column: 'secret_sealed', key: ['id'], isHashed: false },
  { table: 'alert_channel', column: 'next_secret_sealed', key: ['id'], isHashed: false },
  { table: 'dead_mans_switch', column: 'url_sealed', key: [], isHashed: false },
  { table: 'privacy_key', column: 'secret_sealed', key: [], isHashed: false },
  { table: 'signing_key', column: 'private_sealed', key: [], isHashed: false },
  { table: 'legal_archive', column: 'passphrase_sealed', key: ['id'], isHashed: false },
  { table: 'charge', column: 'token_sealed', key: ['account_id', 'sale_id'], isHashed: true },
  { table: 'checkout', column: 'token_sealed', key: OF_ACCOUNT, isHashed: true },
  { table: 'cart', column: 'recovery_token_sealed', key: OF_ACCOUNT, isHashed: true },
]
