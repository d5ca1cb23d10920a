// A statement file of the bank is uploaded: what became of its lines, or the line that cannot be read.
import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import {
  type StatementImported,
  useTransferSettings,
  useUploadStatement,
} from '../../../api/operator/incoming-payment/statement.ts'
import { base64Of } from '../../../ui/forms/base64.ts'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { LinkAnchor } from '../../../ui/navigation/links.tsx'
import { useWords } from '../../../words/words.ts'
import { TheySay } from '../../shared/refusal.tsx'
import { transferWords } from './words.ts'

const MAX_BYTES = 4 * 1024 * 1024
const MAX_NAME = 200

export function StatementUpload({ psp }: { psp: number }) {
  const t = useWords(transferWords)
  const settings = useTransferSettings(psp).data
  const isReady = settings !== undefined && settings.payee !== null
  return (
    <Section title={t('upload.title')}>
      <Stack gap="md">
        <Text c="dimmed">{t(settings?.payee === null ? 'upload.noData' : 'upload.text')}</Text>
        {isReady && <Upload psp={psp} />}
      </Stack>
    </Section>
  )
}

function Upload({ psp }: { psp: number }) {
  const t = useWords(transferWords)
  const [isTooLarge, setTooLarge] = useState(false)
  /** Or a file that was written anew under its name could not be chosen again. */
  const forget = useRef<() => void>(null)
  const { mutate, reset, isPending, error, data, variables } = useUploadStatement(psp)
  const upload = async (file: File | null) => {
    if (file === null) return
    reset()
    forget.current?.()
    setTooLarge(file.size > MAX_BYTES)
    if (file.size > MAX_BYTES) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    mutate({ file: base64Of(bytes), name: file.name.slice(0, MAX_NAME) })
  }
  return (
    <>
      <Group>
        <FileButton resetRef={forget} accept=".ofx,application/x-ofx" onChange={file => void upload(file)}>
          {props => (
            <Button {...props} leftSection={<IconFileUpload size={18} aria-hidden />} loading={isPending}>
              {t('upload.choose')}
            </Button>
          )}
        </FileButton>
      </Group>
      {isTooLarge && (
        <Alert color="red" variant="default" role="alert">
          {t('upload.tooLarge')}
        </Alert>
      )}
      {error !== null && <Text fw={600}>{t('upload.refused')}</Text>}
      <TheySay error={error} />
      {data !== undefined && <Result imported={data} name={variables?.name ?? ''} />}
    </>
  )
}

function Result({ imported, name }: { imported: StatementImported; name: string }) {
  const t = useWords(transferWords)
  const { booked, paid, uncertain, known, pix, unclear, debits } = imported
  const count = (value: number) => <span className="figures">{value}</span>
  const among = [
    { name: t('upload.paid'), value: paid },
    { name: t('upload.uncertain'), value: uncertain },
    { name: t('upload.without'), value: booked - paid - uncertain },
  ].filter(({ value }) => value > 0)
  return (
    <div role="status">
      <Text fw={600} mb="xs">
        {t('upload.done', { name })}
      </Text>
      <Facts
        facts={[
          { name: t('upload.lines'), value: count(booked + known + pix + unclear + debits) },
          {
            name: t('upload.booked'),
            value: (
              <>
                {count(booked)}
                {among.length > 0 && ` (${among.map(one => `${one.value} ${one.name}`).join(', ')})`}
              </>
            ),
          },
          { name: t('upload.known'), value: count(known) },
          { name: t('upload.pix'), value: count(pix) },
          { name: t('upload.unclear'), value: count(unclear) },
          { name: t('upload.debits'), value: count(debits) },
        ]}
      />
      {uncertain > 0 && (
        <LinkAnchor
          to="/operacao/recebimentos"
          search={{ status: 'UNACCEPTED', reason: 'UNCERTAIN_TRANSFER' }}
          underline="always"
        >
          {t('waiting')}
        </LinkAnchor>
      )}
    </div>
  )
}
