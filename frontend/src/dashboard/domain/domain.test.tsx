import { expect, test } from 'vitest'
import { shown } from '../testing/shown.tsx'
import { Domain } from './domain.tsx'
import { DomainForm } from './domain-form.tsx'

test('the domain is told, until then what this browser knew of it', () => {
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

test('its form asks for the whole address', () => {
  expect(shown(<DomainForm current="https://www.example.com" onDone={() => undefined} />)).toEqual([
    'Website URL []',
    'Include the protocol, for example https://www.example.com',
    '[Update Domain]',
  ])
})
