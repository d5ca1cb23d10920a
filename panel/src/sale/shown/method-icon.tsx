// How a sale is paid, as a picture. Its name is there for those who hear the page, and for those who point at the picture.
import { IconBarcode, IconBuildingBank, IconCreditCard, IconQrcode, IconRepeat } from '@tabler/icons-react'
import type { PaymentMethod } from '#sale/sale.ts'
import { useWords } from '../../words/words.ts'
import { saleStatusWords } from './status-words.ts'

const ICONS: Record<PaymentMethod, typeof IconQrcode> = {
  PIX: IconQrcode,
  CREDIT_CARD: IconCreditCard,
  DEBIT_CARD: IconCreditCard,
  BOLETO: IconBarcode,
  TRANSFER: IconBuildingBank,
  PIX_AUTOMATICO: IconRepeat,
}

export function MethodIcon({ method }: { method: PaymentMethod }) {
  const t = useWords(saleStatusWords)
  const Icon = ICONS[method]
  const name = t(`method.${method}`)
  return (
    <span title={name}>
      <Icon size={20} aria-hidden style={{ verticalAlign: 'middle' }} />
      <span className="only-heard">{name}</span>
    </span>
  )
}
