// The way into test mode and back, in the header; on a phone it is in the person's menu.
import { Button, Menu } from '@mantine/core'
import { IconFlask, IconFlaskOff } from '@tabler/icons-react'
import { type OtherSide, useOpenTestAccount, useOtherSide } from '../api/access/test-mode.ts'
import { chooseAccount } from '../api/chosen-account.ts'
import { leavePage } from '../ui/forms/leaving.ts'
import { useWords } from '../words/words.ts'
import { shellWords } from './words.ts'

/** From the beginning: nothing of one side stays on the screen in the other. */
const workIn = (accountId: number) =>
  leavePage(() => {
    chooseAccount(accountId)
    location.assign('/')
  })

function useSwitch({ accountId }: OtherSide) {
  const open = useOpenTestAccount()
  const go = () => {
    if (accountId !== null) return void workIn(accountId)
    open.mutate(undefined, { onSuccess: opened => void workIn(opened.accountId) })
  }
  return { go, isPending: open.isPending }
}

export function TestSwitch() {
  const other = useOtherSide()
  return other && <SwitchButton other={other} />
}

function SwitchButton({ other }: { other: OtherSide }) {
  const t = useWords(shellWords)
  const { go, isPending } = useSwitch(other)
  const Icon = other.isTest ? IconFlaskOff : IconFlask
  return (
    <Button
      visibleFrom="sm"
      size="xs"
      variant="default"
      leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
      loading={isPending}
      onClick={go}
    >
      {t(other.isTest ? 'test.leave' : 'test.enter')}
    </Button>
  )
}

export function TestSwitchItem() {
  const other = useOtherSide()
  return other && <SwitchItem other={other} />
}

function SwitchItem({ other }: { other: OtherSide }) {
  const t = useWords(shellWords)
  const { go } = useSwitch(other)
  const Icon = other.isTest ? IconFlaskOff : IconFlask
  return (
    <Menu.Item hiddenFrom="sm" leftSection={<Icon size={18} stroke={1.7} />} onClick={go}>
      {t(other.isTest ? 'test.leave' : 'test.enter')}
    </Menu.Item>
  )
}
