// What each cycle sells.
import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { MoneyField } from '../../ui/forms/money-field.tsx'
import { useWords } from '../../words/words.ts'
import { changeWords } from './change-words.ts'
import { NEW_ITEM } from './draft.ts'
import type { ChangeForm } from './use-change-form.ts'

const MAX_ITEMS = 20

export function ItemsFields({ form }: { form: ChangeForm }) {
  const t = useWords(changeWords)
  const { items } = form.getValues()
  return (
    <Stack gap="md">
      {items.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, and an item has no other name
        <Fieldset key={n} legend={t('item', { n: n + 1 })}>
          <Stack gap="sm">
            <Group align="flex-start" wrap="nowrap">
              <TextInput
                label={t('itemTitle')}
                autoComplete="off"
                maxLength={500}
                flex={1}
                {...form.getInputProps(`items.${n}.title`)}
              />
              {items.length > 1 && (
                <ActionIcon
                  variant="default"
                  size={36}
                  mt={26}
                  aria-label={t('removeItem', { n: n + 1 })}
                  onClick={() => form.removeListItem('items', n)}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              )}
            </Group>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <MoneyField form={form} field={`items.${n}.unitPrice`} label={t('unitPrice')} canBeZero />
              <TextInput
                label={t('quantity')}
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                {...form.getInputProps(`items.${n}.quantity`)}
              />
            </SimpleGrid>
          </Stack>
        </Fieldset>
      ))}
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
