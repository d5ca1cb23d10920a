// By which providers an account receives and pays, and which one makes its boletos.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { type Account, changeAccount } from '../../../api/operator/accounts.ts'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { PspSelect } from '../../psp/psp-select.tsx'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { PspLink } from '../../shared/parts.tsx'
import { accountsWords } from '../words.ts'
import { pspsWords } from './psps-words.ts'

export function PspsSection({ account }: { account: Account }) {
  const t = useWords(pspsWords)
  const shared = useWords(accountsWords)
  const change = (
    <Act
      size="xs"
      label={shared('change')}
      about={t('psps')}
      dialog={close => <PspsDialog account={account} onClose={close} />}
    />
  )
  const bound = (id: number | null) => (id === null ? t('unbound') : <PspLink id={id} />)
  return (
    <Section title={t('psps')} aside={change}>
      <Facts
        facts={[
          { name: t('payIn'), value: bound(account.payInPspAccountId) },
          { name: t('payOut'), value: bound(account.payOutPspAccountId) },
          { name: t('boletoPsp'), value: bound(account.boletoPspAccountId) },
          { name: t('sellsBoletos'), value: t(account.sellsBoletos ? 'boletosSold' : 'boletosNotSold') },
        ]}
      />
    </Section>
  )
}

function PspsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(pspsWords)
  const shared = useWords(accountsWords)
  const [payIn, setPayIn] = useState(account.payInPspAccountId)
  const [payOut, setPayOut] = useState(account.payOutPspAccountId)
  const [boleto, setBoleto] = useState(account.boletoPspAccountId)
  const change = {
    ...(payIn !== account.payInPspAccountId && { payInPspAccountId: payIn }),
    ...(payOut !== account.payOutPspAccountId && { payOutPspAccountId: payOut }),
    ...(boleto !== account.boletoPspAccountId && { boletoPspAccountId: boleto }),
  }
  return (
    <DecisionDialog
      title={t('psps')}
      verb={shared('change')}
      ready={Object.keys(change).length > 0}
      dangerous={payIn === null || payOut === null}
      action={({ reason }) => changeAccount(account.id, change, reason)}
      message={shared('changed')}
      onClose={onClose}
    >
      <Text>{t('pspsAsk')}</Text>
      <PspSelect label={t('payIn')} none={t('unboundIn')} value={payIn} onChange={setPayIn} />
      <PspSelect label={t('payOut')} none={t('unboundOut')} value={payOut} onChange={setPayOut} />
      <PspSelect
        label={t('boletoPsp')}
        description={t('boletoPspHelp')}
        none={t('unboundBoleto')}
        value={boleto}
        onChange={setBoleto}
        among={psp => psp.collectBaseUrl !== null || psp.id === boleto}
      />
    </DecisionDialog>
  )
}
