import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Newest } from './newest.tsx'

const listed = (many: number): string =>
  renderToStaticMarkup(
    <Newest items={Array.from({ length: many }, (_, at) => at + 1)} noun="changes">
      {item => <li key={item}>{item}</li>}
    </Newest>,
  )

test('twenty stand there, and what is older behind one press', () => {
  expect(listed(20)).not.toContain('<details')
  const [shown, older] = listed(1021).split('<details')
  expect(shown?.match(/<li>/g)).toHaveLength(20)
  expect(older).toContain('1,001 older changes')
  expect(older?.match(/<li>/g)).toHaveLength(1001)
  expect(listed(21)).toContain('1 older change<')
})
