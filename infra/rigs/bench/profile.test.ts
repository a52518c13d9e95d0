import { expect, test } from 'vitest'
import { byOwner, OURS, ownerOf } from './profile.ts'

const call = (functionName: string, url = '') => ({ functionName, url })

test('a function is of the package that it lies in, the innermost; else of Node or ours', () => {
  const urls = {
    'file:///app/node_modules/fastify/lib/route.js': 'fastify',
    'file:///app/node_modules/@fastify/cors/index.js': '@fastify/cors',
    'file:///app/node_modules/fastify/node_modules/find-my-way/index.js': 'find-my-way',
    'file:///app/ingest/accept.ts': OURS,
    'node:_http_server': 'Node’s HTTP server and other modules',
  }
  for (const [url, owner] of Object.entries(urls))
    expect(ownerOf(call('toString', url), 'caller')).toBe(owner)
})

test('what the engine does is its caller’s, also under a name that objects have; what no function called is nobody’s', () => {
  expect(ownerOf(call('parse'), OURS)).toBe(OURS)
  expect(ownerOf(call('toString'), 'fastify')).toBe('fastify')
  expect(ownerOf(call('(garbage collector)'), OURS)).toBe('garbage collection')
  expect(ownerOf(call('(idle)'), OURS)).toBe('idle')
})

test('samples count for whoever is on top of the stack, within the time that is looked at', () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: call('(root)'), children: [2, 4] },
      { id: 2, callFrame: call('accept', 'file:///app/ingest/accept.ts'), children: [3] },
      { id: 3, callFrame: call('parse') },
      { id: 4, callFrame: call('(idle)') },
    ],
    startTime: 1_000,
    samples: [2, 3, 4, 2, 3],
    timeDeltas: [10, 20, 30, 40, 50],
  }
  expect(byOwner(profile, 1_010, 1_100)).toEqual(
    new Map([
      [OURS, 60],
      ['idle', 30],
    ]),
  )
})
