/** What is locked while tables are written: for refreshes of what can only be more, for those that take rows back, and for what is followed. */
import type { Lock } from '@firsttouch/infra/stores/holding'
import { LOCKS } from '@firsttouch/infra/stores/locks'

export const WRITING = {
  adds: [{ lock: LOCKS.refreshing, isShared: true }],
  'takes back': [{ lock: LOCKS.takingBack }, { lock: LOCKS.refreshing, isShared: true }],
  follows: [{ lock: LOCKS.takingBack }, { lock: LOCKS.refreshing }],
} satisfies Record<string, Lock[]>
export type Writing = keyof typeof WRITING
