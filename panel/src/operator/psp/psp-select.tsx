// Chooses a provider's account, or none.
import { NativeSelect } from '@mantine/core'
import { type PspAccount, useEveryPsp } from '../../api/operator/psps.ts'
import { useWords } from '../../words/words.ts'
import { pspWords } from './words.ts'

interface PspSelectProps {
  label: string
  description?: string
  /** The label of "no account"; absent: one has to be chosen. */
  none?: string
  value: number | null
  onChange: (id: number | null) => void
  /** Which of them may be chosen. */
  among?: (psp: PspAccount) => boolean
}

export function PspSelect({ label, description, none, value, onChange, among = () => true }: PspSelectProps) {
  const t = useWords(pspWords)
  const { data } = useEveryPsp()
  const choices = (data?.data ?? []).filter(among)
  return (
    <NativeSelect
      label={label}
      {...(description !== undefined && { description })}
      required={none === undefined}
      value={value === null ? '' : String(value)}
      onChange={event => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      data={[
        { value: '', label: none ?? '–' },
        ...choices.map(({ id, name, environment }) => ({
          value: String(id),
          label: `${name} (${id}, ${t(`environments.${environment}`)})`,
        })),
      ]}
    />
  )
}

/** Its name, as soon as that is known; with its number where several are called the same. */
export function usePspName(): (id: number) => string {
  const { data } = useEveryPsp()
  return id => {
    const all = data?.data ?? []
    const name = all.find(one => one.id === id)?.name
    if (name === undefined) return String(id)
    return all.some(one => one.id !== id && one.name === name) ? `${name} (${id})` : name
  }
}
