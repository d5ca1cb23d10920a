// One payment link: how to send it, what came of it, and what it sells.
import { Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArchive, IconEdit } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { stopOfCharges } from '../account/standing/standing.ts'
import { Stopped } from '../account/standing/stopped.tsx'
import { useAccount } from '../api/access/session.ts'
import { type PaymentLink, useLink } from '../api/money/payment-links.ts'
import { ErrorState, LoadingPage } from '../ui/feedback/states.tsx'
import { IfMay } from '../ui/layout/if-may.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { BackLink } from '../ui/navigation/back-link.tsx'
import { LinkButton } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { ButtonSection } from './button-section.tsx'
import { LinkStatusBadge, usePriceText } from './link-status.tsx'
import { OfferSection } from './offer-section.tsx'
import { ResultSection } from './result-section.tsx'
import { ShareSection } from './share-section.tsx'
import { linkWords } from './words.ts'

const route = getRouteApi('/shell/links/$link')

export function LinkPage() {
  const t = useWords(linkWords)
  const { link: id } = route.useParams()
  const { data: link, error, isPending, isLoadingError, refetch } = useLink(id)
  if (isPending) return <LoadingPage />
  if (!isLoadingError) return <WholeLink link={link} />
  return (
    <>
      <PageHeader title={t('one.thing')} above={<BackLink to="/links">{t('one.back')}</BackLink>} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

function WholeLink({ link }: { link: PaymentLink }) {
  const t = useWords(linkWords)
  const price = usePriceText()
  return (
    <>
      <PageHeader
        title={link.title}
        above={<BackLink to="/links">{t('one.back')}</BackLink>}
        description={
          <Group gap="sm" component="span">
            <LinkStatusBadge link={link} />
            <span className="figures">{price(link)}</span>
          </Group>
        }
        {...(link.status !== 'ARCHIVED' && { actions: <Actions link={link} /> })}
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <Selling link={link} />
            <OfferSection link={link} />
            {link.status === 'ACTIVE' && <ButtonSection link={link} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <ResultSection link={link} />
        </Grid.Col>
      </Grid>
    </>
  )
}

/** The ways to send it, or why it sells nothing now. */
function Selling({ link }: { link: PaymentLink }) {
  const t = useWords(linkWords)
  const { data: account } = useAccount()
  const stop = account ? stopOfCharges(account) : null
  if (link.status !== 'ACTIVE') return <Text>{t(link.status === 'EXPIRED' ? 'one.expiredText' : 'one.endedText')}</Text>
  return stop === null ? <ShareSection link={link} /> : <Stopped stop={stop} />
}

function Actions({ link }: { link: PaymentLink }) {
  const t = useWords(linkWords)
  const [isArchiving, archiving] = useDisclosure(false)
  return (
    <>
      <IfMay route="PATCH /api/account/payment-links/:id">
        <LinkButton
          to="/links/$link/editar"
          params={{ link: link.uuid }}
          variant="default"
          leftSection={<IconEdit size={18} />}
        >
          {t('one.edit')}
        </LinkButton>
      </IfMay>
      <IfMay route="POST /api/account/payment-links/:id/archive">
        <Button variant="default" leftSection={<IconArchive size={18} />} onClick={archiving.open}>
          {t('one.archive')}
        </Button>
      </IfMay>
      {isArchiving && <ArchiveDialog link={link} onClose={archiving.close} />}
    </>
  )
}
