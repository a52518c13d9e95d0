/** The cluster's edge uses the nginx image and nginx.conf of docker-compose.yml. Only paths differ. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readCompose } from '../../rigs/containers/compose-file.ts'
import { readLocations } from '../../rigs/testing/proxy/nginx-conf.ts'
import { edgeConf } from './testing/edge-conf.ts'
import { ofKind, pods } from './testing/manifests.ts'

const here = import.meta.dirname
const linesOf = (text: string) => text.split('\n')

test('the edge runs the image of docker-compose.yml with the shipped file', () => {
  expect(pods.edge?.containers[0].image).toBe(z.string().parse(readCompose().services.proxy?.image))
  const generated = z
    .object({ configMapGenerator: z.tuple([z.object({ name: z.string(), files: z.array(z.string()) })]) })
    .parse(parse(readFileSync(join(here, '../docker/kustomization.yaml'), 'utf8')))
  expect(generated.configMapGenerator).toEqual([{ name: 'nginx', files: ['nginx.conf'] }])
  expect(pods.edge?.volumes).toContainEqual({ name: 'shipped', configMap: { name: 'nginx' } })
})

test.each([
  [
    'search shop.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n',
    '10.96.0.10 ',
    'shop.svc.cluster.local',
  ],
  ['nameserver fd00::a\nnameserver 10.0.0.2\nsearch a.svc.k8s\n', '[fd00::a] 10.0.0.2 ', 'a.svc.k8s'],
])(
  'the edge changes only the name server, full names and the number of processes in the shipped file',
  async (resolvConf, servers, domain) => {
    const shipped = linesOf(readFileSync(join(here, '../docker/nginx.conf'), 'utf8'))
    const made = linesOf(await edgeConf(resolvConf))
    expect(made).toHaveLength(shipped.length)
    const changed = made.filter((line, index) => line !== shipped[index])
    expect(changed.map(line => line.trim().replace(/ zone.*server /, ' '))).toEqual([
      'worker_processes 2;',
      `resolver ${servers}valid=1s ipv6=off;`,
      `upstream ingest { ingest.${domain}:3000 resolve max_fails=0; keepalive 64; keepalive_timeout 4s; }`,
      `upstream api { api.${domain}:3000 resolve max_fails=0; keepalive 16; keepalive_timeout 4s; }`,
      `upstream site { site.${domain}:3000 resolve max_fails=0; keepalive 16; keepalive_timeout 4s; }`,
    ])
  },
)

test('every upstream of the edge is a service whose DNS name lists its pods, so that nginx skips a failing pod', async () => {
  const service = z.object({
    metadata: z.object({ name: z.string() }),
    spec: z.object({ clusterIP: z.string().optional() }).loose(),
  })
  const headless = ofKind('Service', service).filter(({ spec }) => spec.clusterIP === 'None')
  const asked = new Set((await readLocations()).map(({ upstream }) => upstream))
  expect(headless.map(({ metadata }) => metadata.name).toSorted()).toEqual([...asked].toSorted())
})
