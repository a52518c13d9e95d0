/** Facts that stand in one file of the product, and are imported from there by whoever says them. */
import { REPLY_HOURS } from '@firsttouch/api/contract/fields/reply-promise'
import { EXPERIMENTS, LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { expect, test } from 'vitest'
import { filesOf, isTest, read } from './imports.ts'
import { RIGS } from './rooms.ts'

const product = filesOf('*.ts', '*.tsx', '*.css', '*.html').filter(
  file => !isTest(file) && !RIGS.some(rig => file === rig || file.startsWith(`${rig}/`)),
)

/** `file:line: text` of each place outside `home` that says the fact. */
const saidOutside = (home: string, fact: RegExp, files = product): string[] =>
  files
    .filter(file => file !== home)
    .flatMap(file =>
      read(file)
        .split('\n')
        .map((line, at) => `${file}:${at + 1}: ${line.trim()}`)
        .filter(line => fact.test(line)),
    )

test('split tests, their variants and their paths are named in ingest/experiments.ts alone', () => {
  const names = EXPERIMENTS.flatMap(({ name, variants }) => [name, ...variants.map(variant => variant.name)])
  const [control, ...others] = LANDING_PAGE.variants
  const paths = [control, ...others].map(({ path }) => path)
  // Statistics speak of a control whatever the test is.
  const own = [...names.filter(name => name !== control.name), ...paths]
  const attribute = LANDING_PAGE.name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  const literal = new RegExp(
    `(['"\`])(${own.join('|')})\\1|data-${attribute}\\b|dataset\\.${LANDING_PAGE.name}\\b`,
  )
  expect(saidOutside('ingest/experiments.ts', literal)).toEqual([])
})

test('how soon a form is answered is said in api/contract/fields/reply-promise.ts alone', () => {
  const hours = [...new Set(Object.values(REPLY_HOURS))].join('|')
  expect(
    saidOutside('api/contract/fields/reply-promise.ts', new RegExp(`\\bwithin (${hours}) hours`)),
  ).toEqual([])
})

test('the stand-in for the site’s address is named in api/contract/fields/site-url.ts alone', () => {
  expect(saidOutside('api/contract/fields/site-url.ts', /site-url\.invalid/)).toEqual([])
})
