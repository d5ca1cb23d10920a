// The archives of a request: how far one is that is being made, and the file of one that is ready.
import { Group, Modal, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  type Archive,
  archiveFile,
  makeArchive,
  type NewArchive,
  useArchiveManifest,
  type WholeLegalRequest,
} from '../../api/operator/legal-request/legal-requests.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { CopyButton } from '../../ui/values/copy-button.tsx'
import { DownloadButton } from '../../ui/values/download-button.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { SecretDialog } from '../../ui/values/secret-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { TheySay } from '../shared/refusal.tsx'
import { operatorWords } from '../words.ts'
import classes from './archive.module.css'
import { linesIn } from './draft.ts'
import { legalRequestWords } from './words.ts'

export function ArchivesSection({ request }: { request: WholeLegalRequest }) {
  const t = useWords(legalRequestWords)
  const [passphrase, setPassphrase] = useState<string | null>(null)
  const isMaking = request.archives.some(isUnderWay)
  const make =
    request.state === 'WITHDRAWN' ? null : (
      <Act
        label={t('make')}
        disabled={isMaking}
        dialog={close => <MakeDialog requestId={request.id} onPassphrase={setPassphrase} onClose={close} />}
      />
    )
  return (
    <Section title={t('archives')} aside={make}>
      {request.archives.length === 0 && <Text c="dimmed">{t('archivesEmpty')}</Text>}
      <Stack gap="lg">
        {request.archives.map(archive => (
          <OneArchive key={archive.id} requestId={request.id} archive={archive} />
        ))}
      </Stack>
      <SecretDialog secret={passphrase} text={t('passphrase')} onClose={() => setPassphrase(null)} />
    </Section>
  )
}

const isUnderWay = ({ state }: Archive) => state === 'WAITING' || state === 'MAKING'

const TONES: Record<Archive['state'], Tone> = {
  WAITING: 'waiting',
  MAKING: 'waiting',
  READY: 'good',
  FAILED: 'bad',
  REMOVED: 'quiet',
}

function OneArchive({ requestId, archive }: { requestId: string; archive: Archive }) {
  const t = useWords(legalRequestWords)
  const shared = useWords(operatorWords)
  const { id, state, progress, createdAt, keptUntil, sha256, manifestSha256, closedBy } = archive
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <StatusBadge tone={TONES[state]}>{t(`archiveStates.${state}`)}</StatusBadge>
        <Group gap="xs">
          {manifestSha256 !== null && (
            <Act
              label={t('manifest')}
              dialog={close => <ManifestDialog requestId={requestId} archiveId={id} onClose={close} />}
            />
          )}
          {state === 'READY' && (
            <DownloadButton path={archiveFile(requestId, id)} label={t('download')} isTable={false} />
          )}
        </Group>
      </Group>
      {isUnderWay(archive) && (
        <Progress.Root size="lg">
          <Progress.Section value={progress} aria-label={t('making', { progress })} />
        </Progress.Root>
      )}
      <Facts
        facts={[
          { name: shared('created'), value: <Moment at={createdAt} /> },
          keptUntil === null ? null : { name: t('keptUntil'), value: <Moment at={keptUntil} /> },
          { name: t('opening'), value: t(`closedBy.${closedBy}`) },
          sha256 === null ? null : { name: t('sha256'), value: <Code>{sha256}</Code> },
          manifestSha256 === null ? null : { name: t('manifestSha256'), value: <Code>{manifestSha256}</Code> },
        ]}
      />
    </Stack>
  )
}

interface ManifestDialogProps {
  requestId: string
  archiveId: string
  onClose: () => void
}

/** What was handed over stays to be read, also when the file is gone. */
function ManifestDialog({ requestId, archiveId, onClose }: ManifestDialogProps) {
  const t = useWords(legalRequestWords)
  const { data, error } = useArchiveManifest(requestId, archiveId)
  return (
    <Modal opened onClose={onClose} title={t('manifest')} size="lg" centered>
      <Stack>
        <TheySay error={error} />
        <CopyButton value={data?.manifest ?? ''} label={t('copyManifest')} size="sm" />
        <pre className={classes.manifest}>{data?.manifest ?? ''}</pre>
      </Stack>
    </Modal>
  )
}

interface MakeDialogProps {
  requestId: string
  onPassphrase: (passphrase: string | null) => void
  onClose: () => void
}

function MakeDialog({ requestId, onPassphrase, onClose }: MakeDialogProps) {
  const t = useWords(legalRequestWords)
  const [recipients, setRecipients] = useState('')
  const keys = linesIn(recipients)
  return (
    <DecisionDialog
      title={t('make')}
      verb={t('make')}
      ready={keys.every(key => key.startsWith('age1'))}
      action={({ reason }) => makeArchive(requestId, { ...(keys.length > 0 && { recipients: keys }), reason })}
      onDone={answer => onPassphrase((answer as NewArchive).passphrase)}
      onClose={onClose}
    >
      <Text>{t('makeAsk')}</Text>
      <Textarea
        label={t('recipients')}
        description={t('recipientsHelp')}
        autosize
        minRows={2}
        maxRows={6}
        autoComplete="off"
        value={recipients}
        onChange={event => setRecipients(event.currentTarget.value)}
      />
    </DecisionDialog>
  )
}
