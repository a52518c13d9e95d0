/** Gives a script the environment and flags of `npm start`. NODE_OPTIONS accepts only some of the flags. */
import { FLAGS, SETTINGS } from '../../../app/main.ts'

export const asStarted = () => ({ env: SETTINGS, flags: FLAGS })
