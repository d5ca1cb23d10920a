// An infraction in the form of the dialect in force.
import type { House } from '../house.ts'
import { findPix } from '../pix/store.ts'
import type { Infracao } from './store.ts'

export const infracaoWire = (house: House, one: Infracao): object =>
  house.dialect().infraction(one, findPix(house, one.endToEndId), house.settings.read())
