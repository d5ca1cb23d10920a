// An infraction as the dialect in force tells it.
import type { House } from '../house.ts'
import { findPix } from '../pix/store.ts'
import type { Infracao } from './store.ts'

export const infracaoWire = (house: House, one: Infracao): object =>
  house.dialect().infraction(one, findPix(house, one.endToEndId), house.settings.read())
