// Opens WhatsApp with a text to send, to a phone that is known, or to whom the person picks there.
import { Button } from '@mantine/core'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'

interface WhatsAppButtonProps {
  text: string
  /** Digits, as the buyer has given them. */
  phone?: string
}

export function WhatsAppButton({ text, phone = '' }: WhatsAppButtonProps) {
  const t = useWords(commonWords)
  return (
    <Button
      component="a"
      variant="default"
      size="sm"
      flex="none"
      href={`https://wa.me/${brazilian(phone)}?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconBrandWhatsapp size={18} />}
    >
      {t('actions.whatsApp')}
    </Button>
  )
}

/** With the code of the country; "" where it is no number of Brazil. */
function brazilian(phone: string): string {
  if (/^[1-9]{2}\d{8,9}$/.test(phone)) return `55${phone}`
  return /^55[1-9]{2}\d{8,9}$/.test(phone) ? phone : ''
}
