// The settings while an owner changes them.
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Account } from '../../api/access/session.ts'
import { useChangeAccount } from '../../api/account/settings.ts'
import { useWords } from '../../words/words.ts'
import { changeIn, type Draft, draftOf, GUARDS, type Guard, isWhole } from './draft.ts'
import { settingsWords } from './words.ts'

export function useSettings(account: Account) {
  const t = useWords(settingsWords)
  const [before, setBefore] = useState(() => draftOf(account))
  const [draft, setDraft] = useState(before)
  const { mutate, isPending, error, reset } = useChangeAccount()
  const change = changeIn(draft, before)
  const begin = (after: Account) => {
    setBefore(draftOf(after))
    setDraft(draftOf(after))
  }
  const storeAccount = (after: Account) => {
    const isWaiting = GUARDS.some(guard => change.limits?.[guard] !== undefined && guard in after.pendingLimits)
    notifications.show({ message: t(isWaiting ? 'savedWaiting' : 'saved') })
  }
  return {
    draft,
    error,
    isPending,
    set: (changed: Partial<Draft>) => setDraft({ ...draft, ...changed }),
    isUnsaved: Object.keys(change).length > 0 && !isPending,
    isReady: isWhole(draft, account) && Object.keys(change).length > 0,
    save() {
      mutate(change, {
        onSuccess: after => {
          storeAccount(after)
          begin(after)
        },
      })
    },
    undo() {
      reset()
      setDraft(before)
    },
    /** The new value equals the one in force: no pending change is left. */
    giveUp(guard: Guard) {
      const inForce = account.limits[guard]
      mutate(
        { limits: { [guard]: inForce } },
        { onSuccess: () => notifications.show({ message: t('limits.givenUp') }) },
      )
    },
  }
}

export type Settings = ReturnType<typeof useSettings>
