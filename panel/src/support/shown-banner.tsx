// What the banner of a support view shows: whose account it is, how long still, and the way out. Only those load it who look at an account.
import { Button, Group, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { endSupportView, enter, isIn, leave, type useSupportView } from '../api/account/support.ts'
import { leavePage } from '../ui/forms/leaving.ts'
import { useWords } from '../words/words.ts'
import classes from './banner.module.css'
import { supportWords } from './words.ts'

const OPERATOR_PATH = '/operacao'

type View = NonNullable<ReturnType<typeof useSupportView>>

export function Banner({ view }: { view: View }) {
  const t = useWords(supportWords)
  const minutes = useMinutesLeft(view)
  const { pathname } = useLocation()
  // On the operator's pages the same tab changes what an operator may change.
  const isHere = isIn(view.accountId) && !pathname.startsWith(OPERATOR_PATH)
  const { mutate, isPending } = useMutation({
    mutationFn: () => endSupportView(view.id),
    onSettled: () => leave(view.accountId),
  })
  return (
    <section className={classes.banner} aria-label={t('banner')}>
      <IconEye size={22} stroke={1.7} aria-hidden />
      <div className={classes.said}>
        <Text component="p" m={0} fw={600}>
          {t(isHere ? 'viewing' : 'beside', { name: view.accountName })}
        </Text>
        <Text component="p" m={0} size="sm" className="figures">
          {t('left', { count: minutes })}
        </Text>
      </div>
      <Group gap="xs">
        {!isHere && (
          <Button size="xs" variant="default" onClick={() => void leavePage(() => enter(view.accountId))}>
            {t('back')}
          </Button>
        )}
        <Button size="xs" loading={isPending} onClick={() => void leavePage(() => mutate())}>
          {t('end')}
        </Button>
      </Group>
    </section>
  )
}

const MINUTE_MS = 60_000
const LOOK_EVERY_MS = 5_000

/** When the time is over there is nothing more to be seen here. */
function useMinutesLeft({ accountId, expiresAt }: View): number {
  const [now, setNow] = useState(() => Date.now())
  const leftMs = Date.parse(expiresAt) - now
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (leftMs <= 0) leave(accountId)
  }, [leftMs, accountId])
  return Math.max(0, Math.ceil(leftMs / MINUTE_MS))
}
