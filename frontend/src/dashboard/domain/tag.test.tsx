import { expect, test } from 'vitest'
import { TAG } from '../testing/answers/settings.ts'
import { shown } from '../testing/shown.tsx'
import { Tag } from './tag.tsx'

test('the settings show the script tag and the missing step of each host', () => {
  const lines = shown(<Tag />)
  expect(lines[0]).toBe('Pages elsewhere')
  expect(lines.join('\n')).toContain('<script defer src="https://firsttouch.example/t.js"></script>')
  for (const words of ['shop.example.com', 'Receiving', 'Last event: 29 Mar 2026, 12:00'])
    expect(lines.join('\n')).toContain(words)
  for (const words of ['blog.example.com', 'Nothing received', 'Paste the line and open the page.'])
    expect(lines.join('\n')).toContain(words)
  for (const words of [
    'copy.example',
    'Host not allowed',
    'Its events are refused until an owner adds the host here. Last refused event:',
  ])
    expect(lines.join('\n')).toContain(words)
})

test.each([
  ['script', /A page loaded the script but sent no event\./],
  ['refused', /An event was refused before you allowed the host\./],
] as const)('the settings name the next step for a host in the state %s', (step, words) => {
  const hosts = [{ host: 'a.example', step, at: '2026-03-29T11:00:00.000Z' }]
  const lines = shown(<Tag />, { answers: { tag: { ...TAG, hosts } } }).join('\n')
  expect(lines).toMatch(words)
  expect(lines).toContain('No event yet')
})
