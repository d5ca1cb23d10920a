// The list of addresses while it is changed: nothing is in force until it is saved, and a list that would lock the person out
// is found before that.
import { useState } from 'react'
import type { AllowedIps } from '../../api/account/allowed-ips.ts'

const MAX_IPS = 20
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const IPV6 = /^[0-9a-f:]{2,39}$/i

const isAddress = (text: string): boolean => IPV4.test(text) || (text.includes(':') && IPV6.test(text))

export type IpFault = 'malformed' | 'twice' | 'full'
/** Warnings before it is saved. */
export type IpRisk = 'willLock' | 'willNarrow' | 'willOpen'

/** `here`: the person's own address; null where it is not known. */
export function useIpList({ ips: saved }: AllowedIps, here: string | null) {
  const [draft, setDraft] = useState<string[] | null>(null)
  const ips = draft ?? saved
  const isChanged = draft !== null && draft.join() !== saved.join()
  return {
    ips,
    isChanged,
    risks: risksOf(saved, ips, here),
    /** Its error, or null: it is in the list. */
    add(text: string): IpFault | null {
      const fault = faultOf(ips, text)
      if (fault === null) setDraft([...ips, text])
      return fault
    },
    remove: (address: string) => setDraft(ips.filter(one => one !== address)),
    undo: () => setDraft(null),
  }
}

function faultOf(ips: string[], text: string): IpFault | null {
  if (!isAddress(text)) return 'malformed'
  if (ips.includes(text)) return 'twice'
  return ips.length >= MAX_IPS ? 'full' : null
}

function risksOf(saved: string[], ips: string[], here: string | null): IpRisk[] {
  if (ips.length === 0) return saved.length === 0 ? [] : ['willOpen']
  const locks = here !== null && !ips.includes(here)
  return [...(locks ? ['willLock' as const] : []), ...(saved.length === 0 ? ['willNarrow' as const] : [])]
}
