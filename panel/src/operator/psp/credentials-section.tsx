// What a provider is asked with, and the address at which it calls back: both can be set anew, and neither is ever shown.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type CallbackRegistration, changePsp, type PspAccount, rotateCallbackToken } from '../../api/operator/psps.ts'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { CertificateFields, ClientFields, givenOf, NO_SECRETS, type Secrets } from './credential-fields.tsx'
import { pspWords } from './words.ts'

interface OfPsp {
  psp: PspAccount
}

export function CredentialsSection({ psp }: OfPsp) {
  const t = useWords(pspWords)
  const [registration, setRegistration] = useState<CallbackRegistration | null>(null)
  const days = psp.certificateDaysLeft
  return (
    <Section title={t('credentials')}>
      <Facts
        facts={[
          { name: t('clientId'), value: t('keptHidden') },
          {
            name: t('columns.certificate'),
            value: days === null ? t('noCertificate') : t('daysLeft', { count: days }),
          },
        ]}
      />
      <Group mt="md" gap="sm">
        <Act size="xs" label={t('setCredentials')} dialog={close => <ClientDialog psp={psp} onClose={close} />} />
        <Act size="xs" label={t('setCertificate')} dialog={close => <CertificateDialog psp={psp} onClose={close} />} />
        {days !== null && (
          <Act size="xs" label={t('dropCertificate')} dialog={close => <DropDialog psp={psp} onClose={close} />} />
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
  onClose: () => void
}

function ClientDialog({ psp, onClose }: DialogProps) {
  const t = useWords(pspWords)
  const [secrets, setSecrets] = useState<Secrets>(NO_SECRETS)
  const given = givenOf(secrets)
  return (
    <DecisionDialog
      title={t('setCredentials')}
      verb={t('change')}
      dangerous
      ready={Object.keys(given).length > 0}
      action={({ reason }) => changePsp(psp.id, given, reason)}
      onClose={onClose}
    >
      <Text>{t('setCredentialsAsk')}</Text>
      <ClientFields value={secrets} onChange={setSecrets} />
    </DecisionDialog>
  )
}

function CertificateDialog({ psp, onClose }: DialogProps) {
  const t = useWords(pspWords)
  const [secrets, setSecrets] = useState<Secrets>(NO_SECRETS)
  const given = givenOf(secrets)
  return (
    <DecisionDialog
      title={t('setCertificate')}
      verb={t('change')}
      dangerous
      ready={Object.keys(given).length > 0}
      action={({ reason }) => changePsp(psp.id, given, reason)}
      onClose={onClose}
    >
      <Text>{t('setCertificateAsk')}</Text>
      <CertificateFields value={secrets} onChange={setSecrets} />
    </DecisionDialog>
  )
}

const NO_CERTIFICATE = { certificate: null, privateKey: null, ca: null }

function DropDialog({ psp, onClose }: DialogProps) {
  const t = useWords(pspWords)
  return (
    <DecisionDialog
      title={t('dropCertificate')}
      verb={t('dropCertificate')}
      dangerous
      action={({ reason }) => changePsp(psp.id, NO_CERTIFICATE, reason)}
      onClose={onClose}
    >
      <Text>{t('dropCertificateAsk')}</Text>
    </DecisionDialog>
  )
}

/** Whether the provider knows the new address; the address itself is between it and the house. */
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
