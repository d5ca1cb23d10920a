// Where immediate charges are kept.
import { chargeStore } from '../charge/store.ts'
import type { CobDocument } from './cob.ts'

export const COBS = chargeStore<CobDocument>('cob')
