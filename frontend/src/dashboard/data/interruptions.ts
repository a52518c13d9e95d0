import type { SetupStep } from '@firsttouch/api/contract/problem'
import { useSyncExternalStore } from 'react'
import { isPasswordNeeded, isUnauthorised, missingStep } from './failures.ts'

type Interruptions = {
  hasEnded: boolean
  refused: (() => void) | null
  setup?: SetupStep | undefined
}
let standing: Interruptions = { hasEnded: false, refused: null }
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const interrupt = (change: Partial<Interruptions>): void => {
  standing = { ...standing, ...change }
  for (const listener of listeners) listener()
}

export const hearFailure = (error: unknown, again?: () => void): void => {
  if (isUnauthorised(error)) interrupt({ hasEnded: true })
  const setup = missingStep(error)
  if (setup) interrupt({ setup })
  if (isPasswordNeeded(error) && again) interrupt({ refused: again })
}

export const interruptions = (): Interruptions => standing

export const useInterruptions = (): Interruptions =>
  useSyncExternalStore(subscribe, interruptions, interruptions)
