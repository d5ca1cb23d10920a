// Cards at a PSP account: which kinds are taken, where a buyer enters them, and when the PSP pays.
import { Stack, Text } from '@mantine/core'
import { type PspAccount, usePspKinds } from '../../../api/operator/psps.ts'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { Breaking } from '../../shared/parts.tsx'
import { ServiceSwitch } from '../service/service-parts.tsx'
import { CardDialog } from './card-dialog.tsx'
import { cardWords } from './words.ts'

export function CardSection({ psp }: { psp: PspAccount }) {
  const t = useWords(cardWords)
  const kind = usePspKinds().data?.find(({ kind }) => kind === psp.kind)
  if (kind === undefined || !kind.charges) return null
  if (psp.collectBaseUrl === null)
    return (
      <Section title={t('title')}>
        <Text c="dimmed">{t('none')}</Text>
      </Section>
    )
  const change = (
    <Act size="xs" label={t('change')} about={psp.name} dialog={close => <CardDialog psp={psp} onClose={close} />} />
  )
  return (
    <Section title={t('title')} aside={change}>
      <Stack gap="sm">
        <Switches psp={psp} />
        <Settings psp={psp} />
      </Stack>
    </Section>
  )
}

function Switches({ psp }: { psp: PspAccount }) {
  const t = useWords(cardWords)
  const hasDebit = psp.takesDebit || psp.debitEnabled
  return (
    <>
      <ServiceSwitch
        psp={psp}
        name={t('credit')}
        isOn={psp.cardEnabled}
        turnOn={{ verb: t('creditOn'), question: t('askOn') }}
        turnOff={{ verb: t('creditOff'), question: t('askOff') }}
        change={cardEnabled => ({ cardEnabled })}
      />
      {hasDebit ? (
        <ServiceSwitch
          psp={psp}
          name={t('debit')}
          isOn={psp.debitEnabled}
          turnOn={{ verb: t('debitOn'), question: t('askOn') }}
          turnOff={{ verb: t('debitOff'), question: t('askOff') }}
          change={debitEnabled => ({ debitEnabled })}
        />
      ) : (
        <Text c="dimmed">{t('noDebit')}</Text>
      )}
    </>
  )
}

function Settings({ psp: { cardEntry, cardEntryOrigin: origin, cardSettlement } }: { psp: PspAccount }) {
  const t = useWords(cardWords)
  const settled =
    cardSettlement === null
      ? t('settlements.none')
      : t('afterDays', { mode: t(`settlements.${cardSettlement.mode}`), count: cardSettlement.days })
  return (
    <Facts
      facts={[
        { name: t('entry'), value: t(`entries.${cardEntry}`) },
        { name: t('origin'), value: origin === null ? t('noOrigin') : <Breaking>{origin}</Breaking> },
        { name: t('settlement'), value: settled },
      ]}
    />
  )
}
