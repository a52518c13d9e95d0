import type { Comparison } from '@firsttouch/api/contract/range'
import { ALL_TIME, readRange } from './range.ts'
import { useAddress, useSetAddress } from './use-address.ts'

export const useRange = () => {
  const { get } = useAddress()
  const [range, from, to, compare] = [get('range'), get('from'), get('to'), get('compare')]
  return { ...readRange({ range, from, to, compare }), ...useChooseRange() }
}

/** Sets the days without subscribing to them, so the component does not render when they change. */
export const useChooseRange = () => {
  const set = useSetAddress()
  return {
    choosePreset: (id: string) => set({ range: id === ALL_TIME ? '' : id, from: '', to: '' }),
    chooseDays: (from: string, to: string) => set({ range: '', from, to }),
    chooseCompare: (id: Comparison) => set({ compare: id === 'days' ? '' : id }),
  }
}
