// Boletos of a PSP account: the address of the API that makes them, whether they are sold, whether they have a Pix code, and whether
// that API answers.
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { changePsp, type PspAccount, usePspKinds } from '../../../api/operator/psps.ts'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { Breaking } from '../../shared/parts.tsx'
import { PspState } from '../psp-state.tsx'
import { RemoveService, ServiceSwitch } from '../service/service-parts.tsx'
import { CollectFields, NO_COLLECT } from './collect-fields.tsx'
import { boletoWords } from './words.ts'

export function BoletoSection({ psp }: { psp: PspAccount }) {
  const t = useWords(boletoWords)
  const kind = usePspKinds().data?.find(({ kind }) => kind === psp.kind)
  if (kind === undefined || !kind.charges) return null
  return (
    <Section title={t('title')} aside={<ChangeButton psp={psp} />}>
      <Stack gap="sm">
        {psp.collectBaseUrl === null ? (
          <Text c="dimmed">{t('none')}</Text>
        ) : (
          <Settings psp={psp} address={psp.collectBaseUrl} />
        )}
      </Stack>
    </Section>
  )
}

function Settings({ psp, address }: { psp: PspAccount; address: string }) {
  const t = useWords(boletoWords)
  return (
    <>
      <ServiceSwitch
        psp={psp}
        name={t('sold')}
        isOn={psp.boletoEnabled}
        turnOn={{ verb: t('turnOn'), question: t('askOn') }}
        turnOff={{ verb: t('turnOff'), question: t('askOff') }}
        change={boletoEnabled => ({ boletoEnabled })}
      />
      <Facts
        facts={[
          { name: t('address'), value: <Breaking>{address}</Breaking> },
          { name: t('bolepix'), value: t(psp.bolepix ? 'yes' : 'no') },
          { name: t('state'), value: psp.collect === null ? t('notCalled') : <PspState psp={psp.collect} /> },
        ]}
      />
      <RemoveService psp={psp} label={t('remove')} verb={t('removeVerb')} question={t('removeAsk')} change={NONE} />
    </>
  )
}

const NONE = {
  collectBaseUrl: null,
  boletoEnabled: false,
  bolepix: false,
  cardEnabled: false,
  debitEnabled: false,
}

function ChangeButton({ psp }: { psp: PspAccount }) {
  const t = useWords(boletoWords)
  const label = t(psp.collectBaseUrl === null ? 'set' : 'change')
  return (
    <Act
      size="xs"
      label={label}
      about={psp.name}
      dialog={close => <ChangeDialog psp={psp} title={label} onClose={close} />}
    />
  )
}

/** The first address switches boletos on: it is set for that. */
function ChangeDialog({ psp, title, onClose }: { psp: PspAccount; title: string; onClose: () => void }) {
  const t = useWords(boletoWords)
  const { collectBaseUrl, bolepix } = psp
  const [draft, setDraft] = useState(collectBaseUrl === null ? NO_COLLECT : { address: collectBaseUrl, bolepix })
  const address = draft.address.trim()
  const first = collectBaseUrl === null ? { boletoEnabled: true } : {}
  const isAnother = address !== collectBaseUrl || draft.bolepix !== bolepix
  return (
    <DecisionDialog
      title={title}
      verb={t('changeVerb')}
      ready={address !== '' && isAnother}
      action={({ reason }) => changePsp(psp.id, { collectBaseUrl: address, bolepix: draft.bolepix, ...first }, reason)}
      onClose={onClose}
    >
      <Text>{t('changeAsk')}</Text>
      <CollectFields value={draft} onChange={setDraft} />
    </DecisionDialog>
  )
}
