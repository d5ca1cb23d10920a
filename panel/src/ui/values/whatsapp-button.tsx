// Opens WhatsApp with a text to send; the person picks there to whom.
import { Button } from '@mantine/core'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'

export function WhatsAppButton({ text }: { text: string }) {
  const t = useWords(commonWords)
  return (
    <Button
      component="a"
      variant="default"
      size="sm"
      flex="none"
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconBrandWhatsapp size={18} />}
    >
      {t('actions.whatsApp')}
    </Button>
  )
}
