import { useAddress } from '../address.ts'
import { type PresetId, readRange } from './range.ts'

export const useRange = () => {
  const { get, set } = useAddress()
  return {
    ...readRange({ range: get('range'), from: get('from'), to: get('to') }),
    choosePreset: (id: PresetId) => set({ range: id === 'all' ? '' : id, from: '', to: '' }),
    chooseDays: (from: string, to: string) => set({ range: '', from, to }),
  }
}
