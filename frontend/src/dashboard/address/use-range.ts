import { type PresetId, readRange } from './range.ts'
import { useAddress, useSetAddress } from './use-address.ts'

export const useRange = () => {
  const { get } = useAddress()
  return { ...readRange({ range: get('range'), from: get('from'), to: get('to') }), ...useChooseRange() }
}

/** To set the days without being drawn again when they change. */
export const useChooseRange = () => {
  const set = useSetAddress()
  return {
    choosePreset: (id: PresetId) => set({ range: id === 'all' ? '' : id, from: '', to: '' }),
    chooseDays: (from: string, to: string) => set({ range: '', from, to }),
  }
}
