// The addresses from which the account's keys may be used.
import { ActionIcon, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconWorld, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../api/access/me.ts'
import { type AllowedIps, useAllowedIps, useReplaceIps } from '../../api/account/allowed-ips.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { pageIfMay } from '../../ui/layout/if-may.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { IntegrationsHeader } from '../frame.tsx'
import classes from '../integrations.module.css'
import { AddAddress } from './add-address.tsx'
import { ipsWords } from './ips-words.ts'
import { useIpList } from './use-ip-list.ts'

export const IpsPage = pageIfMay('GET /api/allowed-ips', ipsWords, 'title', Ips)

function Ips() {
  const t = useWords(ipsWords)
  const { data, error, isPending, isLoadingError, refetch } = useAllowedIps()
  return (
    <>
      <IntegrationsHeader title={t('title')} description={t('description')} />
      {isPending && <LoadingBlock height={260} />}
      {isLoadingError && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && <IpList allowed={data} />}
    </>
  )
}

function IpList({ allowed }: { allowed: AllowedIps }) {
  const t = useWords(ipsWords)
  const here = useQuery(meQuery).data?.address ?? null
  const list = useIpList(allowed, here)
  return (
    <Stack gap="md">
      <Section title={t('list')}>
        {list.ips.length === 0 ? <NoRestriction /> : <Addresses {...list} here={here} />}
        <AddAddress ips={list.ips} add={list.add} yourAddress={here} />
      </Section>
      {list.isChanged && <SaveBar {...list} here={here} />}
      <Unsaved when={list.isChanged} />
    </Stack>
  )
}

function NoRestriction() {
  const t = useWords(ipsWords)
  return (
    <Group wrap="nowrap" align="flex-start" mb="md">
      <IconWorld size={24} aria-hidden className={classes.fixed ?? ''} />
      <div>
        <Text fw={600}>{t('none')}</Text>
        <Text c="dimmed">{t('noneText')}</Text>
      </div>
    </Group>
  )
}

interface AddressesProps {
  ips: string[]
  remove: (address: string) => void
  here: string | null
}

function Addresses({ ips, remove, here }: AddressesProps) {
  const t = useWords(ipsWords)
  return (
    <ul className={classes.list} aria-label={t('list')}>
      {ips.map(address => (
        <li key={address} className={classes.item}>
          <Group gap="sm">
            <span className={classes.key}>{address}</span>
            {address === here && <StatusBadge tone="good">{t('here')}</StatusBadge>}
          </Group>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('remove', { address })}
            onClick={() => remove(address)}
          >
            <IconX size={18} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

type SaveBarProps = Pick<ReturnType<typeof useIpList>, 'ips' | 'risks' | 'undo'> & { here: string | null }

function SaveBar({ ips, risks, undo, here }: SaveBarProps) {
  const t = useWords(ipsWords)
  const common = useWords(commonWords)
  const problemText = useProblemText()
  const [isAsked, asking] = useDisclosure(false)
  const { mutate, isPending, error } = useReplaceIps()
  const save = () =>
    mutate(ips, {
      onSuccess: () => {
        asking.close()
        undo()
        notifications.show({ message: t('saved') })
      },
    })
  return (
    <>
      {error !== null && !isAsked && (
        <Alert color="red" variant="default" role="alert">
          {problemText(error)}
        </Alert>
      )}
      <Group justify="space-between">
        <Text c="dimmed" role="status">
          {t('unsaved')}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={undo} disabled={isPending}>
            {t('undo')}
          </Button>
          <Button onClick={risks.length > 0 ? asking.open : save} loading={isPending}>
            {common('actions.save')}
          </Button>
        </Group>
      </Group>
      <ConfirmDialog
        opened={isAsked}
        title={t('confirmTitle')}
        verb={t('confirm')}
        dangerous={risks.includes('willLock')}
        pending={isPending}
        error={error}
        onConfirm={save}
        onClose={asking.close}
      >
        {risks.map(risk => (
          <Text key={risk}>{t(risk, { address: here ?? '' })}</Text>
        ))}
      </ConfirmDialog>
    </>
  )
}
