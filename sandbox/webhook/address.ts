// Where callbacks go: the addresses of keys, and the one of the receiver for each of the topics that have no key. The bank appends the
// topic to what was registered, as it stands.
import type { Bank } from '../resources.ts'
import { findReceiverWebhook, findWebhook } from './store.ts'

export const TOPICS = ['rec', 'cobr'] as const
export type Topic = (typeof TOPICS)[number]

/** A key, whose callbacks tell of Pix, or a topic. No key is called like one. */
export type CallbackAddress = Topic | (string & {})

const isTopic = (address: CallbackAddress): address is Topic => TOPICS.some(topic => topic === address)

/** undefined: nothing is registered there. */
export function callbackUrl(bank: Bank, address: CallbackAddress): string | undefined {
  const suffix = isTopic(address) ? address : 'pix'
  const url = isTopic(address) ? findReceiverWebhook(bank, address)?.url : findWebhook(bank, address)?.url
  return url === undefined ? undefined : `${url}/${suffix}`
}

export const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text)

export const notAnAddress = (url: string) => ({
  razao: 'O endereço precisa ser uma URL http ou https.',
  propriedade: 'webhookUrl',
  valor: url,
})
