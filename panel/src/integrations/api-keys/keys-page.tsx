// The key pairs of the API: making one, seeing which are used, ending one.
import { Button, Stack } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type NewCredential, useCredentials } from '../../api/account/credentials.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { pageIfMay } from '../../ui/layout/if-may.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { useWords } from '../../words/words.ts'
import { IntegrationsHeader } from '../frame.tsx'
import { integrationWords } from '../words.ts'
import { KeyCard, stateOf, useKeyColumns } from './key-row.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { ReadySection } from './ready-lines.tsx'
import { ShownKey } from './shown-key.tsx'

const route = getRouteApi('/shell/integracoes/chaves')

export const KeysPage = pageIfMay('GET /api/credentials', integrationWords, 'keys.title', Keys)

function Keys() {
  const t = useWords(integrationWords)
  const { cursor } = route.useSearch()
  const list = useCredentials(cursor)
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<NewCredential | null>(null)
  const columns = useKeyColumns()
  const create = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
      {t('keys.create')}
    </Button>
  )
  return (
    <>
      <IntegrationsHeader
        title={t('keys.title')}
        description={t('keys.description')}
        actions={!list.isLoadingError && create}
      />
      <Stack gap="lg">
        <CursorTable
          caption={t('keys.caption')}
          columns={columns}
          card={credential => <KeyCard credential={credential} />}
          rowKey={({ id }) => id}
          hasSizes={false}
          isWide
          list={list}
          empty={
            <EmptyState icon={<IconKey />} title={t('keys.empty.title')} action={create}>
              {t('keys.empty.text')}
            </EmptyState>
          }
        />
        <ReadySection keys={(list.data?.data ?? []).filter(one => stateOf(one) === 'live')} />
      </Stack>
      {isCreating && <NewKeyDialog onMade={setMade} onClose={() => setCreating(false)} />}
      {made !== null && <ShownKey made={made} onClose={() => setMade(null)} />}
    </>
  )
}
