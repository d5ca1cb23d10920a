// The app of the payer in a real browser: a person finds the request, sets a cap, authorises, and cancels a debit, on a phone too.
import assert from 'node:assert/strict'
import { openBrowser } from '../../browser.ts'
import { slow } from '../../long.ts'
import { appears, axe, fits, NEEDS_BROWSER, PHONE } from '../../panel/browser.ts'
import { chargeOf, createRec, DEBTOR, openStillBank, orderCharge, recBody, recOf, settled } from './recurring.ts'

slow('a payer authorises with a cap and cancels a debit', NEEDS_BROWSER, async t => {
  const bank = await openStillBank(t)
  const { idRec } = await createRec(bank, recBody({ valor: { valorMinimoRecebedor: '30.00' } }))
  await bank.call('POST', '/v2/solicrec', {
    idRec,
    calendario: { dataExpiracaoSolicitacao: '2026-03-09T12:00:00Z' },
    destinatario: { conta: '1', ispbParticipante: '99990002', cpf: DEBTOR.cpf },
  })
  await settled(bank, 'none')
  await using browser = await openBrowser()
  const page = await browser.newPage({ viewport: PHONE })
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))

  await page.goto(bank.url)
  await page.getByRole('link', { name: 'App do pagador' }).click()
  await appears(page.getByText('Plano Ouro'))
  await axe(page)
  await fits(page)
  await page.getByLabel('Valor máximo por débito').fill('29,99')
  await page.getByRole('button', { name: 'Autorizar' }).click()
  await appears(page.getByRole('alert').getByText('limite é menor'))
  await page.getByLabel('Valor máximo por débito').fill('50,00')
  await page.getByRole('button', { name: 'Autorizar' }).click()
  await appears(page.getByRole('button', { name: 'Cancelar autorização' }))
  assert.equal((await recOf(bank, idRec)).status, 'APROVADA')

  const txid = await orderCharge(bank, idRec)
  await settled(bank, txid)
  await page.reload()
  await axe(page)
  await fits(page)
  await page.getByRole('button', { name: 'Cancelar este débito' }).click()
  await appears(page.getByText('Nenhum débito está agendado.'))
  assert.equal((await chargeOf(bank, txid)).status, 'CANCELADA')
  assert.deepEqual(
    complaints.filter(text => !text.includes('422')),
    [],
  )
})
