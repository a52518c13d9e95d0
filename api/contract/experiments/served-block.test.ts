import { expect, test } from 'vitest'
import { servedBlock, withServed } from './served-block.ts'

const read = (html: string) => JSON.parse(html.split(/<script[^>]*>|<\/script>/)[1] ?? '')

test('a block holds its input, and cannot close its own element', () => {
  const shares = { landingPage: { shown: '</script><script>alert(1)</script>' } }
  expect(servedBlock(shares).match(/<\/?script/g)).toHaveLength(2)
  expect(read(servedBlock(shares))).toEqual(shares)
})

test('the block replaces only the existing block of a page', () => {
  const page = (block: string) =>
    `<title>$&</title>${block}<script>1</script><script id="experiments"></script>`
  const shares = { landingPage: { shown: '$&' } }
  expect(withServed(page(servedBlock({})), shares)).toBe(page(servedBlock(shares)))
  expect(withServed(page(''), shares)).toBe(page(''))
})
