// By which providers an account receives and pays, which ones make its boletos and take its cards, and by what it can sell.
import { Alert, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type Account, changeAccount } from '../../../api/operator/accounts.ts'
import { usePspKinds } from '../../../api/operator/psps.ts'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { Moment } from '../../../ui/values/moment.tsx'
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
      <CardsOff account={account} />
      <Facts
        facts={[
          { name: t('payIn'), value: bound(account.payInPspAccountId) },
          { name: t('payOut'), value: bound(account.payOutPspAccountId) },
          { name: t('boletoPsp'), value: bound(account.boletoPspAccountId) },
          { name: t('cardPsp'), value: bound(account.cardPspAccountId) },
          { name: t('sold'), value: <SoldMethods methods={account.soldMethods} /> },
        ]}
      />
    </Section>
  )
}

/** Too many were declined. They come back by themselves, or by an operator. */
function CardsOff({ account: { id, name, cardsOffUntil } }: { account: Account }) {
  const t = useWords(pspsWords)
  if (cardsOffUntil === null) return null
  return (
    <Alert variant="default" color="ocre" title={t('cardsOff')} mb="md">
      <Text>
        {t('cardsOffUntil')} <Moment at={cardsOffUntil} />
      </Text>
      <Group justify="flex-end" mt="sm">
        <Act
          size="xs"
          label={t('cardsOn')}
          dialog={close => (
            <DecisionDialog
              title={t('cardsOn')}
              verb={t('cardsOnVerb')}
              action={({ reason }) => changeAccount(id, { cardsOffUntil: null }, reason)}
              onClose={close}
            >
              <Text fw={600}>{name}</Text>
              <Text>{t('cardsOnAsk')}</Text>
            </DecisionDialog>
          )}
        />
      </Group>
    </Alert>
  )
}

/** Where one is missing, the provider, its switch or the price is. */
function SoldMethods({ methods }: { methods: Account['soldMethods'] }) {
  const t = useWords(pspsWords)
  return (
    <>
      <Text>{methods.length === 0 ? t('nothingSold') : methods.map(method => t(`methods.${method}`)).join(', ')}</Text>
      <Text c="dimmed" size="sm">
        {t('soldHelp')}
      </Text>
    </>
  )
}

function PspsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(pspsWords)
  const shared = useWords(accountsWords)
  const [payIn, setPayIn] = useState(account.payInPspAccountId)
  const [payOut, setPayOut] = useState(account.payOutPspAccountId)
  const [boleto, setBoleto] = useState(account.boletoPspAccountId)
  const [card, setCard] = useState(account.cardPspAccountId)
  const kinds = usePspKinds().data ?? []
  const change = {
    ...(payIn !== account.payInPspAccountId && { payInPspAccountId: payIn }),
    ...(payOut !== account.payOutPspAccountId && { payOutPspAccountId: payOut }),
    ...(boleto !== account.boletoPspAccountId && { boletoPspAccountId: boleto }),
    ...(card !== account.cardPspAccountId && { cardPspAccountId: card }),
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
      <PspSelect
        label={t('payOut')}
        none={t('unboundOut')}
        value={payOut}
        onChange={setPayOut}
        among={psp =>
          psp.id === account.payOutPspAccountId || kinds.some(({ kind, paysOut }) => kind === psp.kind && paysOut)
        }
      />
      <PspSelect
        label={t('boletoPsp')}
        description={t('boletoPspHelp')}
        none={t('unboundBoleto')}
        value={boleto}
        onChange={setBoleto}
        among={psp => psp.collectBaseUrl !== null || psp.id === boleto}
      />
      <PspSelect
        label={t('cardPsp')}
        description={t('cardPspHelp')}
        none={t('unboundCard')}
        value={card}
        onChange={setCard}
        among={psp => psp.collectBaseUrl !== null || psp.id === card}
      />
    </DecisionDialog>
  )
}
