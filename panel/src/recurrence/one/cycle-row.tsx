// One cycle: when and how much its debit is, how far it is, each try, and what can be done about it.
import { Group, Text } from '@mantine/core'
import type { Debit } from '../../api/recurrence/debits.ts'
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { DebitActions } from '../act/debit-actions.tsx'
import { daysAhead, hasFailed, isBetweenTries } from '../act/tries.ts'
import classes from './cycles.module.css'
import { DebitBadges } from './debit-badges.tsx'
import { useCodeText } from './use-code-text.ts'
import { oneWords } from './words.ts'

export function CycleRow({ recurrence, debit }: { recurrence: Recurrence; debit: Debit }) {
  const t = useWords(oneWords)
  const { ciclo, amount, sale } = debit
  return (
    <li className={classes.cycle} aria-label={t('cycles.cycle', { cycle: ciclo })}>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Group gap="sm">
          <Text fw={600}>{t('cycles.cycle', { cycle: ciclo })}</Text>
          <DebitBadges recurrence={recurrence} debit={debit} />
        </Group>
        {amount === null ? (
          <StatusBadge tone="attention">{t('cycles.noAmount')}</StatusBadge>
        ) : (
          <Money centavos={amount} fw={600} />
        )}
      </Group>
      <When debit={debit} />
      <Ending debit={debit} />
      <NotCancelled debit={debit} />
      <Tries debit={debit} />
      <Group gap="sm" mt="xs">
        {sale !== null && (
          <LinkAnchor to="/vendas/$sale" params={{ sale: sale.uuid }} underline="always" size="sm">
            {t('cycles.sale')}
          </LinkAnchor>
        )}
        <DebitActions recurrence={recurrence} debit={debit} />
      </Group>
    </li>
  )
}

function When({ debit }: { debit: Debit }) {
  const t = useWords(oneWords)
  const { locale } = useLanguage()
  const { dataDeVencimento, dataLiquidacaoPrevista: settles, origem } = debit
  const parts = [
    t('cycles.due', { day: dayText(dataDeVencimento, locale) }),
    settles !== null && settles !== dataDeVencimento && t('cycles.settles', { day: dayText(settles, locale) }),
    origem === 'MANUAL' && t('cycles.byHand'),
  ]
  return (
    <Text size="sm" c="dimmed">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  )
}

function Ending({ debit: { encerramento } }: { debit: Debit }) {
  const codeText = useCodeText()
  const why = encerramento === null ? null : codeText(encerramento.codigo, encerramento.descricao)
  return why === null ? null : <Text size="sm">{why}</Text>
}

function NotCancelled({ debit: { cancelamentoNaoFeito } }: { debit: Debit }) {
  const t = useWords(oneWords)
  if (cancelamentoNaoFeito === null) return null
  const { descricao } = cancelamentoNaoFeito
  return (
    <Text size="sm">
      {descricao === null ? t('cycles.notCancelled') : t('cycles.cancelRefused', { text: descricao })}
    </Text>
  )
}

/** The first one, as long as it has not failed, says nothing that the state does not say. */
function Tries({ debit }: { debit: Debit }) {
  const t = useWords(oneWords)
  const codeText = useCodeText()
  const { locale } = useLanguage()
  const { tentativas, status } = debit
  if (tentativas.length < 2 && !tentativas.some(hasFailed)) return null
  const ahead = status === 'ATIVA' ? daysAhead(debit) : []
  // The state names the next one.
  const planned = isBetweenTries(debit) ? ahead.slice(1) : ahead
  const days = planned.map(day => dayText(day, locale)).join(', ')
  return (
    <>
      <ul className={classes.tries} aria-label={t('cycles.tries')}>
        {tentativas.map(({ data, tipo, status: state, codigo, descricao }) => (
          <Text component="li" size="sm" key={`${data} ${tipo} ${state}`}>
            {dayText(data, locale)} · {wordOf(KINDS, tipo, name => t(`cycles.kind.${name}`))},{' '}
            {wordOf(STATES, state, name => t(`cycles.state.${name}`))}
            {codigo !== null && `. ${codeText(codigo, descricao)}`}
          </Text>
        ))}
      </ul>
      {days !== '' && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('cycles.planned', { days })}
        </Text>
      )}
    </>
  )
}

const KINDS = ['AGND', 'NTAG', 'RIFL'] as const
const STATES = ['SOLICITADA', 'AGENDADA', 'PAGA', 'CANCELADA', 'REJEITADA', 'EXPIRADA'] as const

/** A name that banks invent later is shown as it is. */
function wordOf<T extends string>(known: readonly T[], name: string, say: (name: T) => string): string {
  const found = known.find(one => one === name)
  return found === undefined ? name : say(found)
}
