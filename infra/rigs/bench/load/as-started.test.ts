import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { asStarted } from './as-started.ts'

test('the image of the whole system is started with what npm start is started with', async () => {
  const dockerfile = await readFile('infra/deploy/docker/Dockerfile', 'utf8')
  const [, whole = ''] = /^FROM code AS whole\n([\s\S]*?)\nFROM /m.exec(dockerfile) ?? []
  const variables = [...whole.matchAll(/^ENV (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value])
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(whole) ?? []
  const flags = (JSON.parse(command) as string[]).filter(part => part.startsWith('--'))
  expect({ env: Object.fromEntries(variables), flags }).toEqual(await asStarted())
})
