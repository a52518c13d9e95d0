import { expect, test } from 'vitest'
import { type Message, textOf } from './body.ts'

const MESSAGE: Message = {
  title: 'Your week',
  sentence: 'What came.',
  sections: [
    { heading: '', rows: [['Visits', '30']] },
    { heading: 'Best & first', rows: [['a <b>', '"1" or \'2\'']] },
  ],
  link: { url: 'https://www.example.com/admin?a=1&b=2', words: 'Open' },
}

test('in plain text, each part has its heading, if any, and its rows', () => {
  expect(textOf(MESSAGE).split('\n\n').slice(0, -1)).toEqual([
    'What came.',
    'Visits: 30',
    'Best & first\na <b>: "1" or \'2\'',
    'Open:\nhttps://www.example.com/admin?a=1&b=2',
  ])
})
