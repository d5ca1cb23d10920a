// A change of a payment link: it reaches those who open the link from then on.
import { notifications } from '@mantine/notifications'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type PaymentLink, useChangeLink, useLink } from '../../api/money/payment-links.ts'
import { ErrorState, LoadingPage, NotFoundState } from '../../ui/feedback/states.tsx'
import { pageIfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { changeOf, draftOf, type LinkDraft } from './draft.ts'
import { linkFormWords } from './form-words.ts'
import { LinkForm } from './link-form.tsx'

const route = getRouteApi('/shell/links/$link/editar')

export const EditLinkPage = pageIfMay('PATCH /api/account/payment-links/:id', linkFormWords, 'editTitle', EditLink)

function EditLink() {
  const { link: id } = route.useParams()
  const { data: link, error, isPending, isLoadingError, refetch } = useLink(id)
  if (isPending) return <LoadingPage />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  // One that is archived stays as it was.
  return link.status === 'ARCHIVED' ? <NotFoundState /> : <Editing key={link.uuid} link={link} />
}

function Editing({ link }: { link: PaymentLink }) {
  const t = useWords(linkFormWords)
  const common = useWords(commonWords)
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, error } = useChangeLink(link.uuid)
  const params = { link: link.uuid }
  const [before] = useState(() => draftOf(link))
  const save = (draft: LinkDraft) =>
    mutate(changeOf(draft, before), {
      onSuccess: () => {
        notifications.show({ message: t('saved') })
        void navigate({ to: '/links/$link', params })
      },
    })
  return (
    <>
      <PageHeader
        title={t('editTitle')}
        above={
          <BackLink to="/links/$link" params={params}>
            {t('backToOne')}
          </BackLink>
        }
      />
      <LinkForm
        initial={before}
        url={link.url}
        verb={common('actions.save')}
        cancel={
          <LinkButton to="/links/$link" params={params} variant="default">
            {common('actions.cancel')}
          </LinkButton>
        }
        pending={isPending}
        isSaved={isSuccess}
        error={error}
        onSubmit={save}
      />
    </>
  )
}
