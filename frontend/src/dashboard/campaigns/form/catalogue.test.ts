import { campaignValue } from '@firsttouch/api/contract/campaign-link'
import { describe, expect, it } from 'vitest'
import { AD_ASSETS, PLATFORMS } from './catalogue.ts'

const names = Object.values(AD_ASSETS).flat()

describe('the business lists', () => {
  it('the catalogue names ten platforms without duplicates', () => {
    expect(new Set(PLATFORMS).size).toBe(10)
  })

  it('the catalogue names sixty ad asset descriptions without duplicates', () => {
    expect(names).toHaveLength(60)
    expect(new Set(names).size).toBe(60)
  })

  it('each description has a distinct content value that resembles its name', () => {
    expect(new Set(names.map(campaignValue)).size).toBe(60)
    for (const name of names) expect(campaignValue(name)).toBe(name.toLowerCase().replaceAll(' ', '_'))
  })
})
