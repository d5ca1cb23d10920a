// The credentials of a PSP account, and its callback address: both can be replaced, and neither is ever shown.
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type CallbackRegistration,
  type ChangedPsp,
  type CredentialField,
  changePsp,
  type PspAccount,
  rotateCallbackToken,
  usePspKinds,
} from '../../api/operator/psps.ts'
import { Problem } from '../../api/problem.ts'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { CredentialFields, givenOf, isPem, NO_SECRETS, type Secrets } from './credential-fields.tsx'
import { useLanguageOf } from './kind-title.tsx'
import { pspWords } from './words.ts'

interface OfPsp {
  psp: PspAccount
}

export function CredentialsSection({ psp }: OfPsp) {
  const t = useWords(pspWords)
  const inLanguage = useLanguageOf()
  const [registration, setRegistration] = useState<CallbackRegistration | null>(null)
  const days = psp.certificateDaysLeft
  // A kind that this version does not know takes nothing here.
  const fields = usePspKinds().data?.find(({ kind }) => kind === psp.kind)?.credentials ?? []
  const pems = fields.filter(isPem)
  const texts = fields.filter(field => !isPem(field))
  return (
    <Section title={t('credentials')}>
      <Facts
        facts={[
          ...texts.map(({ label }) => ({ name: inLanguage(label), value: t('keptHidden') })),
          {
            name: t('columns.certificate'),
            value: days === null ? t('noCertificate') : t('daysLeft', { count: days }),
          },
        ]}
      />
      <Group mt="md" gap="sm">
        <Act
          size="xs"
          label={t('setCredentials')}
          dialog={close => (
            <FieldsDialog psp={psp} fields={texts} title="setCredentials" text="setCredentialsAsk" onClose={close} />
          )}
        />
        {pems.length > 0 && (
          <Act
            size="xs"
            label={t('setCertificate')}
            dialog={close => (
              <FieldsDialog psp={psp} fields={pems} title="setCertificate" text="setCertificateAsk" onClose={close} />
            )}
          />
        )}
        {days !== null && pems.every(({ required }) => !required) && (
          <Act
            size="xs"
            label={t('dropCertificate')}
            dialog={close => <DropDialog psp={psp} fields={pems} onClose={close} />}
          />
        )}
        <Act
          size="xs"
          label={t('rotate')}
          dialog={close => (
            <DecisionDialog
              title={t('rotate')}
              verb={t('rotateVerb')}
              withoutReason
              action={() => rotateCallbackToken(psp.id)}
              onDone={answer => setRegistration(answer as CallbackRegistration)}
              onClose={close}
            >
              <Text>{t('rotateAsk')}</Text>
            </DecisionDialog>
          )}
        />
      </Group>
      <RegistrationDialog registration={registration} onClose={() => setRegistration(null)} />
    </Section>
  )
}

interface DialogProps extends OfPsp {
  fields: CredentialField[]
  onClose: () => void
}

interface FieldsDialogProps extends DialogProps {
  title: 'setCredentials' | 'setCertificate'
  text: 'setCredentialsAsk' | 'setCertificateAsk'
}

function FieldsDialog({ psp, fields, title, text, onClose }: FieldsDialogProps) {
  const t = useWords(pspWords)
  const [secrets, setSecrets] = useState<Secrets>(NO_SECRETS)
  const untried = useUntried()
  const given = givenOf(secrets)
  return (
    <DecisionDialog
      title={t(title)}
      verb={t('change')}
      dangerous
      ready={Object.keys(given).length > 0}
      action={({ reason }) => changePsp(psp.id, { ...given, ...untried.change }, reason)}
      onRefused={untried.onRefused}
      message={untried.message}
      onClose={onClose}
    >
      <Text>{t(text)}</Text>
      <CredentialFields fields={fields} value={secrets} onChange={setSecrets} />
      {untried.checkbox}
    </DecisionDialog>
  )
}

/** What the provider is shown can be changed untried only once it has not answered. */
function useUntried() {
  const t = useWords(pspWords)
  const [unanswered, setUnanswered] = useState(false)
  const [keeps, setKeeps] = useState(false)
  return {
    change: keeps ? { keepUntried: true } : {},
    onRefused: (error: unknown) => setUnanswered(error instanceof Problem && error.code === 'PSP_UNAVAILABLE'),
    message: (answer: unknown) =>
      t((answer as ChangedPsp).certificateTried === false ? 'keptUntried' : 'changedAtOnce'),
    checkbox: (unanswered || keeps) && (
      <Checkbox
        label={t('keepUntried')}
        description={t('keepUntriedHelp')}
        checked={keeps}
        onChange={event => setKeeps(event.currentTarget.checked)}
      />
    ),
  }
}

function DropDialog({ psp, fields, onClose }: DialogProps) {
  const t = useWords(pspWords)
  const untried = useUntried()
  const nothing = Object.fromEntries(fields.map(({ name }) => [name, null]))
  return (
    <DecisionDialog
      title={t('dropCertificate')}
      verb={t('dropCertificate')}
      dangerous
      action={({ reason }) => changePsp(psp.id, { ...nothing, ...untried.change }, reason)}
      onRefused={untried.onRefused}
      message={untried.message}
      onClose={onClose}
    >
      <Text>{t('dropCertificateAsk')}</Text>
      {untried.checkbox}
    </DecisionDialog>
  )
}

/** Whether the new address is registered at the PSP; the address itself is secret. */
export function RegistrationDialog({
  registration,
  onClose,
}: {
  registration: CallbackRegistration | null
  onClose: () => void
}) {
  const t = useWords(pspWords)
  return (
    <Modal opened={registration !== null} onClose={onClose} title={t('told.title')} withCloseButton={false} centered>
      <Stack>
        <Alert variant="default" color={registration?.told ? 'mata' : 'ocre'}>
          {t(registration?.told ? 'told.yes' : 'told.no')}
        </Alert>
        {registration !== null && registration.trouble !== null && (
          <Text size="sm" c="dimmed" lang="en">
            {registration.trouble}
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('told.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
