import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FROM_PRICE, HOURS, PLANS, PROMO, priceOf, USUALLY } from './business.ts'

const FRONTEND = join(import.meta.dirname, '..', '..')
const files = [
  'index.html',
  ...readdirSync(join(FRONTEND, 'src'), { recursive: true, encoding: 'utf8' }).map(file => `src/${file}`),
].filter(file => /(?<!\.test)\.(tsx?|css|html)$/.test(file) && file !== 'src/site/business.ts')
const lines = files.flatMap(file =>
  readFileSync(join(FRONTEND, file), 'utf8')
    .split('\n')
    .map((line, at) => `${file}:${at + 1}: ${line.trim()}`)
    // Comments may name the constants.
    .filter(line => !/^[^ ]+ (\/?\*|\/\/)/.test(line)),
)

test.each<[fact: string, words: RegExp | string]>([
  ['an amount of money', /[£$€]\s?\d|\d\s?(pounds|pence)\b/],
  ['the code of the offer', PROMO.code],
  ['a discount', /\d+\s?% off/],
  ['a promised time', /\bwithin \d/i],
  ['the usual time', USUALLY],
  ['opening hours', /\d\s?(am|pm)\b/i],
  ['the hours of the trial’s team', HOURS.trial],
  ['a claim', /\bover \d+ [a-z]|['">]\d+\+/i],
])('only business.ts states %s', (_fact, words) => {
  const said = (line: string) => (typeof words === 'string' ? line.includes(words) : words.test(line))
  expect(lines.filter(said)).toEqual([])
})

test('prices are derived from the plans', () => {
  expect(PLANS.map(plan => priceOf(plan.id))).toEqual(['£25', '£50', '£250'])
  expect([FROM_PRICE, PROMO.price, PROMO.usualPrice]).toEqual(['£25', '£12.50', '£25'])
})
