// What happened to a recurrence, in its order.
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import type { Tone } from '../../ui/feedback/status-badge.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Timeline, type TimelineStep } from '../../ui/layout/timeline.tsx'
import { useWords } from '../../words/words.ts'
import { recurrenceWords } from '../words.ts'
import { useCodeText } from './use-code-text.ts'
import { oneWords } from './words.ts'

const BY = ['PSP_PAGADOR', 'USUARIO_PAGADOR', 'PSP_RECEBEDOR', 'USUARIO_RECEBEDOR'] as const
const END_TONES = { REJEICAO: 'bad', CANCELAMENTO: 'quiet', EXPIRACAO: 'quiet' } as const satisfies Record<string, Tone>

export function LifeSection({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  const list = useWords(recurrenceWords)
  const codeText = useCodeText()
  const { date, ativacao, cancelamentoPedidoEm, encerramento } = recurrence
  const steps: TimelineStep[] = [{ key: 'created', title: t('life.created'), at: date, tone: 'waiting' }]
  if (ativacao !== null)
    steps.push({
      key: 'authorized',
      title: t('life.authorized'),
      at: ativacao.em,
      tone: 'good',
      ...(ativacao.jornada !== null && {
        detail: t('life.authorizedBy', { journey: list(`journey.name${ativacao.jornada}`) }),
      }),
    })
  if (cancelamentoPedidoEm !== null)
    steps.push({ key: 'asked', title: t('life.cancelRequested'), at: cancelamentoPedidoEm, tone: 'attention' })
  if (encerramento !== null) {
    const by = BY.find(one => one === encerramento.solicitante)
    const why = codeText(encerramento.codigo, encerramento.descricao)
    steps.push({
      key: 'ended',
      title: [t(`life.${encerramento.tipo}`), by && t(`life.by.${by}`)].filter(Boolean).join(' '),
      at: encerramento.em,
      tone: END_TONES[encerramento.tipo],
      ...(why !== null && { detail: why }),
    })
  }
  return (
    <Section title={t('life.title')}>
      <Timeline steps={steps} />
    </Section>
  )
}
