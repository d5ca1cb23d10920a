// Where charges with a due day are kept.
import { chargeStore } from '../charge/store.ts'
import type { CobvDocument } from './cobv.ts'

export const COBVS = chargeStore<CobvDocument>('cobv')
