// The items of a link. One alone needs a price only; it takes the title of the link.
import { ActionIcon, Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { MoneyField } from '../../ui/forms/money-field.tsx'
import { useWords } from '../../words/words.ts'
import { NEW_ITEM } from './draft.ts'
import { linkFormWords } from './form-words.ts'
import type { LinkForm } from './use-link-form.ts'

/** Of one link in the panel; the gateway takes more. */
const MAX_ITEMS = 50

export function ItemsFields({ form }: { form: LinkForm }) {
  const t = useWords(linkFormWords)
  const { items } = form.getValues()
  const isAlone = items.length === 1
  return (
    <Stack gap="md">
      {items.map((_, n) =>
        isAlone ? (
          <ItemFields key="alone" form={form} n={0} isAlone />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, and an item has no other name
          <Fieldset key={n} legend={t('item', { n: n + 1 })}>
            <ItemFields form={form} n={n} isAlone={false} />
          </Fieldset>
        ),
      )}
      {items.length < MAX_ITEMS && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} />}
            onClick={() => form.insertListItem('items', NEW_ITEM)}
          >
            {t('addItem')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function ItemFields({ form, n, isAlone }: { form: LinkForm; n: number; isAlone: boolean }) {
  const t = useWords(linkFormWords)
  const item = form.getValues().items[n]
  if (item === undefined) return null
  const at = (field: string) => `items.${n}.${field}`
  return (
    <Stack gap="sm">
      {!isAlone && (
        <Group align="flex-start" wrap="nowrap">
          <TextInput
            label={t('itemTitle')}
            autoComplete="off"
            maxLength={500}
            flex={1}
            {...form.getInputProps(at('title'))}
          />
          <ActionIcon
            variant="default"
            size={36}
            mt={26}
            aria-label={t('removeItem', { n: n + 1 })}
            onClick={() => form.removeListItem('items', n)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, xs: item.isChosen ? 3 : 2 }}>
        <MoneyField
          form={form}
          field={at('unitPrice')}
          label={t(isAlone ? 'price' : 'unitPrice')}
          canBeZero={!isAlone}
        />
        {item.isChosen ? (
          <>
            <CountInput form={form} field={at('minQuantity')} label={t('minQuantity')} />
            <CountInput form={form} field={at('maxQuantity')} label={t('maxQuantity')} />
          </>
        ) : (
          <CountInput form={form} field={at('quantity')} label={t('quantity')} />
        )}
      </SimpleGrid>
      <Checkbox label={t('isChosen')} {...form.getInputProps(at('isChosen'), { type: 'checkbox' })} />
      <Checkbox label={t('tangible')} {...form.getInputProps(at('tangible'), { type: 'checkbox' })} />
    </Stack>
  )
}

interface CountInputProps {
  form: LinkForm
  field: string
  label: string
  description?: string
}

/** A whole number. */
export function CountInput({ form, field, ...rest }: CountInputProps) {
  return <TextInput inputMode="numeric" autoComplete="off" maxLength={7} {...rest} {...form.getInputProps(field)} />
}
