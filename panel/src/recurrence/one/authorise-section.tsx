// How the payer authorises a recurrence: the code, or the request in the app of their bank. In a test gateway, with the way there.
import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconFlask, IconQrcode, IconSend } from '@tabler/icons-react'
import { type Recurrence, useBankApp, useOfferCode } from '../../api/recurrence/recurrences.ts'
import { useIsTest } from '../../shell/test-band.tsx'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { CopyButton } from '../../ui/values/copy-button.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { QrCode } from '../../ui/values/qr-code.tsx'
import { useWords } from '../../words/words.ts'
import { PushDialog } from '../act/push-dialog.tsx'
import { useReasonText } from '../refusal/use-reason-text.ts'
import classes from './authorise.module.css'
import { oneWords } from './words.ts'

export function AuthoriseSection({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  const isTest = useIsTest()
  const { status, cancelamentoPedidoEm, pixCopiaECola, solicitacao, autorizarAte } = recurrence
  // Nobody is asked any more for one that is to end.
  const isOffered = status === 'CRIADA' && cancelamentoPedidoEm === null
  if (!isOffered) return isTest ? <BankApp recurrence={recurrence} /> : null
  return (
    <Section title={t('authorise.title')}>
      <Stack gap="md">
        <Group gap="xs" wrap="nowrap" role="status">
          <Loader size="xs" type="dots" flex="none" aria-hidden />
          <Text size="sm">{t('authorise.waiting')}</Text>
        </Group>
        {pixCopiaECola !== null && <ByCode recurrence={recurrence} code={pixCopiaECola} />}
        {solicitacao !== null && <ByRequest request={solicitacao} />}
        {autorizarAte !== null && (
          <Text size="sm" c="dimmed">
            {t('authorise.until')} <Moment at={autorizarAte} />
          </Text>
        )}
        {isTest && <BankApp recurrence={recurrence} />}
        <OtherWays recurrence={recurrence} />
      </Stack>
    </Section>
  )
}

/** After a first payment without an authorisation, and beside a request, the code is one without a payment. */
const scanOf = ({ jornada, sale }: Recurrence) => {
  if (jornada === 3 && sale?.status !== 'PAGO') return 'authorise.scan3'
  return jornada === 4 && sale?.status !== 'PAGO' ? 'authorise.scan4' : 'authorise.scan2'
}

function ByCode({ recurrence, code }: { recurrence: Recurrence; code: string }) {
  const t = useWords(oneWords)
  return (
    <div className={classes.code}>
      <QrCode text={code} label={t('authorise.qr')} />
      <Stack gap="sm" miw={0}>
        <Text>{t(scanOf(recurrence))}</Text>
        <div className={classes.text}>
          <Code>{code}</Code>
        </div>
        <Group gap="xs">
          <CopyButton value={code} label={t('authorise.copy')} size="sm" />
        </Group>
      </Stack>
    </div>
  )
}

function ByRequest({ request }: { request: NonNullable<Recurrence['solicitacao']> }) {
  const t = useWords(oneWords)
  return (
    <>
      <Text>{t('authorise.asked')}</Text>
      <Facts
        facts={[
          { name: t('authorise.request'), value: t(`authorise.requestState.${request.status ?? 'none'}`) },
          { name: t('authorise.requestUntil'), value: <Moment at={request.expiraEm} /> },
        ]}
      />
    </>
  )
}

/** Another page of it once the payer has authorised. */
function BankApp({ recurrence: { uuid, status } }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  const { data } = useBankApp(uuid, status)
  if (data?.url == null) return null
  return (
    <div>
      <Button
        component="a"
        href={data.url}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconFlask size={18} />}
      >
        {t('authorise.bank')}
      </Button>
      <Text size="sm" c="dimmed" mt={6}>
        {t('authorise.bankHelp')}
      </Text>
    </div>
  )
}

const OPEN_REQUESTS: (string | null)[] = [null, 'CRIADA', 'ENVIADA', 'RECEBIDA']

function OtherWays({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  const problemText = useProblemText()
  const reasonText = useReasonText()
  const [isAsking, asking] = useDisclosure(false)
  const offer = useOfferCode(recurrence.uuid)
  const { solicitacao, jornada, sale, pixCopiaECola } = recurrence
  const canRequest = solicitacao === null || !OPEN_REQUESTS.includes(solicitacao.status)
  const canOffer = jornada === 1 ? pixCopiaECola === null : jornada > 2 && sale?.status === 'PAGO'
  const done = () => notifications.show({ message: t('authorise.offered') })
  return (
    <>
      <Group gap="sm">
        {canRequest && (
          <IfMay route="POST /api/recurrences/:id/solicitacoes">
            <Button variant="default" leftSection={<IconSend size={18} />} onClick={asking.open}>
              {t('authorise.push')}
            </Button>
          </IfMay>
        )}
        {canOffer && (
          <IfMay route="POST /api/recurrences/:id/ofertas">
            <Button
              variant="default"
              leftSection={<IconQrcode size={18} />}
              loading={offer.isPending}
              onClick={() => offer.mutate(undefined, { onSuccess: done })}
            >
              {t('authorise.offer')}
            </Button>
          </IfMay>
        )}
      </Group>
      {offer.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {reasonText(offer.error) ?? problemText(offer.error)}
        </Text>
      )}
      {isAsking && <PushDialog recurrence={recurrence} onClose={asking.close} />}
    </>
  )
}
