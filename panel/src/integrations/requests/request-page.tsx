// One request of the API: how it was answered, both bodies, what it did, and how to repeat it.
import { Grid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useCredentials } from '../../api/account/credentials.ts'
import { useRequest, type WholeRequest } from '../../api/account/requests.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { pageIfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, CodeWord, Facts, Section } from '../../ui/layout/section.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { CodeBlock } from '../code-block.tsx'
import { useEventName } from '../events/events.ts'
import { curlOf } from './curl.ts'
import { RequestStatus } from './request-status.tsx'
import { requestWords } from './request-words.ts'
import { SubjectLink } from './subject-link.tsx'
import { useKeyName } from './use-key-name.ts'

const route = getRouteApi('/shell/integracoes/requisicoes/$request')

export const RequestPage = pageIfMay('GET /api/requests/:id', requestWords, 'one.title', OneRequest)

function OneRequest() {
  const { request: id } = route.useParams()
  const { data: request, error, isPending, isLoadingError, refetch } = useRequest(id)
  if (isPending) return <LoadingPage />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  return <WholeRequestView request={request} />
}

interface OfRequest {
  request: WholeRequest
}

function WholeRequestView({ request }: OfRequest) {
  const t = useWords(requestWords)
  return (
    <>
      <PageHeader
        title={t('one.title')}
        above={<BackLink to="/integracoes/requisicoes">{t('one.back')}</BackLink>}
        description={<RequestStatus status={request.status} />}
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="md">
            <About request={request} />
            <Made request={request} />
            <Curl request={request} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="md">
            <Body title={t('one.requestBody')} copyLabel={t('one.copyRequest')} body={request.requestBody} />
            <Body title={t('one.answerBody')} copyLabel={t('one.copyAnswer')} body={request.answerBody} />
            <Text size="sm" c="dimmed">
              {t('one.masked')}
            </Text>
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

function About({ request }: OfRequest) {
  const t = useWords(requestWords)
  const nameOf = useKeyName()
  const { id, method, path, route, errorCode, createdAt, durationMs, keyId, ip, idempotencyKey, replayed } = request
  const bytes = (count: number) => t('one.bytes', { count })
  return (
    <Section title={t('one.about')}>
      <Facts
        facts={[
          { name: t('one.path'), value: <Code>{`${method} ${path}`}</Code> },
          route === path ? null : { name: t('one.route'), value: <Code>{route}</Code> },
          errorCode === null ? null : { name: t('columns.error'), value: <CodeWord>{errorCode}</CodeWord> },
          { name: t('columns.at'), value: <Moment at={createdAt} form="exact" /> },
          { name: t('columns.duration'), value: t('ms', { ms: durationMs }) },
          { name: t('one.id'), value: <Code>{id}</Code> },
          { name: t('columns.key'), value: nameOf(keyId) },
          ip === null ? null : { name: t('one.ip'), value: ip },
          idempotencyKey === null ? null : { name: t('one.idempotencyKey'), value: <Code>{idempotencyKey}</Code> },
          replayed ? { name: t('columns.status'), value: t('one.replayed') } : null,
          {
            name: t('one.sizes'),
            value: t('one.sizesOf', { request: bytes(request.requestBytes), answer: bytes(request.answerBytes) }),
          },
        ]}
      />
    </Section>
  )
}

function Made({ request }: OfRequest) {
  const t = useWords(requestWords)
  const { subject, events } = request
  const nameOf = useEventName()
  if (subject === null)
    return (
      <Section title={t('one.made')}>
        <Text c="dimmed">{t('one.noObject')}</Text>
      </Section>
    )
  return (
    <Section title={t('one.made')}>
      <Stack gap="sm">
        <Facts
          facts={[
            { name: t('one.object'), value: <SubjectLink request={request} subject={subject} /> },
            { name: 'UUID', value: <Code>{subject.uuid}</Code> },
            ...events.map(({ id, event, createdAt }) => ({
              name: nameOf(event),
              value: (
                <span key={id}>
                  <Code>{event}</Code> · <Moment at={createdAt} form="exact" />
                </span>
              ),
            })),
          ]}
        />
        {events.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('one.noEvents')}
          </Text>
        )}
        <LinkAnchor to="/integracoes/requisicoes" search={{ q: subject.uuid }} size="sm">
          {t('one.others')}
        </LinkAnchor>
      </Stack>
    </Section>
  )
}

function Body({ title, copyLabel, body }: { title: string; copyLabel: string; body: unknown }) {
  const t = useWords(requestWords)
  return (
    <Section title={title}>
      {body === null ? (
        <Text c="dimmed">{t('one.noBody')}</Text>
      ) : (
        <CodeBlock text={JSON.stringify(body, null, 2)} label={title} copyLabel={copyLabel} />
      )}
    </Section>
  )
}

function Curl({ request }: OfRequest) {
  const t = useWords(requestWords)
  const key = useCredentials(undefined).data?.data.find(({ id }) => id === request.keyId)
  const keys = { publicKey: key?.publicKey ?? t('one.publicKey'), privateKey: t('one.secret') }
  return (
    <Section title={t('one.curl')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('one.curlText')}
        </Text>
        <CodeBlock
          text={curlOf(request, window.location.origin, keys)}
          label={t('one.curl')}
          copyLabel={t('one.copyCurl')}
        />
      </Stack>
    </Section>
  )
}
