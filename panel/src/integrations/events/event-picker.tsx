// The events of the catalogue to choose from, each with its sentence.
import { Button, Checkbox, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core'
import { type Catalogue, useCatalogue } from '../../api/notification/webhooks.ts'
import { ErrorState, LoadingRows } from '../../ui/feedback/states.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { webhookWords } from '../webhooks/webhook-words.ts'
import { useEventGroups } from './events.ts'

interface EventPickerProps {
  chosen: string[]
  onChange: (events: string[]) => void
  isMissing: boolean
}

const isOfCart = (event: string) => event.startsWith('cart.')

export function EventPicker(props: EventPickerProps) {
  const t = useWords(webhookWords)
  const { data, error, isPending, isLoadingError, refetch } = useCatalogue()
  // Events about buyers who have not bought are chosen one by one, never with all the rest.
  const all = data?.data.map(({ event }) => event).filter(event => !isOfCart(event)) ?? []
  const isAll = all.every(event => props.chosen.includes(event))
  const ofCarts = props.chosen.filter(isOfCart)
  return (
    <Section
      title={t('form.what')}
      aside={
        <Button
          variant="subtle"
          size="xs"
          disabled={isPending}
          onClick={() => props.onChange(isAll ? [] : [...all, ...ofCarts])}
        >
          {isAll ? t('form.none') : t('form.all')}
        </Button>
      }
    >
      {isPending && <LoadingRows />}
      {isLoadingError && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && <Groups {...props} catalogue={data} />}
    </Section>
  )
}

function Groups({ chosen, onChange, isMissing, catalogue }: EventPickerProps & { catalogue: Catalogue }) {
  const t = useWords(webhookWords)
  const groups = useEventGroups(catalogue)
  const none = isMissing ? t('form.noneChosen') : t('form.noneYet')
  const countText = chosen.length === 0 ? none : t('form.chosen', { count: chosen.length })
  return (
    <Stack gap="sm">
      <Text size="sm" c={isMissing ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
        {countText}
      </Text>
      <Checkbox.Group value={chosen} onChange={onChange} aria-label={t('form.what')}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          {groups.map(({ name, events }) => (
            <Fieldset key={name} legend={name}>
              <Stack gap="sm">
                {events.map(({ event, text }) => (
                  <Checkbox key={event} value={event} label={text} description={event} />
                ))}
              </Stack>
            </Fieldset>
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </Stack>
  )
}
