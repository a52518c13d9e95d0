/** docker-compose.yml as Docker Compose reads it, and its message for each mistake in `.env`. */
import { describe, expect, test } from 'vitest'
import { FOLDER, readComposeWith } from './compose-file.ts'
import { podman, whyNotHere } from './podman.ts'
import { COMPOSE } from './stand-ins.ts'

const missing = whyNotHere([COMPOSE])
const PASSWORDS = { POSTGRES_PASSWORD: 'first', CLICKHOUSE_PASSWORD: 'second' }

const config = (variables: Record<string, string>, ...more: string[]): Promise<string> =>
  podman(
    ...[
      'run',
      '--rm',
      '--network',
      'none',
      '--volume',
      `${FOLDER}/docker-compose.yml:/project/docker-compose.yml:ro`,
    ],
    ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...[COMPOSE, 'docker-compose', '--profile', '*', 'config', ...more],
  )

type Read = Record<
  string,
  { environment?: Record<string, unknown>; command?: string[]; deploy?: { replicas: number } }
>

describe.skipIf(missing !== null)(`compose itself${missing ? ` (${missing})` : ''}`, () => {
  test('Docker Compose accepts the file, and reads settings, commands and replicas as these tests do', async () => {
    const variables = { ...PASSWORDS, INGEST_REPLICAS: '3', CHAT_NUMBER: '447700900123' }
    const { services }: { services: Read } = JSON.parse(await config(variables, '--format', 'json'))
    const ours = readComposeWith(variables).services
    expect(Object.keys(services).toSorted()).toEqual(Object.keys(ours).toSorted())
    for (const [name, { environment = {}, command, deploy }] of Object.entries(ours)) {
      const given = Object.entries(environment).map(([key, value]) => [key, String(value)])
      expect(services[name]?.environment ?? {}, name).toEqual(Object.fromEntries(given))
      expect(services[name]?.command ?? undefined, name).toEqual(command)
      expect(services[name]?.deploy?.replicas, name).toBe(deploy && Number(deploy.replicas))
    }
  })

  test('Docker Compose names the missing password and what to type, and a value that is no number', async () => {
    for (const name of Object.keys(PASSWORDS))
      await expect(config({ ...PASSWORDS, [name]: '' }, '--quiet')).rejects.toThrow(
        `required variable ${name} is missing a value: type the first line of docker-compose.yml`,
      )
    await expect(config({ ...PASSWORDS, API_REPLICAS: 'two' }, '--quiet')).rejects.toThrow(
      /services\.api\.deploy\.replicas/,
    )
  })
})
