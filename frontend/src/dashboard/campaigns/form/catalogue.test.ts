import { campaignValue } from '@firsttouch/api/contract/campaign-link'
import { describe, expect, it } from 'vitest'
import { AD_ASSETS, PLATFORMS } from './catalogue.ts'

const names = AD_ASSETS.flatMap(group => group.names)

describe('the business lists', () => {
  it('name ten platforms, each once', () => {
    expect(new Set(PLATFORMS).size).toBe(10)
  })

  it('name sixty ad asset descriptions, each once', () => {
    expect(names).toHaveLength(60)
    expect(new Set(names).size).toBe(60)
  })

  it('give every description a content value of its own that reads like its name', () => {
    expect(new Set(names.map(campaignValue)).size).toBe(60)
    for (const name of names) expect(campaignValue(name)).toBe(name.toLowerCase().replaceAll(' ', '_'))
  })
})
