// The SQL of registered callback addresses: one per key.
import type { House } from '../house.ts'

export interface Webhook {
  chave: string
  url: string
  created_at: number
}

export function findWebhook({ database }: House, chave: string): Webhook | undefined {
  return database.first<Webhook>('select * from webhook where chave = ?', chave)
}

export function keepWebhook({ database, clock }: House, chave: string, url: string): void {
  database.run('insert or replace into webhook (chave, url, created_at) values (?, ?, ?)', chave, url, clock.now())
}

export function dropWebhook({ database }: House, chave: string): boolean {
  return database.run('delete from webhook where chave = ?', chave) === 1
}

export function listWebhooks({ database }: House, from: number, to: number): Webhook[] {
  return database.all<Webhook>('select * from webhook where created_at between ? and ? order by created_at', from, to)
}
