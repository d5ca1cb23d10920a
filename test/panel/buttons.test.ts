// Every fifth page of the panel, in the long form all, two things pressed on each; `npm run buttons` presses everything.
import { pressPanel } from './buttons/walk.ts'

pressPanel('every page', 2)
