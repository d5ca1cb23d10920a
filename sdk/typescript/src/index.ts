// Everything that the package gives.
export * from './errors.ts'
export type { PulledEvent } from './events.ts'
export type * from './generated/types.ts'
export type { CallOptions, KeyedCallOptions } from './http/call.ts'
export type { Page, Pages } from './http/pages.ts'
export type { PorteiraOptions } from './http/settings.ts'
export { Porteira } from './porteira.ts'
export * from './verify.ts'
