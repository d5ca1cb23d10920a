// The way into test mode and back, in the header; on a phone it is in the person's menu.
import { Button, Menu } from '@mantine/core'
import { IconFlask, IconFlaskOff } from '@tabler/icons-react'
import { useOpenTestAccount } from '../api/access/test-account.ts'
import type { OtherSide } from '../api/access/test-mode.ts'
import { chooseAccount } from '../api/chosen-account.ts'
import { leavePage } from '../ui/forms/leaving.ts'
import { defineWords, useWords } from '../words/words.ts'

/** From the beginning: nothing of one side stays on the screen in the other. */
const workIn = (accountId: number) =>
  leavePage(() => {
    chooseAccount(accountId)
    location.assign('/')
  })

const words = defineWords('testSwitch', {
  pt: { enter: 'Modo de teste', leave: 'Voltar à conta real' },
  en: { enter: 'Test mode', leave: 'Back to the live account' },
})

function useSwitch({ accountId }: OtherSide) {
  const open = useOpenTestAccount()
  const go = () => {
    if (accountId !== null) return void workIn(accountId)
    open.mutate(undefined, { onSuccess: opened => void workIn(opened.accountId) })
  }
  return { go, isPending: open.isPending }
}

export function TestSwitch({ other, isItem }: { other: OtherSide; isItem: boolean }) {
  const t = useWords(words)
  const { go, isPending } = useSwitch(other)
  const Icon = other.isTest ? IconFlaskOff : IconFlask
  const text = t(other.isTest ? 'leave' : 'enter')
  if (isItem)
    return (
      <Menu.Item hiddenFrom="sm" leftSection={<Icon size={18} stroke={1.7} />} onClick={go}>
        {text}
      </Menu.Item>
    )
  return (
    <Button
      visibleFrom="sm"
      size="xs"
      variant="default"
      leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
      loading={isPending}
      onClick={go}
    >
      {text}
    </Button>
  )
}
