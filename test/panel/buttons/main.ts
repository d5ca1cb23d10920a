// Presses everything in the panel: `npm run buttons`. It takes some minutes.
import { pressPanel } from './walk.ts'

pressPanel('every button')
