// Starts the account's stream, and announces paid sales: those of a few seconds together, so that a good day is not noise.
import { useEffect, useRef, useState } from 'react'
import { markFresh } from '../api/fresh.ts'
import { type Changed, startLive } from '../api/live/live.ts'
import { refresh } from '../api/live/live-refresh.ts'
import { fetchSale } from '../api/money/sales.ts'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { shellWords } from './words.ts'

const QUIET_MS = 3_000

export interface Announcement {
  text: string
  /** The same text again is announced all the same. */
  n: number
}

/** null: nothing was announced yet, or there is no account to listen for. */
export function usePaidText(accountId: number | undefined): Announcement | null {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null)
  const words = usePaidWords()
  const textOf = useRef(words)
  textOf.current = words
  useEffect(() => {
    if (accountId === undefined) return
    const say = (text: string | null) => text !== null && setAnnouncement(before => ({ text, n: (before?.n ?? 0) + 1 }))
    const announce = gathered(ids => void textOf.current(ids).then(say))
    return startLive({
      changed(changes) {
        const paid = paidIn(changes)
        void refresh(changes).then(() => {
          markFresh(paid)
          announce(paid)
        })
      },
      missed: () => void refresh('everything'),
    })
  }, [accountId])
  return announcement
}

const paidIn = (changes: Changed[]) =>
  changes.filter(({ what, event }) => what === 'sale' && event === 'sale.paid').map(({ id }) => id)

/** The first one is announced at once. */
function gathered(announce: (ids: number[]) => void): (ids: number[]) => void {
  let waiting: number[] = []
  let isQuiet = true
  function say(): void {
    isQuiet = waiting.length === 0
    if (isQuiet) return
    announce(waiting)
    waiting = []
    setTimeout(say, QUIET_MS)
  }
  return ids => {
    waiting.push(...ids)
    if (isQuiet) say()
  }
}

/** null: it cannot be read. */
function usePaidWords(): (ids: number[]) => Promise<string | null> {
  const t = useWords(shellWords)
  const { locale } = useLanguage()
  return async ids => {
    if (ids.length > 1) return t('live.paidMany', { count: ids.length })
    const sale = await fetchSale(String(ids[0])).catch(() => null)
    return sale && t('live.paid', { amount: moneyText(sale.amount, locale) })
  }
}
