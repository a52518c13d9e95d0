import { expect, test } from 'vitest'
import { shown } from '../testing/shown.tsx'
import { Domain } from './domain.tsx'
import { DomainForm } from './domain-form.tsx'

test('the card shows the domain from the server, and before that from the browser’s storage', () => {
  expect(shown(<Domain />)).toEqual([
    'Domain Configuration',
    'Campaign links start with https://www.example.com',
    '[Configure Domain, closed]',
  ])
  const remembered = { utm_domain_config: 'https://before.example.com' }
  expect(shown(<Domain />, { waiting: 'all', stored: remembered })[1]).toBe(
    'Campaign links start with https://before.example.com',
  )
  expect(shown(<Domain />, { stored: remembered })[1]).toBe(
    'Campaign links start with https://www.example.com',
  )
  expect(shown(<Domain />, { waiting: 'all' })[1]).toBe('Campaign links start with …')
})

test('the domain form asks for the whole address', () => {
  expect(shown(<DomainForm current="https://www.example.com" onDone={() => undefined} />)).toEqual([
    'Website URL []',
    'Include the protocol, for example https://www.example.com',
    '[Update Domain]',
  ])
})
