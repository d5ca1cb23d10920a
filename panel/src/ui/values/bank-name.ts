// Banks by their ISPB, the number by which Pix names them: those that most people pay. Others are shown by their number alone.
const NAMES: Record<string, string> = {
  '00000000': 'Banco do Brasil',
  '00360305': 'Caixa Econômica Federal',
  '00416968': 'Banco Inter',
  '01181521': 'Sicredi',
  '02038232': 'Sicoob',
  '08561701': 'PagBank',
  '09089356': 'Efí',
  '10573521': 'Mercado Pago',
  '18236120': 'Nubank',
  '22896431': 'PicPay',
  '31872495': 'C6 Bank',
  '60701190': 'Itaú',
  '60746948': 'Bradesco',
  '90400888': 'Santander',
}

export function bankName(ispb: string): string {
  const name = NAMES[ispb]
  return name === undefined ? `ISPB ${ispb}` : `${name} (ISPB ${ispb})`
}
