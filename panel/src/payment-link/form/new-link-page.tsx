// A new payment link, and then its page, from where it is sent.
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { type Account, useAccount } from '../../api/access/session.ts'
import { useCreateLink } from '../../api/money/payment-links.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { pageIfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { bodyOf, type LinkDraft, newLink } from './draft.ts'
import { linkFormWords } from './form-words.ts'
import { LinkForm } from './link-form.tsx'

export const NewLinkPage = pageIfMay('POST /api/account/payment-links', linkFormWords, 'newTitle', NewLink)

function NewLink() {
  const t = useWords(linkFormWords)
  const { data: account, error, isPending, isLoadingError, refetch } = useAccount()
  if (isPending) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('newTitle')} above={<BackLink to="/links">{t('back')}</BackLink>} />
      {isLoadingError ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Writing sold={account?.soldMethods ?? []} />
      )}
    </>
  )
}

function Writing({ sold }: { sold: Account['soldMethods'] }) {
  const t = useWords(linkFormWords)
  const common = useWords(commonWords)
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, isSlow, repeat, error } = useCreateLink()
  const create = (draft: LinkDraft) =>
    mutate(bodyOf(draft, sold), {
      onSuccess: ({ uuid }) => {
        notifications.show({ message: t('created') })
        void navigate({ to: '/links/$link', params: { link: uuid }, replace: true })
      },
    })
  return (
    <LinkForm
      initial={newLink(sold)}
      url={null}
      verb={t('create')}
      cancel={
        <LinkButton to="/links" variant="default">
          {common('actions.cancel')}
        </LinkButton>
      }
      pending={isPending}
      isSaved={isSuccess}
      sending={{ isSlow, repeat }}
      error={error}
      onSubmit={create}
    />
  )
}
