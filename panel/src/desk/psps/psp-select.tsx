// Chooses a provider's account, or none.
import { NativeSelect } from '@mantine/core'
import { type PspAccount, useEveryPsp } from '../../api/desk/psps.ts'

interface PspSelectProps {
  label: string
  description?: string
  /** What no account is called; absent: one has to be chosen. */
  none?: string
  value: number | null
  onChange: (id: number | null) => void
  /** Which of them may be chosen. */
  among?: (psp: PspAccount) => boolean
}

export function PspSelect({ label, description, none, value, onChange, among = () => true }: PspSelectProps) {
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
          label: `${name} (${id}, ${environment})`,
        })),
      ]}
    />
  )
}

/** "Banco (1)", as soon as its name is known. */
export function usePspName(): (id: number) => string {
  const { data } = useEveryPsp()
  return id => {
    const name = data?.data.find(one => one.id === id)?.name
    return name === undefined ? String(id) : `${name} (${id})`
  }
}
