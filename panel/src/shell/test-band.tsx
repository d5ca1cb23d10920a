// In a gateway with play money only, every page shows that.
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../api/access/me.ts'
import { useAccount } from '../api/access/session.ts'
import { useWords } from '../words/words.ts'
import classes from './shell.module.css'
import { shellWords } from './words.ts'

export const TEST_BAND_HEIGHT = 36

/** Of the chosen account; of the whole gateway for operators without one. */
export function useIsTest(): boolean {
  const { data: account } = useAccount()
  const { data: me } = useQuery(meQuery)
  return account === null ? me?.testHouse === true : account?.environment === 'test'
}

/** The same on what is printed. */
export function TestOnPaper() {
  const t = useWords(shellWords)
  return (
    <p className={classes.onPaper} data-test-on-paper>
      {t('test.label')} {t('test.text')}
    </p>
  )
}

export function TestBand() {
  const t = useWords(shellWords)
  const { data: account } = useAccount()
  const { data: me } = useQuery(meQuery)
  // A test account that is there stays to be read.
  const isOff = account?.liveAccountId != null && me?.testMode === false
  return (
    <section className={classes.test} aria-label={t('test.label')}>
      <IconFlask size={18} stroke={1.8} aria-hidden />
      <p>
        <strong>{t('test.label')}</strong> <span>{t(isOff ? 'test.off' : 'test.text')}</span>
      </p>
    </section>
  )
}
