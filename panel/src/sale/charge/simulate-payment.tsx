// In a test gateway: pays the sale at the sandbox bank. The bank then reports it like any other payment.
import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFlask } from '@tabler/icons-react'
import { useSimulatePayment } from '../../api/money/sales.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { useWords } from '../../words/words.ts'
import { simulateWords } from './simulate-words.ts'

export function SimulatePayment({ sale }: { sale: string }) {
  return (
    <IfMay route="POST /api/sales/:id/simulate-payment">
      <Simulate sale={sale} />
    </IfMay>
  )
}

function Simulate({ sale }: { sale: string }) {
  const t = useWords(simulateWords)
  const problemText = useProblemText()
  const { mutate, isPending, isSuccess, error } = useSimulatePayment(sale)
  const pay = () => mutate(undefined, { onSuccess: () => notifications.show({ message: t('simulated') }) })
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconFlask size={18} />}
        loading={isPending}
        disabled={isSuccess}
        onClick={pay}
      >
        {t('simulate')}
      </Button>
      <Text size="sm" c="dimmed" mt={6}>
        {t('simulateHelp')}
      </Text>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
          {problemText(error)}
        </Text>
      )}
    </div>
  )
}
