import type { SetupStep } from '@firsttouch/api/contract/problem'
import { isPasswordNeeded, isUnauthorised, missingStep } from './failures.ts'
import { openStore } from './store.ts'

type Interruptions = {
  hasEnded: boolean
  refused: (() => void) | null
  setup?: SetupStep | undefined
}
const store = openStore<Interruptions>({ hasEnded: false, refused: null })

export const interruptions = store.get
export const useInterruptions = store.useIt
export const interrupt = (change: Partial<Interruptions>): void => store.set({ ...store.get(), ...change })

export const onFailure = (error: unknown, again?: () => void): void => {
  if (isUnauthorised(error)) interrupt({ hasEnded: true })
  const setup = missingStep(error)
  if (setup) interrupt({ setup })
  if (isPasswordNeeded(error) && again) interrupt({ refused: again })
}
