// Says that the gateway is out of reach for as long as it is, over the foot of the page, so that nothing moves.
import { IconCloudOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { reach } from '../../api/reach.ts'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import classes from './out-of-reach.module.css'

export function OutOfReach() {
  const t = useWords(commonWords)
  const now = useSyncExternalStore(reach.subscribe, reach.now)
  return (
    <div role="status" className={classes.place}>
      {now !== 'there' && (
        <p className={classes.bar}>
          <IconCloudOff size={20} aria-hidden />
          {t(`reach.${now}`)}
        </p>
      )}
    </div>
  )
}
