// One recurrence: how its payer authorises it, its cycles with their debits, and what was agreed.
import { Alert, Button, Grid, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconBan, IconCalendarPlus, IconPencil } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type Recurrence, useRecurrence } from '../../api/recurrence/recurrences.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code } from '../../ui/layout/section.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { actionWords } from '../act/action-words.ts'
import { CancelDialog } from '../act/cancel-dialog.tsx'
import { ChargeDialog } from '../act/charge-dialog.tsx'
import { RecurrenceStatusBadges, usePriceText } from '../recurrence-parts.tsx'
import { isLive } from '../tones.ts'
import { AuthoriseSection } from './authorise-section.tsx'
import { CyclesSection } from './cycles-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { ForecastSection } from './forecast-section.tsx'
import { LifeSection } from './life-section.tsx'
import { oneWords } from './words.ts'

const route = getRouteApi('/shell/recorrencias/$recurrence')

export function RecurrencePage() {
  const t = useWords(oneWords)
  const { recurrence: id } = route.useParams()
  const { data: recurrence, error, isPending, isLoadingError, refetch } = useRecurrence(id)
  if (isPending) return <LoadingPage />
  if (!isLoadingError) return <WholeRecurrence recurrence={recurrence} />
  return (
    <>
      <PageHeader title={t('thing')} above={<BackLink to="/recorrencias">{t('back')}</BackLink>} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

function WholeRecurrence({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  const price = usePriceText()
  const { contrato, customer, alerta } = recurrence
  return (
    <>
      <PageHeader
        title={t('title', { name: customer.name })}
        above={<BackLink to="/recorrencias">{t('back')}</BackLink>}
        description={
          <Group gap="sm" component="span">
            <RecurrenceStatusBadges recurrence={recurrence} />
            <span className="figures">{price(recurrence)}</span>
            <Code>{contrato}</Code>
          </Group>
        }
        {...(isLive(recurrence) && { actions: <Actions recurrence={recurrence} /> })}
      />
      <Stack gap="md">
        {alerta !== null && isLive(recurrence) && (
          <Alert variant="default" color="ocre" icon={<IconAlertTriangle size={20} />}>
            {t(`alerts.${alerta}`)}
          </Alert>
        )}
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="md">
              {isLive(recurrence) && <AuthoriseSection recurrence={recurrence} />}
              <CyclesSection recurrence={recurrence} />
              {isLive(recurrence) && <ForecastSection recurrence={recurrence} />}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="md">
              <FactsSection recurrence={recurrence} />
              <LifeSection recurrence={recurrence} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  )
}

function Actions({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(actionWords)
  const [isCharging, charging] = useDisclosure(false)
  const [isCancelling, cancelling] = useDisclosure(false)
  const isEnding = recurrence.cancelamentoPedidoEm !== null
  return (
    <>
      {recurrence.status === 'APROVADA' && !isEnding && (
        <IfMay route="POST /api/recurrences/:id/debits">
          <Button variant="default" leftSection={<IconCalendarPlus size={18} />} onClick={charging.open}>
            {t('charge.action')}
          </Button>
        </IfMay>
      )}
      {!isEnding && (
        <IfMay route="PATCH /api/recurrences/:id">
          <LinkButton
            to="/recorrencias/$recurrence/alterar"
            params={{ recurrence: recurrence.uuid }}
            variant="default"
            leftSection={<IconPencil size={18} />}
          >
            {t('change')}
          </LinkButton>
        </IfMay>
      )}
      {!isEnding && (
        <IfMay route="POST /api/recurrences/:id/cancel">
          <Button variant="default" leftSection={<IconBan size={18} />} onClick={cancelling.open}>
            {t('cancel.action')}
          </Button>
        </IfMay>
      )}
      {isCharging && <ChargeDialog recurrence={recurrence} onClose={charging.close} />}
      {isCancelling && <CancelDialog recurrence={recurrence} onClose={cancelling.close} />}
    </>
  )
}
