/** `node infra/deploy/observability/operator.ts`: writes operator.yaml for the Prometheus Operator. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

export const OPERATOR_FILE = join(import.meta.dirname, 'operator.yaml')

const HEAD = `# Written by operator.ts from alerts.yml: kubectl apply -n firsttouch -f infra/deploy/observability/operator.yaml
# Label both as your Prometheus selects them (ruleSelector, podMonitorSelector), often with release: NAME.
`

export const operatorFile = async (): Promise<string> => {
  const rules: object = parse(await readFile(join(import.meta.dirname, 'alerts.yml'), 'utf8'))
  const objectOf = (kind: string, spec: object) =>
    stringify(
      { apiVersion: 'monitoring.coreos.com/v1', kind, metadata: { name: 'firsttouch' }, spec },
      { lineWidth: 0 },
    )
  const monitor = {
    selector: {
      matchExpressions: [{ key: 'app', operator: 'In', values: ['ingest', 'projector', 'api', 'site'] }],
    },
    podMetricsEndpoints: [
      {
        port: 'metrics',
        interval: '15s',
        // Alert rules distinguish installations by this label.
        relabelings: [{ sourceLabels: ['__meta_kubernetes_namespace'], targetLabel: 'installation' }],
      },
    ],
  }
  return `${HEAD}${objectOf('PrometheusRule', rules)}---\n${objectOf('PodMonitor', monitor)}`
}

if (import.meta.main) await writeFile(OPERATOR_FILE, await operatorFile())
