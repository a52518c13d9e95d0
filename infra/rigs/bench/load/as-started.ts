/** What makes Node of a script what `npm start` makes of it: the environment, and flags, of which NODE_OPTIONS takes only some. */
import { FLAGS, SETTINGS } from '../../../app/main.ts'

export const asStarted = () => ({ env: SETTINGS, flags: FLAGS })
