import { expect, test } from 'vitest'
import { htmlOf, type Message, textOf } from './body.ts'

const MESSAGE: Message = {
  title: 'Your week',
  sentence: 'What came.',
  sections: [
    { heading: '', rows: [['Visits', '30']] },
    { heading: 'Best & first', rows: [['a <b>', '"1" or \'2\'']] },
  ],
  link: { url: 'https://www.example.com/admin?a=1&b=2', words: 'Open' },
}

test('as text, each part has its heading, if any, and its rows', () => {
  expect(textOf(MESSAGE).split('\n\n').slice(0, -1)).toEqual([
    'What came.',
    'Visits: 30',
    'Best & first\na <b>: "1" or \'2\'',
    'Open:\nhttps://www.example.com/admin?a=1&b=2',
  ])
})

test('as HTML, everything in it is text', () => {
  const html = htmlOf(MESSAGE).replace(/ style="[^"]*"/g, '')
  expect(html).toContain('<title>Your week</title>')
  expect(html).toContain(
    '<p>What came.</p><table role="presentation"><tr><td>Visits</td><td>30</td></tr></table>' +
      '<h2>Best &amp; first</h2><table role="presentation">' +
      '<tr><td>a &lt;b&gt;</td><td>&quot;1&quot; or &#39;2&#39;</td></tr></table>' +
      '<p><a href="https://www.example.com/admin?a=1&amp;b=2">Open</a></p>',
  )
})
