// The forms that several routes ask for in the same way.
import { type TSchema, Type } from 'typebox'
import Value from 'typebox/value'

/** Reais with exactly two decimals, as the Central Bank writes every amount. */
export const Amount = Type.String({ pattern: '^\\d{1,10}\\.\\d{2}$' })

export const CpfText = Type.String({ pattern: '^\\d{11}$' })
export const CnpjText = Type.String({ pattern: '^[0-9A-Z]{14}$' })

/** 2026-01-31. */
export const Day = Type.String({ format: 'date' })

/** Of a charge whose creator chose it. */
export const TxidText = Type.String({ pattern: '^[a-zA-Z0-9]{26,35}$' })

/** Fields that the form does not have are ignored, and not kept. */
export const knownFields = <T>(form: TSchema, sent: T): T => Value.Clean(form, structuredClone(sent)) as T
