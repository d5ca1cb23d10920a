// Every second page of the panel, and two things pressed on each; `npm run buttons` presses everything.
import { pressPanel } from './buttons/walk.ts'

pressPanel('every page', 2)
