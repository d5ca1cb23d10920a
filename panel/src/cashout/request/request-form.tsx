// The first step of a cashout request: recipient, amount, and costs.
import { Button, Grid, Group, Paper, Stack } from '@mantine/core'
import type { FormEventHandler } from 'react'
import type { Account } from '../../api/access/session.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { CostFacts } from '../cost-facts.tsx'
import { MAX_REFERENCE } from '../reference.ts'
import { AmountField } from './amount-field.tsx'
import { KeyFields } from './key-fields.tsx'
import classes from './request.module.css'
import { requestWords } from './request-words.ts'
import type { RequestForm as Form } from './use-request.ts'

const MAX_DESCRIPTION = 140

export interface RequestFormProps {
  form: Form
  account: Account
  available: number
  onSubmit: FormEventHandler<HTMLFormElement>
}

export function RequestForm({ form, account, available, onSubmit }: RequestFormProps) {
  const t = useWords(requestWords)
  return (
    <form onSubmit={onSubmit} noValidate>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Paper className={classes.sheet} p={{ base: 'md', sm: 'lg' }}>
            <Stack gap="lg">
              <KeyFields form={form} />
              <AmountField form={form} account={account} available={available} />
              <More form={form} />
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md" className={classes.beside}>
            <Section title={t('preview.label')}>
              <div aria-live="polite">
                <CostFacts sum={form.getValues()} account={account} />
              </div>
            </Section>
            <Group grow>
              <Button type="submit" size="md">
                {t('next')}
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
      </Grid>
    </form>
  )
}

function More({ form }: { form: Form }) {
  const t = useWords(requestWords)
  return (
    <>
      <TextField
        form={form}
        field="description"
        label={t('text')}
        description={t('textHelp')}
        maxLength={MAX_DESCRIPTION}
      />
      <TextField
        form={form}
        field="externalReference"
        label={t('reference')}
        description={t('referenceHelp')}
        maxLength={MAX_REFERENCE}
      />
    </>
  )
}
