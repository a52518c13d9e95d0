/**
 * Writes `ingest/data-centres.txt` from the npm package `@ip-location-db/asn` (CC BY 4.0, RouteViews and DB-IP). The
 * package has 65 MB, so it is not a dependency. Run `npm pack @ip-location-db/asn`, unpack it, then run `node
 * infra/rigs/lists/data-centres.ts <folder>`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressNumber } from '@firsttouch/ingest/data-centres'

/**
 * Networks that rent out servers, without networks that people browse through. Those are content networks (Cloudflare,
 * Akamai and Fastly carry iCloud Private Relay), Google's own network (AS15169), and hosts that mostly serve consumer
 * VPNs (M247, Datacamp).
 */
// biome-ignore format: a line for each firm
export const HOSTING: Record<string, number[]> = {
  'Amazon Web Services': [16509, 14618, 8987],
  'Google Cloud': [396982],
  'Microsoft Azure': [8075],
  'Oracle Cloud': [31898],
  'Alibaba Cloud': [45102, 37963],
  'Tencent Cloud': [132203, 45090],
  'Huawei Cloud': [136907],
  'IBM Cloud': [36351],
  DigitalOcean: [14061],
  'Akamai Linode': [63949],
  Vultr: [20473],
  Hetzner: [24940, 213230, 212317],
  OVHcloud: [16276],
  Scaleway: [12876],
  Contabo: [51167, 40021, 141995],
  IONOS: [8560],
  Leaseweb: [60781, 28753, 30633, 59253],
  netcup: [197540],
  Hostinger: [47583],
  UpCloud: [202053],
  Rackspace: [33070, 27357, 19994],
  ColoCrossing: [36352],
  Psychz: [40676],
  QuadraNet: [8100],
  FranTech: [53667],
  GoDaddy: [26496, 398101],
  DreamHost: [26347],
  'Fly.io': [40509],
}

type Range = { from: bigint; to: bigint; text: string }

const rangesIn = (csv: string): Range[] =>
  csv.split('\n').flatMap(line => {
    const [from = '', to = '', asn] = line.split(',')
    if (!Object.values(HOSTING).flat().includes(Number(asn))) return []
    return [{ from: addressNumber(from) ?? 0n, to: addressNumber(to) ?? 0n, text: `${from} ${to}` }]
  })

/** Merges adjacent ranges. IPv6 addresses compare by their first 64 bits. */
const merged = (ranges: Range[]): string[] => {
  const found: Range[] = []
  for (const range of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = found.at(-1)
    if (last && range.from <= last.to + 1n) {
      if (range.to > last.to) {
        last.to = range.to
        last.text = `${last.text.split(' ')[0]} ${range.text.split(' ')[1]}`
      }
    } else found.push({ ...range })
  }
  return found.map(({ text }) => text)
}

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const lines = ['asn-ipv4.csv', 'asn-ipv6.csv'].flatMap(file =>
    merged(rangesIn(readFileSync(join(folder, file), 'utf8'))),
  )
  const head = [
    `# Networks of ${Object.keys(HOSTING).length} firms that rent out servers, first and last address: infra/rigs/lists/data-centres.ts`,
    `# From @ip-location-db/asn ${version}: RouteViews and DB-IP (https://db-ip.com), CC BY 4.0, selected and merged.`,
  ]
  writeFileSync(
    join(import.meta.dirname, '..', '..', '..', 'ingest', 'data-centres.txt'),
    `${[...head, ...lines].join('\n')}\n`,
  )
  console.log(`${lines.length} ranges`)
}
