// An infraction in the form of the dialect in force.

import { findPix } from '../pix/store.ts'
import type { Bank } from '../resources.ts'
import type { Infracao } from './store.ts'

export const infracaoWire = (bank: Bank, one: Infracao): object =>
  bank.dialect().infraction(one, findPix(bank, one.endToEndId), bank.settings.read())
