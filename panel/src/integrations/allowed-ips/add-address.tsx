// Adding an address to the list: the one where the person is with a click, any other by writing it.
import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../words/words.ts'
import { ipsWords } from './ips-words.ts'
import type { IpFault } from './use-ip-list.ts'

interface AddAddressProps {
  ips: string[]
  yourAddress: string | null
  add: (text: string) => IpFault | null
}

export function AddAddress({ ips, yourAddress, add }: AddAddressProps) {
  const t = useWords(ipsWords)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<IpFault | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = add(text.trim())
    setFault(found)
    if (found === null) setText('')
  }
  return (
    <>
      {yourAddress !== null && !ips.includes(yourAddress) && (
        <Group justify="space-between" my="md" gap="sm">
          <Text>{t('yourAddress', { address: yourAddress })}</Text>
          <Button variant="light" leftSection={<IconMapPin size={18} />} onClick={() => setFault(add(yourAddress))}>
            {t('addYours')}
          </Button>
        </Group>
      )}
      <form onSubmit={submit}>
        <TextInput
          mt="md"
          label={t('address')}
          description={t('hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={45}
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            setFault(null)
          }}
          error={fault !== null && t(fault)}
        />
        <Button mt="sm" type="submit" variant="default" disabled={text.trim() === ''}>
          {t('add')}
        </Button>
      </form>
    </>
  )
}
