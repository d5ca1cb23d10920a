// The SQL of registered callback addresses: one per key.
import type { Bank } from '../resources.ts'

export interface Webhook {
  chave: string
  url: string
  created_at: number
}

export function findWebhook({ database }: Bank, chave: string): Webhook | undefined {
  return database.first<Webhook>('select * from webhook where chave = ?', chave)
}

export function keepWebhook({ database, clock }: Bank, chave: string, url: string): void {
  database.run('insert or replace into webhook (chave, url, created_at) values (?, ?, ?)', chave, url, clock.now())
}

export function dropWebhook({ database }: Bank, chave: string): boolean {
  return database.run('delete from webhook where chave = ?', chave) === 1
}

export function listWebhooks({ database }: Bank, from: number, to: number): Webhook[] {
  return database.all<Webhook>('select * from webhook where created_at between ? and ? order by created_at', from, to)
}

/** Registered once for the receiver, not for each of its keys. */
export type ReceiverWebhook = Omit<Webhook, 'chave'>

export function findReceiverWebhook({ database }: Bank, topic: string): ReceiverWebhook | undefined {
  return database.first<ReceiverWebhook>('select url, created_at from receiver_webhook where topic = ?', topic)
}

export function keepReceiverWebhook({ database, clock }: Bank, topic: string, url: string): void {
  const sql = 'insert or replace into receiver_webhook (topic, url, created_at) values (?, ?, ?)'
  database.run(sql, topic, url, clock.now())
}

export function dropReceiverWebhook({ database }: Bank, topic: string): boolean {
  return database.run('delete from receiver_webhook where topic = ?', topic) === 1
}
